package import Glibc

// ConnectedProcess starts a program whose standard input and output are one socket of ours: the daemon's voice, or the client's temporary
// daemon.

/// A child process connected by one socket to its standard input and output.
package struct ConnectedProcess: Sendable {
    package let processID: pid_t
    /// Our end of the socket; the caller owns it.
    package let descriptor: CInt

    /// Starts `program` with no signal blocked or ignored. The child inherits only its end of the socket, standard error and the
    /// descriptors in `passing`.
    /// - Parameters:
    ///   - standardError: the child's standard error; ours by default. The caller closes it.
    ///   - passing: other descriptors of ours that the child inherits, with the same numbers.
    ///   - leads: whether the child leads a separate session, which a terminal's signals do not reach.
    package static func start(
        _ program: String, arguments: [String], standardError: CInt? = STDERR_FILENO, passing: [CInt] = [], leads: Bool = false
    ) throws(ProcessSpawn.Failure) -> ConnectedProcess {
        var ends: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ProcessSpawn.Failure(program: program, code: errno)
        }
        defer { close(ends[1]) }
        // Some descriptors of the event loop, and descriptors that this program inherited, don't close on exec.
        ProcessSpawn.closeOnExec()
        do {
            let processID = try ProcessSpawn.start(
                program, arguments,
                streams: [(ends[1], STDIN_FILENO), (ends[1], STDOUT_FILENO), (standardError ?? ends[1], STDERR_FILENO)]
                    + passing.map { ($0, $0) },
                leads: leads)
            return ConnectedProcess(processID: processID, descriptor: ends[0])
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// Waits up to a second for the process to end, because a lost connection may announce its end. Does not kill it.
    /// - Returns: nil if the process continues.
    package func whenEnding() async -> ProcessEnd? {
        for _ in 0..<100 {
            if let end = ProcessEnd(ifKnownOf: processID) { return end }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }

    /// Kills the process if it is still running, and returns how it ended. Blocks this thread until then.
    package func reap() -> ProcessEnd {
        kill(processID, SIGKILL)
        return ProcessEnd(of: processID)
    }
}
