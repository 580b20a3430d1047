package import Glibc

/// The descriptors that a service manager has passed to this process (sd_listen_fds), each with its name: listening sockets by the
/// `FileDescriptorName=` of their socket unit, and what the process before this one had kept in the manager's store.
///
/// They are this process's own now and are closed in children. What nobody takes is closed by ``closeRest()``.
package struct ActivationSockets: Sendable {
    package struct Descriptor: Sendable, Equatable {
        package var name: String
        package var number: CInt
    }

    /// Those that were not taken, in the manager's order.
    package private(set) var descriptors: [Descriptor] = []

    /// The first number that a manager passes.
    private static let first: CInt = 3
    /// More than a manager passes: a number that is only wrong is not believed.
    private static let most: CInt = 4096
    /// What the manager calls one without a name.
    private static let unnamed = "unknown"

    /// Takes what the variables say.
    /// - Parameters:
    ///   - process: `LISTEN_PID`: whom they are for. Others' are left alone.
    ///   - count: `LISTEN_FDS`.
    ///   - names: `LISTEN_FDNAMES`, with colons between.
    ///   - own: this process.
    package init(process: String?, count: String?, names: String?, own: pid_t = getpid()) {
        guard let process, pid_t(process) == own, let count = count.flatMap({ CInt($0) }), (1...Self.most).contains(count) else { return }
        let names = names?.split(separator: ":", omittingEmptySubsequences: false).map(String.init) ?? []
        for index in 0..<count {
            let number = Self.first + index
            let flags = fcntl(number, F_GETFD)
            guard flags >= 0 else { continue }
            _ = fcntl(number, F_SETFD, flags | FD_CLOEXEC)
            let name = Int(index) < names.count && !names[Int(index)].isEmpty ? names[Int(index)] : Self.unnamed
            descriptors.append(Descriptor(name: name, number: number))
        }
    }

    /// Takes out those whose name meets the condition, in order: they are the caller's.
    package mutating func take(where isWanted: (String) -> Bool) -> [Descriptor] {
        let taken = descriptors.filter { isWanted($0.name) }
        descriptors.removeAll { isWanted($0.name) }
        return taken
    }

    /// Takes out the listening Unix stream sockets of a name; others of that name stay.
    package mutating func takeListening(named name: String) -> [CInt] {
        let taken = descriptors.filter { $0.name == name && Self.isListening($0.number) }
        descriptors.removeAll(where: taken.contains)
        return taken.map(\.number)
    }

    /// Closes what was not taken.
    /// - Returns: their names.
    package mutating func closeRest() -> [String] {
        for descriptor in descriptors { close(descriptor.number) }
        defer { descriptors = [] }
        return descriptors.map(\.name)
    }

    /// Whether clients can connect to it as they do to the daemon's own socket.
    private static func isListening(_ descriptor: CInt) -> Bool {
        option(SO_ACCEPTCONN, of: descriptor) == 1 && option(SO_DOMAIN, of: descriptor) == AF_UNIX
            && option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
