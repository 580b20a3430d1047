import Glibc

/// A WAV file of 16-bit mono samples that grows, and is valid after each ``finishHeader()``.
struct WAVFile: ~Copyable {
    private static let headerLength = 44

    private let path: String
    private let rate: SampleRate
    private let descriptor: Int32
    private var bytesOfSound = 0

    /// Creates the file at `path`, or empties it, and writes a header.
    /// - Parameter continues: the sound that is there stays, and more goes behind it.
    init(path: String, rate: SampleRate, continues: Bool = false) throws(OutputError) {
        self.path = path
        self.rate = rate
        // SAFETY: a system call on a string that lives for the call.
        descriptor = unsafe path.withCString { unsafe Glibc.open($0, O_WRONLY | O_CREAT | (continues ? 0 : O_TRUNC) | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw Self.error(errno, "open", path) }
        if continues { bytesOfSound = max(0, Int(lseek(descriptor, 0, SEEK_END)) - Self.headerLength) & ~1 }
        try finishHeader()
    }

    /// Whether a file can be written at `path`, as far as can be known without creating or changing one.
    static func check(_ path: String) throws(OutputError) {
        // SAFETY: system calls on strings that live for the call. Not blocking: the path may be a pipe's that nobody reads.
        let descriptor = unsafe path.withCString { unsafe Glibc.open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
        if descriptor >= 0 {
            defer { Glibc.close(descriptor) }
            guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw error(errno, "lseek", path) }
        } else if errno == ENOENT {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
            guard unsafe access(String(folder), W_OK | X_OK) == 0 else { throw error(errno, "access", path) }
        } else {
            throw error(errno, "open", path)
        }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Writes `samples` after what is there.
    mutating func append(_ samples: some Collection<Int16>) throws(OutputError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples { bytes.appendLittleEndian(UInt16(bitPattern: sample)) }
        try write(bytes, at: Self.headerLength + bytesOfSound)
        bytesOfSound += bytes.count
    }

    /// Makes the header tell the length that the file has now.
    func finishHeader() throws(OutputError) {
        let length = UInt32(clamping: bytesOfSound)
        var header = Array("RIFF".utf8)
        header.appendLittleEndian(length &+ UInt32(Self.headerLength - 8))
        header += "WAVEfmt ".utf8
        header.appendLittleEndian(UInt32(16))  // bytes of the format that follow
        header.appendLittleEndian(UInt16(1))  // PCM
        header.appendLittleEndian(UInt16(1))  // channels
        header.appendLittleEndian(UInt32(rate.framesPerSecond))
        header.appendLittleEndian(UInt32(rate.framesPerSecond * 2))  // bytes a second
        header.appendLittleEndian(UInt16(2))  // bytes a frame
        header.appendLittleEndian(UInt16(16))  // bits a sample
        header += "data".utf8
        header.appendLittleEndian(length)
        try write(header, at: 0)
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            // SAFETY: pointer and count are of the array's rest, which lives for the call.
            let count = unsafe bytes.withUnsafeBytes { all in
                unsafe pwrite(descriptor, all.baseAddress.map { unsafe $0 + written }, all.count - written, off_t(offset + written))
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw Self.error(count == 0 ? ENOSPC : errno, "pwrite", path)
            }
        }
    }

    private static func error(_ code: Int32, _ cause: String, _ path: String) -> OutputError {
        // SAFETY: strerror returns a C string that lives until its next call, on this only thread.
        let reason = unsafe String(cString: strerror(code))
        let remedy =
            switch code {
            case ENOSPC, EDQUOT: "free some space or choose another place with --wav"
            case ENOENT, ENOTDIR: "create its folder first, or choose another place with --wav"
            case EACCES, EROFS, EPERM: "choose a place you may write to with --wav"
            case ESPIPE: "--wav needs a regular file, since its header is written last"
            default: "choose another file with --wav"
            }
        return OutputError(
            code: code, cause: cause, problem: "The file \"\(path)\" can't be written (\(reason))", remedy: remedy, isDevices: false)
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
