import Glibc
import SpeechQueue
import System

/// A 16-bit mono WAV file with sounds at their times and silence between them.
///
/// Each unsafe expression is a system call with buffers that are valid for the call.
package struct HeardSoundFile: ~Copyable {
    /// How long a cut sound fades at its end, in seconds, as from the voice (Q14).
    private static let fadeSeconds = 0.003

    /// Why a file can't be read or written.
    package struct Failure: Error, CustomStringConvertible {
        /// The system's error number.
        package let code: CInt
        let path: String
        let reason: String
        package var description: String { "\(path): \(reason)" }

        init(path: String, code: CInt) {
            (self.path, self.code) = (path, code)
            reason = String(systemError: code)
        }

        init(path: String, _ failure: OutputFile.Failure) {
            (self.path, code) = (path, failure.code)
            reason = "\(failure.reason): \(failure.advice)"
        }
    }

    private let path: String
    private let descriptor: CInt
    private let sampleRate: Int
    private var length = 0

    /// Creates the file, or empties it.
    package init(_ path: String, sampleRate: Int) throws(Failure) {
        self.path = path
        self.sampleRate = sampleRate
        let opened = Result { () throws(Failure) in try Self.open(path) }
        descriptor = (try? opened.get()) ?? -1
        _ = try opened.get()
    }

    static func open(_ path: String, mode: CInt = O_RDWR) throws(Failure) -> CInt {
        do throws(OutputFile.Failure) {
            return try OutputFile.open(path, empties: true, mode: mode)
        } catch {
            throw Failure(path: path, error)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes the sounds that were heard.
    /// - Parameter source: Returns the path of the file that the voice with that number has written.
    package mutating func write(_ sounds: [HeardSound], source: (Int) -> String) throws(Failure) {
        var files: [Int: CInt] = [:]
        defer { for file in files.values { close(file) } }
        for sound in sounds {
            guard let samples = sound.samples else { continue }
            let file: CInt
            if let known = files[samples.file] {
                file = known
            } else {
                file = unsafe Glibc.open(source(samples.file), O_RDONLY | O_CLOEXEC)
                guard file >= 0 else { throw Failure(path: source(samples.file), code: errno) }
                files[samples.file] = file
            }
            let heard = min(samples.frames.count, Int((sound.duration * Double(sampleRate)).rounded()))
            var part = Self.samples(of: file, from: samples.frames.lowerBound, count: heard)
            if heard < samples.frames.count { fade(&part) }
            try mix(part, at: Int((sound.at.seconds * Double(sampleRate)).rounded()))
        }
        try writeHeader()
    }

    /// Mixes samples with those already in the file.
    private mutating func mix(_ samples: [Int16], at frame: Int) throws(Failure) {
        let present = Self.samples(of: descriptor, from: frame, count: samples.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * samples.count)
        for (new, old) in zip(samples, present) {
            bytes.appendLittleEndian(UInt16(bitPattern: Int16(clamping: Int(new) + Int(old))))
        }
        try write(bytes, at: WAVHeader.length + 2 * frame)
        length = max(length, 2 * (frame + samples.count))
    }

    private func fade(_ samples: inout [Int16]) {
        let count = min(samples.count, Int(Self.fadeSeconds * Double(sampleRate)))
        for index in 0..<count {
            let place = samples.count - count + index
            samples[place] = Int16(Int(samples[place]) * (count - index) / (count + 1))
        }
    }

    private func writeHeader() throws(Failure) {
        try write(WAVHeader.bytes(sampleRate: sampleRate, soundLength: length), at: 0)
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(Failure) {
        if let code = FileBytes.writeAll(bytes, to: descriptor, at: offset).failure { throw Failure(path: path, code: code) }
    }

    /// Returns samples of a WAV file; after its end, silence.
    private static func samples(of file: CInt, from frame: Int, count: Int) -> [Int16] {
        var bytes = [UInt8](repeating: 0, count: 2 * count)
        var known = 0
        while known < bytes.count {
            let read = unsafe bytes.withUnsafeMutableBytes { all in
                unsafe pread(
                    file, all.baseAddress.map { unsafe $0 + known }, all.count - known, off_t(WAVHeader.length + 2 * frame + known))
            }
            if read > 0 { known += read } else if read == 0 || errno != EINTR { break }
        }
        return (0..<count).map { Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8) }
    }
}
