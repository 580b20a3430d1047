/// The header of a WAV file of 16-bit mono samples.
package enum WAVHeader {
    /// In bytes.
    package static let length = 44
    /// The length to state when the sound's length is not known yet, as in espeak-ng: players read on to the end.
    package static let unknownLength = 0x7FFF_F000

    /// - Parameter soundLength: In bytes.
    package static func bytes(sampleRate: Int, soundLength: Int) -> [UInt8] {
        var header = Array("RIFF".utf8)
        header.appendLittleEndian(UInt32(clamping: soundLength + length - 8))
        header += "WAVEfmt ".utf8
        header.appendLittleEndian(UInt32(16))  // bytes of the format that follow
        header.appendLittleEndian(UInt16(1))  // PCM
        header.appendLittleEndian(UInt16(1))  // channels
        header.appendLittleEndian(UInt32(sampleRate))
        header.appendLittleEndian(UInt32(sampleRate * 2))  // bytes a second
        header.appendLittleEndian(UInt16(2))  // bytes a frame
        header.appendLittleEndian(UInt16(16))  // bits a sample
        header += "data".utf8
        header.appendLittleEndian(UInt32(clamping: soundLength))
        return header
    }
}

extension [UInt8] {
    package mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
