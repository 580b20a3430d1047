import Glibc
import System

/// Sound that is written to a file or to standard output while it is made.
///
/// The header of a WAV file is updated after each piece, and signals are blocked until then, so that a program that is ended leaves a
/// complete file. A stream's header can't be corrected, so it states an unknown length.
///
/// Each unsafe expression is a system call with buffers that are valid for the call.
package struct SoundStream: ~Copyable {
    /// The format of the stream: with a WAV header, or samples alone.
    package enum Format: Sendable { case wav, raw }

    /// Standard output's name.
    package static let standardOutput = "-"

    private let name: String
    private let descriptor: CInt
    private let sampleRate: Int
    private let format: Format
    /// The header's position, if the header can be corrected.
    private let headerPosition: off_t?
    private var length = 0

    /// Creates the file, or empties it.
    package init(_ path: String, _ format: Format, sampleRate: Int) throws(HeardSoundFile.Failure) {
        let isStream = path == Self.standardOutput
        name = isStream ? "standard output" : path
        self.format = format
        self.sampleRate = sampleRate
        // As soon as the file exists, it has a header.
        let former = isStream ? nil : Self.blockSignals()
        defer { if let former { Self.restoreSignals(former) } }
        let opened = Result { () throws(HeardSoundFile.Failure) in isStream ? STDOUT_FILENO : try HeardSoundFile.open(path, mode: O_WRONLY)
        }
        descriptor = (try? opened.get()) ?? -1
        headerPosition = format == .wav && descriptor >= 0 ? Self.correctablePosition(descriptor) : nil
        _ = try opened.get()
        if format == .wav {
            let length = headerPosition == nil ? WAVHeader.unknownLength : 0
            let header = WAVHeader.bytes(sampleRate: sampleRate, soundLength: length)
            if let code = FileBytes.writeAll(header, to: descriptor).failure { throw HeardSoundFile.Failure(path: name, code: code) }
        }
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Returns the position, at which `pwrite` would also write; nil for a pipe, and for a file that is appended to.
    private static func correctablePosition(_ descriptor: CInt) -> off_t? {
        let position = lseek(descriptor, 0, SEEK_CUR)
        return position < 0 || fcntl(descriptor, F_GETFL) & O_APPEND != 0 ? nil : position
    }

    /// Writes the sounds that were heard, without the silence in between, and empties the buffer.
    package mutating func append(_ sounds: [HeardSound], from buffer: SoundBuffer) throws(HeardSoundFile.Failure) {
        for frames in sounds.compactMap(\.samples?.frames) {
            var position = WAVHeader.length + 2 * frames.lowerBound
            let end = WAVHeader.length + 2 * frames.upperBound
            var piece = [UInt8](repeating: 0, count: 65_536)
            while position < end {
                let count = unsafe pread(buffer.descriptor, &piece, min(piece.count, end - position), off_t(position))
                guard count > 0 else { throw HeardSoundFile.Failure(path: buffer.path, code: errno) }
                position += count
                try append(piece[..<count])
            }
        }
        buffer.empty()
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(HeardSoundFile.Failure) {
        // A pipe may be full for a long time, and has no header to correct.
        let former = headerPosition == nil ? nil : Self.blockSignals()
        defer { if let former { Self.restoreSignals(former) } }
        let (written, failure) = FileBytes.writeAll(Array(bytes), to: descriptor)
        length += written
        if let headerPosition {
            let header = WAVHeader.bytes(sampleRate: sampleRate, soundLength: length & ~1)
            _ = unsafe pwrite(descriptor, header, header.count, headerPosition)
        }
        if let failure { throw HeardSoundFile.Failure(path: name, code: failure) }
    }

    private static func blockSignals() -> sigset_t {
        var ending = sigset_t()
        unsafe sigemptyset(&ending)
        for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&ending, number) }
        var former = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &ending, &former)
        return former
    }

    private static func restoreSignals(_ former: sigset_t) {
        var former = former
        unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }
}
