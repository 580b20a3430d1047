import Glibc
import System

/// The output of another program, and how it ended.
struct ProgramOutput {
    /// The program's standard output and error, up to ``mostBytes``.
    let bytes: [UInt8]
    /// Nil: the program did not end in time, and was killed.
    let end: ProcessEnd?

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    private static let mostBytes = 1 << 20

    /// Returns the path of one of announced's programs that is installed next to this one; nil if none is.
    static func path(ofOwn name: String) -> String? {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(own) }
        let folder = unsafe String(cString: own).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = "\(folder)/\(name)"
        return unsafe access(path, X_OK) == 0 ? path : nil
    }

    /// Returns the path of the daemon's program.
    /// - Throws: ``CommandError`` if it is not installed.
    static func pathOfDaemon() throws -> String {
        guard let path = path(ofOwn: "announced") else {
            throw CommandError(Exit.noDaemon, "announced was not found beside this program; install both in one folder")
        }
        return path
    }

    /// Returns how a shell finds one of announced's programs: by its name if that is in PATH, otherwise by its path.
    static func command(ofOwn name: String) -> String {
        let folders = (Environment.value("PATH") ?? "").split(separator: ":")
        if folders.contains(where: { unsafe access("\($0)/\(name)", X_OK) == 0 }) { return name }
        return path(ofOwn: name) ?? name
    }

    /// Runs a program, given by its path or by a name in PATH, until it ends or the time is up.
    /// - Returns: nil if it can't be started.
    static func run(_ program: String, _ arguments: [String], within limit: Duration) -> ProgramOutput? {
        let deadline = ContinuousClock.now + limit
        guard let process = try? ConnectedProcess.start(program, arguments: arguments, standardError: nil) else { return nil }
        let output = UnixSocket(owning: process.descriptor)
        // Close the program's standard input.
        shutdown(process.descriptor, CInt(SHUT_WR))
        var bytes: [UInt8] = []
        var isLate = false
        while bytes.count < mostBytes {
            do {
                let more = try output.receive(by: deadline)
                if more.isEmpty { break }
                bytes += more
            } catch {
                isLate = true
                break
            }
        }
        return ProgramOutput(bytes: bytes, end: isLate ? kill(process.processID) : awaitEnd(of: process.processID, by: deadline))
    }

    /// Waits for a process that has closed its output; kills it after the deadline.
    private static func awaitEnd(of process: pid_t, by deadline: ContinuousClock.Instant) -> ProcessEnd? {
        repeat {
            if let end = ProcessEnd(ifKnownOf: process) { return end }
            usleep(1000)
        } while ContinuousClock.now < deadline
        return kill(process)
    }

    private static func kill(_ process: pid_t) -> ProcessEnd? {
        _ = Glibc.kill(process, SIGKILL)
        // A process stuck in the kernel can't be awaited.
        for _ in 0..<200 where ProcessEnd(ifKnownOf: process) == nil { usleep(1000) }
        return nil
    }
}
