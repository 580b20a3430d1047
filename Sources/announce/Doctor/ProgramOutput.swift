import ConnectedProcess
import Glibc
import UnixSocket

/// What another program has said, and how it ended.
struct ProgramOutput {
    /// Its standard output and error, at most ``mostBytes``.
    let bytes: [UInt8]
    /// Nil: it did not end in time, and was killed.
    let end: ProcessEnd?

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    private static let mostBytes = 1 << 20

    /// The path of a program of ours that is installed beside this one.
    static func path(ofOwn name: String) -> String? {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(own) }
        let folder = unsafe String(cString: own).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = "\(folder)/\(name)"
        return unsafe access(path, X_OK) == 0 ? path : nil
    }

    /// Runs a program, a path or a name in PATH, to its end, or until it is late.
    /// - Returns: nil if it can't be started.
    static func run(_ program: String, _ arguments: [String], within limit: Duration) -> ProgramOutput? {
        let deadline = ContinuousClock.now + limit
        guard let process = try? ConnectedProcess.start(program, arguments: arguments, standardError: nil) else { return nil }
        let output = UnixSocket(owning: process.descriptor)
        // Its standard input has ended.
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

    /// It has closed its output, so it ends; if not, it is ended.
    private static func awaitEnd(of process: pid_t, by deadline: ContinuousClock.Instant) -> ProcessEnd? {
        repeat {
            if let end = ProcessEnd(ifKnownOf: process) { return end }
            usleep(1000)
        } while ContinuousClock.now < deadline
        return kill(process)
    }

    private static func kill(_ process: pid_t) -> ProcessEnd? {
        _ = Glibc.kill(process, SIGKILL)
        // One that the kernel holds can't be waited for.
        for _ in 0..<200 where ProcessEnd(ifKnownOf: process) == nil { usleep(1000) }
        return nil
    }
}
