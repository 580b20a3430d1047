package import Glibc

/// A connected Unix socket with a deadline for each operation. The unsafe expressions are system calls on buffers that live for the call.
package struct UnixSocket: ~Copyable {
    /// Why a socket can't be used.
    package enum Failure: Error, Equatable {
        /// The path is too long for a socket.
        case tooLong
        /// A system error: `ENOENT`, `ECONNREFUSED` …
        case system(CInt)
        /// The deadline has passed.
        case late

        /// The longest path of a socket, in bytes.
        private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

        /// The reason as a clause, to follow the socket's path.
        package var reason: String {
            switch self {
            case .tooLong: "too long for a socket's path; expected at most \(Self.longestPath) bytes"
            case .system(let code): String(systemError: code)
            case .late: "no answer"
            }
        }
    }

    package let descriptor: CInt

    /// Takes over a connected descriptor, and closes it at the end.
    package init(owning descriptor: CInt) { self.descriptor = descriptor }

    /// Connects to `path`. Throws `late` at once if the listener accepts no connections.
    package init(to path: String) throws(Failure) {
        descriptor = try unsafe Self.open(path) { unsafe connect($0, $1, $2) }
    }

    /// Creates a socket at `path`, on which nothing listens yet.
    /// - Returns: its descriptor; the caller owns it.
    package static func bound(to path: String) throws(Failure) -> CInt {
        try unsafe open(path) { unsafe bind($0, $1, $2) }
    }

    /// Returns whether a process has a socket at `path`, without connecting, because a service manager that listens there would start a
    /// service.
    /// - Throws: `.system` for any error other than that no process is there.
    package static func isBound(at path: String) throws(Failure) -> Bool {
        do throws(Failure) {
            // The kernel refuses a socket of the wrong type only after it has found that a process has the path.
            close(try unsafe open(path, type: SOCK_DGRAM) { unsafe connect($0, $1, $2) })
            return true
        } catch {
            switch error {
            case .system(EPROTOTYPE): return true
            case .system(ECONNREFUSED), .system(ENOENT): return false
            default: throw error
            }
        }
    }

    private static func open(
        _ path: String, type: __socket_type = SOCK_STREAM, _ call: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws(Failure) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .tooLong }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let opened = socket(AF_UNIX, CInt(type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard opened >= 0 else { throw .system(errno) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe call(opened, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 {
            let code = errno
            close(opened)
            throw code == EAGAIN ? .late : .system(code)
        }
        return opened
    }

    deinit { close(descriptor) }

    /// Sends all of `bytes`, or fewer if the other side has gone. Its last output can still be received.
    /// - Parameter deadline: if nil, waits as long as necessary.
    package func send(_ bytes: [UInt8], by deadline: ContinuousClock.Instant?) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard waitUntilReady(POLLOUT, by: deadline) else { throw .late }
            } else if errno == EPIPE || errno == ECONNRESET {
                return
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    /// Waits for input and returns it; empty at the end.
    /// - Parameter deadline: if nil, waits as long as necessary.
    package func receive(by deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
            if count >= 0 { return Array(buffer[..<count]) }
            if errno == EAGAIN {
                guard waitUntilReady(POLLIN, by: deadline) else { throw .late }
            } else if errno == ECONNRESET {
                return []
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    /// The process that listens at the other end, or did when the socket was created; nil if the system does not report it.
    package var peer: pid_t? {
        // The kernel's `struct ucred`, which the C library declares for GNU sources only: process, user, group.
        var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let result = unsafe withUnsafeMutableBytes(of: &credentials) {
            unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, $0.baseAddress, &size)
        }
        return result == 0 && credentials.process > 0 ? credentials.process : nil
    }

    /// Waits for the descriptor; returns false if the deadline has passed.
    private func waitUntilReady(_ events: CInt, by deadline: ContinuousClock.Instant?) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero { return false }
            let result = unsafe poll(&polled, 1, left.map(\.pollTimeout) ?? -1)
            if result > 0 { return true }
            if result < 0, errno != EINTR { return true }
        }
    }
}

extension Duration {
    /// The timeout for `poll`, in milliseconds, rounded up.
    fileprivate var pollTimeout: CInt {
        let (seconds, attoseconds) = components
        return CInt(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
