/// A frame around bytes: their length and checksum, so that damage is detected.
enum JournalFrame {
    static let header = 8

    /// Returns the length and the checksum, which precede the bytes.
    static func header(of bytes: [UInt8]) -> [UInt8] {
        let length = UInt32(bytes.count)
        let sum = sum(of: bytes[...])
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
    }

    /// Returns the frames that fill `bytes`; nil if it contains anything else.
    static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var frames: [ArraySlice<UInt8>] = []
        var place = 0
        while place < bytes.count {
            guard bytes.count - place >= header else { return nil }
            func number(_ offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[place + offset + $1]) << ($1 * 8) } }
            let length = Int(number(0))
            guard length <= bytes.count - place - header else { return nil }
            let frame = bytes[(place + header)..<(place + header + length)]
            guard sum(of: frame) == number(4) else { return nil }
            frames.append(frame)
            place += header + length
        }
        return frames
    }

    /// Returns an FNV checksum, computed on eight bytes at a time for speed. It need not resist forgery.
    private static func sum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        // SAFETY: the words are read within the bytes, without alignment.
        let sum = unsafe bytes.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
            var place = 0
            while place + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                sum = (sum ^ word) &* 0x0000_0100_0000_01b3
                sum ^= sum >> 29
                place += 8
            }
            while place < bytes.count {
                let byte = unsafe bytes[place]
                sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
                place += 1
            }
            return sum
        }
        return UInt32(truncatingIfNeeded: sum ^ (sum >> 32))
    }
}
