import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import NIOPosix
import Synchronization

/// What a text becomes instead of being spoken. `announced` makes it as fast as it can, with the user's configuration and without a daemon.
enum Rendering {
    /// A WAV file; `-` is standard output.
    case wav(String)
    /// A file of samples alone; `-` is standard output.
    case raw(String)
    /// The text that the synthesizer gets, on standard output.
    case text
    /// The pronunciation, on standard output.
    case phonemes

    private var arguments: [String] {
        switch self {
        case .wav(let file): ["--wav=\(file)"]
        case .raw(let file): ["--raw=\(file)"]
        case .text: ["--text"]
        case .phonemes: ["--ipa"]
        }
    }

    /// Renders announcements one after another.
    /// - Parameter feed: called on another thread; passes them on with its argument, which waits as long as they come too fast, until that
    ///   returns false. Its errors are exit codes, after a line on standard error.
    /// - Throws: an exit code, after a line on standard error.
    func render(_ feed: @escaping @Sendable (_ send: (Announcement) -> Bool) throws -> Void) async throws {
        if case .wav(PassageReader.standardInput) = self { try expectNoTerminal("--wav") }
        if case .raw(PassageReader.standardInput) = self { try expectNoTerminal("--raw") }
        guard let program = ProgramOutput.path(ofOwn: "announced") else {
            StandardError.print("announce: announced was not found beside this program; install both in one folder")
            throw Exit.noDaemon
        }
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            StandardError.print("announce: no pipe can be made: \(unsafe String(cString: strerror(errno)))")
            throw Exit.noDaemon
        }
        PassedOnSignals.install()
        let (input, output) = (ends[0], ends[1])
        let process = try SpawnedCommand([program, "render"] + arguments, inheriting: [], streams: [(input, STDIN_FILENO)])
        close(input)
        let fault = Fault()
        // A read may block for ever, even once the process has ended.
        let thread = NIOThreadPool(numberOfThreads: 1)
        thread.start()
        thread.submit { _ in
            do {
                try feed { announcement in
                    unsafe RequestLine(request: .announcement(announcement)).bytes.withUnsafeBytes {
                        unsafe StandardOutput.copy($0, to: output)
                    }
                        == .written
                }
            } catch {
                fault.code.withLock { $0 = error as? ExitCode ?? Exit.usage }
                // What it has written stays, but nothing more follows.
                PassedOnSignals.send(SIGTERM)
            }
            close(output)
        }
        let code = await process.exitCode()
        if let fault = fault.code.withLock({ $0 }) { throw fault }
        if code != 0 { throw ExitCode(code) }
    }

    /// Why the text could not be read.
    private final class Fault: Sendable {
        let code = Mutex<ExitCode?>(nil)
    }

    private func expectNoTerminal(_ option: String) throws {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        StandardError.print(
            "announce: \(option) -: standard output is a terminal; expected a file or a program, as in `announce \(option) - TEXT | aplay`")
        throw Exit.usage
    }
}
