import Glibc
import System

// Systemd is the daemon's side of the service manager's documented protocol (sd_notify, sd_listen_fds): a few system calls, without
// systemd's library.

/// The service manager's socket (`NOTIFY_SOCKET`). It receives a service's state, and descriptors to keep for the service.
///
/// Each message is one datagram. Sending never blocks, even if the manager does not read. Can be used from any thread.
package struct NotifySocket: Sendable {
    /// Why a message was not accepted.
    package struct Failure: Error, CustomStringConvertible {
        package var code: CInt
        /// Whether the manager merely has not read earlier messages yet, so that the same message may succeed later.
        package var isTemporary: Bool { code == EAGAIN || code == ENOBUFS }
        package var description: String { "can't notify the service manager: \(String(systemError: code))" }
    }

    /// The maximum number of descriptors in one message (the kernel's SCM_MAX_FD).
    package static let mostDescriptors = 253

    private let socket: CInt
    private let address: sockaddr_un
    private let addressLength: socklen_t

    /// Opens the socket named in the environment: a path, or a name in the abstract namespace if it begins with `@`. Nil if there is none,
    /// or its kind is unknown. The socket stays open until the process ends.
    package init?(address name: String?) {
        guard let name, name.utf8.count > 1, let first = name.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else {
            return nil
        }
        var address = sockaddr_un()
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        // A path ends with a null byte. An abstract name begins with one, and its length is passed instead.
        guard name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the name is shorter than the field, as checked above, and the rest of the field is zero.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
            unsafe field.copyBytes(from: name.utf8)
            if first == UInt8(ascii: "@") { unsafe field[0] = 0 }
        }
        let socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { return nil }
        self.socket = socket
        self.address = address
        addressLength = socklen_t(start + name.utf8.count + (first == UInt8(ascii: "/") ? 1 : 0))
    }

    /// Sends fields to the manager in one message, with descriptors. The caller keeps the descriptors.
    package func send(_ fields: ServiceField..., descriptors: [CInt] = []) throws(Failure) {
        try send(fields.map(\.assignments).joined(separator: "\n"), descriptors: descriptors)
    }

    /// Sends one datagram, with descriptors (SCM_RIGHTS).
    package func send(_ message: String, descriptors: [CInt] = []) throws(Failure) {
        guard descriptors.count <= Self.mostDescriptors else { throw Failure(code: EINVAL) }
        let control = unsafe Self.control(carrying: descriptors)
        defer { unsafe control.deallocate() }
        var address = address
        var bytes = Array(message.utf8)
        // SAFETY: each pointer is used only during the call, and its memory outlives the call.
        let result = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                    var header = unsafe msghdr(
                        msg_name: address, msg_namelen: addressLength, msg_iov: vector, msg_iovlen: 1,
                        msg_control: control.isEmpty ? nil : control.baseAddress, msg_controllen: numericCast(control.count),
                        msg_flags: 0)
                    while true {
                        let sent = unsafe sendmsg(socket, &header, CInt(MSG_NOSIGNAL))
                        if sent >= 0 || errno != EINTR { return sent }
                    }
                }
            }
        }
        let code = errno
        guard result >= 0 else { throw Failure(code: code) }
    }

    /// Returns the control message that carries descriptors, empty for none. The caller deallocates it.
    ///
    /// Does what the macros CMSG_LEN and CMSG_SPACE do, which Swift lacks: a header, then the numbers, each padded to a machine word.
    private static func control(carrying descriptors: [CInt]) -> UnsafeMutableRawBufferPointer {
        let word = MemoryLayout<Int>.size
        func padded(_ size: Int) -> Int { (size + word - 1) / word * word }
        let header = padded(MemoryLayout<cmsghdr>.size)
        let numbers = descriptors.count * MemoryLayout<CInt>.size
        let size = descriptors.isEmpty ? 0 : header + padded(numbers)
        let control = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: MemoryLayout<cmsghdr>.alignment)
        guard !descriptors.isEmpty else { return unsafe control }
        // SAFETY: the buffer has room for the header and the numbers after it, and is aligned for both.
        unsafe control.initializeMemory(as: UInt8.self, repeating: 0)
        var start = cmsghdr()
        start.cmsg_len = numericCast(header + numbers)
        start.cmsg_level = SOL_SOCKET
        start.cmsg_type = CInt(SCM_RIGHTS)
        unsafe control.storeBytes(of: start, as: cmsghdr.self)
        for (index, descriptor) in descriptors.enumerated() {
            unsafe control.storeBytes(of: descriptor, toByteOffset: header + index * MemoryLayout<CInt>.size, as: CInt.self)
        }
        return unsafe control
    }
}
