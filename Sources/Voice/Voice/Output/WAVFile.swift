import Glibc
import System

/// A growing WAV file of 16-bit mono samples, valid after each ``finishHeader()``.
struct WAVFile: ~Copyable {
    private let path: String
    private let rate: SampleRate
    private let descriptor: Int32
    private var bytesOfSound = 0

    /// Creates or empties the file at `path`, and writes a header.
    /// - Parameter continues: whether to keep the file's sound and append to it.
    init(path: String, rate: SampleRate, continues: Bool = false) throws(OutputError) {
        self.path = path
        self.rate = rate
        let opened = Result { () throws(OutputError) in try Self.open(path, empties: !continues) }
        descriptor = (try? opened.get()) ?? -1
        _ = try opened.get()
        if continues { bytesOfSound = max(0, Int(lseek(descriptor, 0, SEEK_END)) - WAVHeader.length) & ~1 }
        try finishHeader()
    }

    private static func open(_ path: String, empties: Bool) throws(OutputError) -> Int32 {
        do throws(OutputFile.Failure) {
            return try OutputFile.open(path, empties: empties)
        } catch {
            throw Self.error(error, path)
        }
    }

    /// Checks whether a file can be written at `path`, as far as possible without creating or changing one.
    static func check(_ path: String) throws(OutputError) {
        do throws(OutputFile.Failure) {
            try OutputFile.check(path)
        } catch {
            throw Self.error(error, path)
        }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Appends `samples`.
    mutating func append(_ samples: some Collection<Int16>) throws(OutputError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples { bytes.appendLittleEndian(UInt16(bitPattern: sample)) }
        // SAFETY: bytes have no padding; so below.
        try unsafe append(bytes.span.bytes)
    }

    /// Appends samples in the file's byte order, low byte first, as in this machine's memory.
    mutating func append(_ bytes: RawSpan) throws(OutputError) {
        try write(bytes, at: WAVHeader.length + bytesOfSound)
        bytesOfSound += bytes.byteCount
    }

    /// Updates the header to the file's current length.
    func finishHeader() throws(OutputError) {
        try unsafe write(WAVHeader.bytes(sampleRate: rate.framesPerSecond, soundLength: bytesOfSound).span.bytes, at: 0)
    }

    private func write(_ bytes: RawSpan, at offset: Int) throws(OutputError) {
        guard let code = FileBytes.writeAll(bytes, to: descriptor, at: offset).failure else { return }
        throw Self.error(OutputFile.Failure(code: code, cause: "pwrite"), path)
    }

    private static func error(_ failure: OutputFile.Failure, _ path: String) -> OutputError {
        OutputError(
            code: failure.code, cause: failure.cause, problem: "The file \"\(path)\" can't be written (\(failure.reason))",
            remedy: "\(failure.advice) with --wav", isDeviceFault: false)
    }
}
