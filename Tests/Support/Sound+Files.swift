import FoundationEssentials

extension Sound {
    /// An error: a file is not a WAV file of 16 bits, one channel and 22,050 samples a second.
    package struct UnreadableFile: Error, CustomStringConvertible {
        package let description: String
    }

    /// Decodes samples from bytes, the low one first. An odd byte at the end is dropped.
    package init(littleEndian bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    /// Reads a file of raw samples, the low byte first.
    package init(rawFile path: String) throws {
        self.init(littleEndian: try Data(contentsOf: URL(filePath: path)))
    }

    /// Reads a WAV file. If its length is 0 or beyond the end, as in files written to a pipe, all of the rest is samples.
    package init(wavFile path: String) throws {
        try self.init(wav: Array(Data(contentsOf: URL(filePath: path))))
    }

    /// Reads the bytes of a WAV file.
    package init(wav bytes: [UInt8]) throws(UnreadableFile) {
        func number(_ position: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
        }
        func text(_ position: Int) -> String { String(decoding: bytes[position..<(position + 4)], as: UTF8.self) }

        guard bytes.count >= 12, text(0) == "RIFF", text(8) == "WAVE" else {
            throw UnreadableFile(description: "no WAV file")
        }
        var position = 12
        while position + 8 <= bytes.count {
            let (name, size, start) = (text(position), number(position + 4, 4), position + 8)
            let isOpen = size == 0 || start + size > bytes.count
            if name == "data" {
                self.init(littleEndian: isOpen ? bytes[start...] : bytes[start..<(start + size)])
                return
            }
            guard !isOpen else { break }
            if name == "fmt ", size >= 16 {
                let format = (number(start, 2), number(start + 2, 2), number(start + 4, 4), number(start + 14, 2))
                guard format == (1, 1, Self.rate, 16) else {
                    throw UnreadableFile(description: "(encoding, channels, rate, bits) is \(format)")
                }
            }
            position = start + size + size % 2
        }
        throw UnreadableFile(description: "no samples in the WAV file")
    }

    /// The sound as a WAV file.
    package var wav: [UInt8] {
        func bytes(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let length = samples.count * 2
        let format = bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(Self.rate, 4) + bytes(Self.rate * 2, 4) + bytes(2, 2) + bytes(16, 2)
        return Array("RIFF".utf8) + bytes(36 + length, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
            + bytes(length, 4) + samples.flatMap { bytes(Int($0), 2) }
    }
}
