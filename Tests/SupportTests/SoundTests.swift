import Glibc
import TestSupport
import Testing

struct SoundTests {
    /// A tone.
    private func tone(_ frequency: Double, _ duration: Duration, loudness: Double = 8_000) -> Sound {
        let step = 2 * Double.pi * frequency / Double(Sound.rate)
        return Sound((0..<Sound.samples(in: duration)).map { Int16(sin(Double($0) * step) * loudness) })
    }

    /// The same noise for the same seed.
    private func noise(_ duration: Duration, seed: UInt64) -> Sound {
        var state = seed
        return Sound(
            (0..<Sound.samples(in: duration)).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int16(truncatingIfNeeded: Int64(bitPattern: state) >> 50)
            })
    }

    @Test func `Known values`() {
        #expect(Sound([]).rms == 0)
        #expect(Sound([3, -3, 3, -3]).rms == 3)
        #expect(abs(tone(441, .seconds(1), loudness: 10_000).rms - 7_071) < 2)
        #expect(tone(441, .seconds(2)).duration == .seconds(2))
        #expect(Sound([0, 5, 0, 300, 7, -300, 100, 0]).trimmed().samples == [300, 7, -300])
        #expect(Sound([0, 5, 300, 0]).trimmedStart().samples == [300, 0])
        #expect(Sound([0, 5]).trimmed().samples == [])
        #expect(Sound([1, 2, 3]).part(from: .zero, for: .seconds(1)).samples == [1, 2, 3])
    }

    @Test func `Sounds without their gaps are alike, unless something is missing or there twice`() {
        let sound = noise(.seconds(1), seed: 1)
        let (start, end) = (sound.part(from: .zero, for: .milliseconds(600)), sound.part(from: .milliseconds(600), for: .seconds(1)))
        let interrupted = start + .silence(.milliseconds(300)) + end
        #expect(interrupted.withoutGaps.correlation(with: sound.withoutGaps) > 0.999)
        #expect((start + start + end).withoutGaps.correlation(with: sound.withoutGaps) < 0.9)
        #expect(start.withoutGaps.correlation(with: sound.withoutGaps) < 0.9)
    }

    @Test func `The share that is loud`() {
        let half = tone(441, .seconds(1)) + .silence(.seconds(1))
        #expect(abs(half.loudFraction() - 0.5) < 0.01)
        #expect(Sound([]).loudFraction() == 0)
    }

    @Test func `A sound is found where it is complete, though gaps interrupt it`() throws {
        let sound = noise(.seconds(3), seed: 1)
        func part(_ start: Double, _ end: Double) -> Sound { sound.part(from: .seconds(start), for: .seconds(end - start)) }
        let gap = Sound.silence(.milliseconds(300))
        let interrupted = part(0, 1) + gap + part(1, 1.6) + gap + gap + part(1.6, 3)
        for before in [Sound([]), part(0, 1.7) + gap, noise(.seconds(1), seed: 2)] {
            let place = try #require((before + interrupted).firstSample(of: sound))
            #expect(abs(place - before.samples.count) < 100)
        }
        for other in [part(0, 1.7), part(0, 0.8) + part(2.2, 3), part(1.5, 3) + part(0, 1.5), noise(.seconds(4), seed: 2)] {
            #expect(other.firstSample(of: sound) == nil)
        }
    }

    @Test func `A sound is like itself, however loud and shifted`() {
        let sound = noise(.milliseconds(300), seed: 1)
        let quieter = Sound(sound.samples.map { $0 / 4 })
        #expect(sound.correlation(with: sound) > 0.999)
        #expect((.silence(.milliseconds(40)) + quieter).correlation(with: sound) > 0.999)
        #expect(sound.correlation(with: .silence(.milliseconds(40)) + sound) > 0.999)
        #expect(sound.correlation(with: noise(.milliseconds(300), seed: 2)) < 0.2)
        #expect(sound.correlation(with: .silence(.seconds(1))) == 0)
    }

    @Test func `A part that only one of two sounds has counts`() {
        let sound = noise(.milliseconds(500), seed: 1)
        let half = sound.part(from: .zero, for: .milliseconds(250))
        #expect(abs(sound.correlation(with: half) - 0.707) < 0.02)
        #expect(sound.find(half).correlation > 0.999)
    }

    @Test func `A part is found where it is`() {
        let (first, second) = (noise(.milliseconds(400), seed: 1), noise(.milliseconds(300), seed: 2))
        let whole = .silence(.milliseconds(100)) + first + .silence(.milliseconds(50)) + second + .silence(.seconds(1))
        #expect(whole.find(first).offset == Sound.samples(in: .milliseconds(100)))
        #expect(whole.find(first).correlation > 0.999)
        #expect(abs(whole.find(second).time / .seconds(1) - 0.55) < 0.001)
        #expect(whole.find(noise(.milliseconds(300), seed: 3)).correlation < 0.3)
    }

    @Test func `WAV files, whole and from a pipe`() throws {
        let sound = tone(441, .milliseconds(10))
        var bytes = sound.wav
        #expect(try Sound(wav: bytes) == sound)
        bytes.replaceSubrange(40..<44, with: [0xff, 0xff, 0xff, 0xff])
        #expect(try Sound(wav: bytes) == sound)
        bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
        #expect(try Sound(wav: bytes) == sound)
        bytes[24] = 1
        #expect(throws: Sound.UnreadableFile.self) { try Sound(wav: bytes) }
        #expect(throws: Sound.UnreadableFile.self) { try Sound(wav: [1, 2, 3]) }
        #expect(Sound(littleEndian: [1, 0, 0xff, 0xff, 9]).samples == [1, -1])
    }
}
