import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import NIOPosix
import Synchronization
import System

/// The output that a text is rendered to instead of being spoken. `announced` renders it as fast as it can, with the user's configuration,
/// without a daemon.
enum RenderTarget {
    /// A WAV file; `-` is standard output.
    case wav(String)
    /// A file that contains only samples; `-` is standard output.
    case raw(String)
    /// The text that the synthesizer receives, on standard output.
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
    /// - Parameter feed: called on another thread. It passes announcements to its argument, which blocks if they come too fast, until the
    ///   argument returns false.
    /// - Throws: ``CommandError``; the errors of `feed`; the exit code of `announced`, which has printed the reason.
    func render(_ feed: @escaping @Sendable (_ send: (Announcement) -> Bool) throws -> Void) async throws {
        if case .wav(PassageReader.standardInput) = self { try expectNoTerminal("--wav") }
        if case .raw(PassageReader.standardInput) = self { try expectNoTerminal("--raw") }
        // The output file may be one of these descriptors, as with `--raw >(PROGRAM)`.
        let inherited = ProcessSpawn.openDescriptors()
        let program = try ProgramOutput.pathOfDaemon()
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw CommandError(Exit.noDaemon, "no pipe can be made: \(String(systemError: errno))")
        }
        PassedOnSignals.install()
        let (input, output) = (ends[0], ends[1])
        let process = try SpawnedCommand([program, "render"] + arguments, inheriting: inherited, streams: [(input, STDIN_FILENO)])
        close(input)
        let fault = Fault()
        // A read may block forever, even after the process has ended.
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
                fault.error.withLock { $0 = error }
                // The process's output so far is kept, but nothing more follows.
                PassedOnSignals.send(SIGTERM)
            }
            close(output)
        }
        let code = await process.end().exitCode
        if let error = fault.error.withLock({ $0 }) { throw error }
        if code != 0 { throw ExitCode(code) }
    }

    /// Why the text could not be read.
    private final class Fault: Sendable {
        let error = Mutex<(any Error)?>(nil)
    }

    private func expectNoTerminal(_ option: String) throws {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        let player = option == "--raw" ? "aplay -f S16_LE -r 22050" : "aplay"
        throw CommandError(
            Exit.usage,
            "\(option) -: standard output is a terminal; expected a file or a program, as in `announce \(option) - TEXT | \(player)`")
    }
}
