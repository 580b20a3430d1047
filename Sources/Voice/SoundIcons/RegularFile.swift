import Glibc

/// An open regular file of a bounded size; `deinit` closes it. If the name is not a regular file's, but for example a FIFO's or a folder's,
/// it is closed at once, and opening it does not block.
final class RegularFile {
    /// Distinguishes one state of a file from any other.
    struct Identity: Hashable {
        var device, node: UInt
        var size, seconds, nanoseconds: Int
    }

    let descriptor: Int32
    let identity: Identity

    /// - Returns: nil if there is no such file, if it is empty, or if it has more than `limit` bytes.
    init?(_ path: String, atMost limit: Int) {
        // SAFETY: system calls on a string and a structure that live for the calls.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1...limit).contains(status.st_size) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        identity = Identity(
            device: status.st_dev, node: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }

    /// Returns the file's content.
    func bytes() -> [UInt8] {
        // SAFETY: a system call on the rest of the buffer.
        unsafe [UInt8](unsafeUninitializedCapacity: identity.size) { buffer, count in
            while count < buffer.count {
                let step = unsafe read(descriptor, buffer.baseAddress! + count, buffer.count - count)
                guard step > 0 else { break }
                count += step
            }
        }
    }

    deinit { close(descriptor) }
}
