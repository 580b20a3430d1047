import AnnounceClient
import ConnectedProcess
import Glibc

/// What another program has said, and how it ended.
struct ProgramOutput {
    enum End: Equatable {
        case exited(CInt)
        case killed(CInt)
        /// It did not end in time, and was killed.
        case late
    }

    /// Its standard output and error, at most ``mostBytes``.
    let bytes: [UInt8]
    let end: End

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
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        let streams = [(ours: nothing, its: STDIN_FILENO), (ours: ends[1], its: STDOUT_FILENO), (ours: ends[1], its: STDERR_FILENO)]
        let started = try? ProcessSpawn.start(program, arguments, streams: streams)
        close(nothing)
        close(ends[1])
        guard let process = started else { return nil }
        var bytes: [UInt8] = []
        var isLate = false
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < mostBytes {
            let left = ContinuousClock.now.duration(to: deadline)
            var polled = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            let ready = left > .zero ? unsafe poll(&polled, 1, left.pollTimeout) : 0
            if ready < 0, errno == EINTR { continue }
            isLate = ready <= 0
            if isLate { break }
            let count = unsafe read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return ProgramOutput(bytes: bytes, end: isLate ? kill(process) : awaitEnd(of: process, by: deadline))
    }

    /// It has closed its output, so it ends; if not, it is ended.
    private static func awaitEnd(of process: pid_t, by deadline: ContinuousClock.Instant) -> End {
        repeat {
            if let end = reap(process) { return end }
            usleep(1000)
        } while ContinuousClock.now < deadline
        return kill(process)
    }

    private static func kill(_ process: pid_t) -> End {
        _ = Glibc.kill(process, SIGKILL)
        // One that the kernel holds can't be waited for.
        for _ in 0..<200 where reap(process) == nil { usleep(1000) }
        return .late
    }

    private static func reap(_ process: pid_t) -> End? {
        var status: CInt = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
    }
}
