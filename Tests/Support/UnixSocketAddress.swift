import Glibc

extension Descriptor {
    /// Creates a Unix stream socket connected to a path.
    static func connected(to path: String) throws(SystemCallError) -> Descriptor {
        let descriptor = try unixSocket()
        try checked(unsafe withAddress(path) { unsafe connect(descriptor.number, $0, $1) }, "connect \(path)")
        return descriptor
    }

    /// Creates a Unix stream socket that listens at a path, replacing any file there.
    static func listening(at path: String) throws(SystemCallError) -> Descriptor {
        let descriptor = try unixSocket()
        unsafe unlink(path)
        try checked(unsafe withAddress(path) { unsafe bind(descriptor.number, $0, $1) }, "bind \(path)")
        try checked(listen(descriptor.number, 64), "listen \(path)")
        return descriptor
    }

    /// Creates a nonblocking Unix datagram socket at a path.
    static func receiving(at path: String) throws(SystemCallError) -> Descriptor {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = Descriptor(owning: try checked(socket(AF_UNIX, kind, 0), "socket"))
        try checked(unsafe withAddress(path) { unsafe bind(descriptor.number, $0, $1) }, "bind \(path)")
        return descriptor
    }

    private static func unixSocket() throws(SystemCallError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return Descriptor(owning: try checked(socket(AF_UNIX, kind, 0), "socket"))
    }

    /// Calls `body` with the address of a path, which has at most 107 bytes.
    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemCallError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemCallError(path, code: ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
