package import Glibc
package import NIOCore
import NIOPosix

// ConnectedProcess starts a program whose standard input and output are one socket of ours: how the daemon has its voice, and how
// the client has a private daemon.

/// A child process connected by one socket to its standard input and output.
///
/// Spawning is the system's `posix_spawn`, whose attributes and actions are C structures: the unsafe expressions are theirs, and nothing of
/// them outlives the call.
package struct ConnectedProcess: Sendable {
    package let processID: pid_t
    /// Our end of the socket; the caller owns it.
    package let descriptor: CInt

    /// Why a program can't be started.
    package struct Failure: Error, CustomStringConvertible {
        var program: String
        var code: CInt
        package var description: String { "\(program) can't be started: \(unsafe String(cString: strerror(code)))" }
    }

    /// Starts `program`, with no signal blocked or ignored and no descriptor of ours but its own end of the socket and standard error.
    package static func start(_ program: String, arguments: [String]) throws(Failure) -> ConnectedProcess {
        var ends: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(program: program, code: errno)
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // Not every descriptor of the event loop closes by itself; those of its making have low numbers.
        for descriptor in STDERR_FILENO + 1..<64 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The daemon ignores the signals it reads in its own way, and what is ignored stays so over exec: give the child the defaults.
        var all = sigset_t()
        unsafe sigfillset(&all)
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, CShort(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var processID: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        let code = unsafe posix_spawn(&processID, program, &actions, &attributes, &words, environ)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw Failure(program: program, code: code)
        }
        return ConnectedProcess(processID: processID, descriptor: ends[0])
    }

    /// How a process ended.
    package enum End: Sendable, CustomStringConvertible {
        case exited(code: CInt)
        case killed(signal: CInt)

        package var description: String {
            switch self {
            case .exited(let code): "exited with code \(code)"
            case .killed(let signal): "was killed by signal \(signal)"
            }
        }
    }

    /// Ends the process if it has not ended, waits for it on a thread of its own, and tells how it ended.
    package func reap(on eventLoop: any EventLoop) -> EventLoopFuture<End> {
        kill(processID, SIGKILL)
        let processID = processID
        let status = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) { () -> CInt in
            var status: CInt = 0
            while unsafe waitpid(processID, &status, 0) == -1, errno == EINTR {}
            return status
        }
        return status.map { status in
            let signal = status & 0x7f
            return signal == 0 ? .exited(code: (status >> 8) & 0xff) : .killed(signal: signal)
        }
    }

    /// The same, for who has no event loop.
    /// - Returns: nil if that can't be known.
    package func reap() async -> End? {
        try? await reap(on: MultiThreadedEventLoopGroup.singleton.next()).get()
    }
}
