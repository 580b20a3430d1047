import Glibc
import Synchronization

/// Acts as a service manager that keeps descriptors for a service: receives the ones that the service stores through its notification
/// socket, and passes them to the next process.
package final class DescriptorKeeper: Sendable {
    private struct State {
        var kept: [(name: String, descriptor: Descriptor)] = []
    }

    private let path: String
    private let socket: Descriptor
    private let state = Mutex(State())
    private let reading = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter path: the path of the notification socket.
    package init(at path: String) throws {
        self.path = path
        socket = try .receiving(at: path)
        let task = Task { [weak self, socket] in
            while await DescriptorWatch.shared.ready(socket.number, POLLIN, by: .now + .seconds(600)), !Task.isCancelled {
                guard let self else { return }
                receive()
            }
        }
        reading.withLock { $0 = task }
    }

    deinit { reading.withLock { $0?.cancel() } }

    /// Listens on a socket, which each process is passed.
    package func listen(at path: String, named name: String = "announced") throws {
        let listener = try Descriptor.listening(at: path)
        state.withLock { $0.kept.append((name, listener)) }
    }

    /// Whether a client waits to be accepted on a socket that this listens on.
    package func hasWaitingClient(named name: String = "announced") -> Bool {
        guard let listener = state.withLock({ $0.kept.first { $0.name == name } })?.descriptor else { return false }
        var polled = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, 0) == 1
    }

    /// The names of the kept descriptors, the newest first, as systemd passes them.
    package var names: [String] {
        receive()
        return state.withLock { $0.kept.map(\.name) }
    }

    /// Waits until the names of the kept descriptors meet a condition.
    package func await(within limit: Duration = .seconds(60), _ condition: ([String]) -> Bool) async throws {
        let deadline = SuspendingClock.now + limit
        while !condition(names) {
            guard SuspendingClock.now < deadline else { throw TimedOut("kept: \(names)") }
            _ = await DescriptorWatch.shared.ready(-1, POLLIN, by: .now + .milliseconds(5))
        }
    }

    /// Starts a program as the service, with the kept descriptors.
    package func start(
        _ program: String, _ arguments: [String], environment: [String: String?] = [:], error: ChildProcess.Stream = .pipe
    ) throws -> ChildProcess {
        receive()
        let kept = state.withLock { $0.kept }
        let variables = environment.merging([
            "NOTIFY_SOCKET": path, "LISTEN_FDS": "\(kept.count)", "LISTEN_FDNAMES": kept.map(\.name).joined(separator: ":"),
        ]) { $1 }
        // LISTEN_PID must be the program's own number, which only the shell knows before it becomes the program.
        let script = "LISTEN_PID=$$ exec \"$@\""
        return try ChildProcess(
            "sh", ["-c", script, "sh", program] + arguments, environment: .inherited(with: variables), output: .null, error: error,
            passing: kept.map(\.descriptor.number))
    }

    /// Overwrites bytes of the kept memory with this name, to simulate damage.
    package func damage(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        receive()
        let kept = state.withLock { $0.kept }
        guard let descriptor = kept.first(where: { $0.name == name })?.descriptor else { throw TimedOut("no \(name) is kept") }
        try checked(Int32(unsafe pwrite(descriptor.number, bytes, bytes.count, off_t(offset))), "pwrite")
    }

    /// Returns the bytes that were written to the kept memory with this name, without its holes.
    package func contents(of name: String) throws -> [UInt8] {
        receive()
        let kept = state.withLock { $0.kept }
        guard let descriptor = kept.first(where: { $0.name == name })?.descriptor else { throw TimedOut("no \(name) is kept") }
        var contents: [UInt8] = []
        var end: off_t = 0
        // SEEK_DATA and SEEK_HOLE
        while case let start = lseek(descriptor.number, end, 3), start >= 0 {
            end = lseek(descriptor.number, start, 4)
            var bytes = [UInt8](repeating: 0, count: Int(end - start))
            try checked(Int32(clamping: unsafe pread(descriptor.number, &bytes, bytes.count, start)), "pread")
            contents += bytes
        }
        return contents
    }

    /// Receives everything sent so far.
    private func receive() {
        state.withLock { state in
            var bytes = [UInt8](repeating: 0, count: 8192)
            while true {
                guard let (length, descriptors) = receive(into: &bytes) else { return }
                let fields = String(decoding: bytes[..<length], as: UTF8.self).split(separator: "\n").map(String.init)
                let name = fields.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst("FDNAME=".count)) } ?? "stored"
                if fields.contains("FDSTORE=1") { state.kept = descriptors.map { (name, $0) } + state.kept }
                if fields.contains("FDSTOREREMOVE=1") { state.kept.removeAll { $0.name == name } }
            }
        }
    }
    /// Returns the length of the next datagram and its descriptors; nil if there is none.
    private func receive(into bytes: inout [UInt8]) -> (length: Int, descriptors: [Descriptor])? {
        // A header with length, level and type, then the descriptors: room for 16.
        let header = MemoryLayout<cmsghdr>.size
        var control = [Int32](repeating: 0, count: header / 4 + 16)
        var used = 0
        // SAFETY: each pointer is used within the call only, and what it points to outlives the call.
        let length = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                    var message = unsafe msghdr(
                        msg_name: nil, msg_namelen: 0, msg_iov: vector, msg_iovlen: 1, msg_control: control.baseAddress,
                        msg_controllen: numericCast(control.count), msg_flags: 0)
                    // MSG_CMSG_CLOEXEC
                    let length = unsafe recvmsg(socket.number, &message, 0x4000_0000)
                    unsafe used = numericCast(message.msg_controllen)
                    return length
                }
            }
        }
        guard length >= 0 else { return nil }
        let end = min(used, Int(control[0]))
        return (length, end > header ? control[(header / 4)..<(end / 4)].map(Descriptor.init(owning:)) : [])
    }
}
