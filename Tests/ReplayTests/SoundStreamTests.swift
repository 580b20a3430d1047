import FoundationEssentials
import Glibc
import SpeechQueue
import TestSupport
import Testing

@testable import Replay

/// Sound on its way from a voice's memory to a file.
@Suite struct SoundStreamTests {
    /// Writes sound as a voice does, behind what it has written before.
    private func write(_ frames: Range<Int>, to buffer: SoundBuffer) throws -> HeardSound {
        let file = unsafe open(buffer.path, O_WRONLY)
        defer { close(file) }
        let bytes = frames.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(unsafe pwrite(file, bytes, bytes.count, off_t(44 + 2 * frames.lowerBound)) == bytes.count)
        let duration = Double(frames.count) / Double(Sound.rate)
        return HeardSound(at: Instant(nanoseconds: 0), duration: duration, samples: RenderedSamples(file: 1, frames: frames))
    }

    private func memory(of buffer: SoundBuffer) -> Int {
        var status = stat()
        return unsafe stat(buffer.path, &status) == 0 ? Int(status.st_blocks) * 512 : -1
    }

    @Test func `After each piece the file is whole, and the memory is given back`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("heard.wav")
        let buffer = try SoundBuffer()
        var stream = try SoundStream(path, .wav, sampleRate: Sound.rate)
        for end in [100_000, 200_000, 200_001] {
            let start = end == 200_001 ? 200_000 : end - 100_000
            let sound = try write(start..<end, to: buffer)
            #expect(memory(of: buffer) > 0)
            try stream.append([sound], from: buffer)
            #expect(memory(of: buffer) == 0)
            let expected = Sound((0..<end).map { Int16(truncatingIfNeeded: $0) })
            #expect(try Array(Data(contentsOf: URL(filePath: path))) == expected.wav)
        }
    }
}
