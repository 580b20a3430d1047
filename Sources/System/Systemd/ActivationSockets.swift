package import Glibc

/// The descriptors that a service manager passed to this process (sd_listen_fds), with their names: listening sockets, named by
/// `FileDescriptorName=` in their socket units, and the descriptors that the previous process kept in the manager's store.
///
/// This process owns them now, and its children don't inherit them. ``closeRest()`` closes the descriptors that were not taken.
package struct ActivationSockets: Sendable {
    /// A descriptor and its name.
    package struct Descriptor: Sendable, Equatable {
        package var name: String
        package var number: CInt
    }

    /// The descriptors not taken yet, in the manager's order.
    package private(set) var descriptors: [Descriptor] = []

    /// The number of the first descriptor that a manager passes.
    private static let first: CInt = 3
    /// The highest believable count; managers pass fewer descriptors.
    private static let most: CInt = 4096
    /// The manager's name for an unnamed descriptor.
    private static let unnamed = "unknown"

    /// Takes over the descriptors that the variables announce.
    /// - Parameters:
    ///   - process: `LISTEN_PID`, the process that the descriptors are for. Another process's descriptors are left alone.
    ///   - count: `LISTEN_FDS`.
    ///   - names: `LISTEN_FDNAMES`, separated by colons.
    ///   - own: This process's id.
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

    /// Removes and returns, in order, the descriptors whose names meet the condition. The caller owns them.
    package mutating func take(where isWanted: (String) -> Bool) -> [Descriptor] {
        let taken = descriptors.filter { isWanted($0.name) }
        descriptors.removeAll { isWanted($0.name) }
        return taken
    }

    /// Removes and returns the listening Unix stream sockets with that name. Other descriptors with the name stay.
    package mutating func takeListening(named name: String) -> [CInt] {
        let taken = descriptors.filter { $0.name == name && Self.isListening($0.number) }
        descriptors.removeAll(where: taken.contains)
        return taken.map(\.number)
    }

    /// Closes the descriptors that were not taken.
    /// - Returns: Their names.
    package mutating func closeRest() -> [String] {
        for descriptor in descriptors { close(descriptor.number) }
        defer { descriptors = [] }
        return descriptors.map(\.name)
    }

    /// Returns whether clients can connect to the descriptor as they do to the daemon's own socket.
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
