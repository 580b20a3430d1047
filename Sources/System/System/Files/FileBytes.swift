import Glibc

/// Reads and writes whole files. The unsafe expressions are system calls on buffers that live for the call.
package enum FileBytes {
    package struct Failure: Error, CustomStringConvertible {
        package let name: String
        package let reason: String
        /// The system's error number; 0 if there is none.
        package let code: CInt
        package var description: String { "\(name): \(reason)" }

        package init(name: String, reason: String, code: CInt = 0) { (self.name, self.reason, self.code) = (name, reason, code) }
        init(name: String, code: CInt) { self.init(name: name, reason: String(systemError: code), code: code) }
    }

    /// Reads a file, unless it has more than `most` bytes.
    package static func read(_ path: String, most: Int) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(name: path, code: errno) }
        defer { close(descriptor) }
        return try read(descriptor, name: path, most: most)
    }

    /// Reads a descriptor to its end, unless it yields more than `most` bytes.
    package static func read(_ descriptor: CInt, name: String, most: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let some = try readSome(descriptor, name: name)
            if some.isEmpty { return bytes }
            guard bytes.count + some.count <= most else {
                throw Failure(name: name, reason: "longer than \(most) bytes, the most that is read; give it in parts, or a shorter file")
            }
            bytes += some
        }
    }

    /// Waits for bytes, and returns them; none at the end.
    package static func readSome(_ descriptor: CInt, name: String) throws(Failure) -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return buffer[..<count] }
            if !awaitReady(after: errno, of: descriptor, POLLIN) { throw Failure(name: name, code: errno) }
        }
    }

    /// Waits if the descriptor is merely not ready, because another program that shares it has made it non-blocking.
    /// - Returns: whether to try again.
    private static func awaitReady(after code: CInt, of descriptor: CInt, _ events: CInt) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&wanted, 1, -1)
        return true
    }

    package static func write(_ text: String, to path: String) throws(Failure) {
        let descriptor: CInt
        do throws(OutputFile.Failure) {
            descriptor = try OutputFile.open(path, empties: true)
        } catch {
            // Wait for the reader of a pipe that has no reader yet.
            guard error.code == ENXIO else { throw Failure(name: path, reason: "\(error.reason); \(error.advice)") }
            descriptor = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(name: path, code: errno) }
        }
        defer { close(descriptor) }
        // Write to a pipe as fast as it is read.
        _ = fcntl(descriptor, F_SETFL, 0)
        try write(text, descriptor: descriptor, name: path)
    }

    package static func write(_ text: String, descriptor: CInt, name: String = "standard output") throws(Failure) {
        if let code = writeAll(Array(text.utf8), to: descriptor).failure { throw Failure(name: name, code: code) }
    }

    /// Writes all bytes. Waits while the descriptor takes none, because another program that shares it has made it non-blocking.
    /// - Parameter offset: the position in the file (default: the descriptor's).
    /// - Returns: the number of bytes written, and the error number that kept the rest from being written; nil if none did.
    package static func writeAll(_ bytes: RawSpan, to descriptor: CInt, at offset: Int? = nil) -> (written: Int, failure: CInt?) {
        var written = 0
        while written < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[written...])
                return if let offset {
                    unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
                } else {
                    unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
            }
            let code = count == 0 ? ENOSPC : errno
            if count > 0 { written += count } else if !awaitReady(after: code, of: descriptor, POLLOUT) { return (written, code) }
        }
        return (written, nil)
    }

    package static func writeAll(_ bytes: [UInt8], to descriptor: CInt, at offset: Int? = nil) -> (written: Int, failure: CInt?) {
        // SAFETY: bytes have no padding.
        unsafe writeAll(bytes.span.bytes, to: descriptor, at: offset)
    }
}
