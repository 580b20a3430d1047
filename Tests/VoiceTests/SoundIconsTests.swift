import Glibc
import Messages
import TestSupport
import Testing
import Voice

@testable import SoundIcons

/// Which file a sound icon is, and what is made of it.
struct SoundIconsTests {
    private static let rate = SampleRate(framesPerSecond: Sound.rate)

    /// The samples played, up to a number of pieces.
    private final class Played: SampleSink {
        private(set) var samples: [Int16] = []
        private(set) var pieces = 0
        private let most: Int

        init(atMost most: Int = .max) { self.most = most }

        func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool {
            self.samples += samples.indices.map { samples[$0] }
            pieces += 1
            #expect(samples.count <= Self.longest, "longer than 49 ms")
            return pieces < most
        }
        private static let longest = SoundIconsTests.rate.frames(in: .milliseconds(49))
    }

    private let icons: IconFolder

    init() throws { icons = try IconFolder() }

    private func installed(_ theme: SoundName = .freedesktop) -> SoundIcons {
        SoundIcons(theme: theme) { [icons] in icons.environment[$0] }
    }

    /// Returns the sound of an icon; nil if there is none.
    private func sound(of name: String, in theme: String = "freedesktop", volume: Int? = nil) -> [Int16]? {
        let played = Played()
        guard let theme = SoundName(theme), installed(theme).play(name, volume: volume, rate: Self.rate, into: played) else {
            #expect(played.samples == [])
            return nil
        }
        return played.samples
    }

    /// Writes an icon that is one loudness, by which it is known.
    private func write(_ loudness: Int16, _ name: String) throws {
        try icons.write(WAVBytes.of([Int16](repeating: loudness, count: 100)), to: "sounds/\(name)")
    }
    private func loudness(_ name: String, in theme: String = "freedesktop") -> Int16? { sound(of: name, in: theme)?.first }

    // MARK: Finding

    @Test func `An icon is of the theme, of its parents in their order, or of freedesktop`() throws {
        for theme in ["freedesktop", "parent", "other"] { try icons.theme(theme) }
        try icons.theme("mine", inherits: " parent , other")
        for (number, theme) in ["freedesktop", "other", "parent", "mine"].enumerated() {
            try write(Int16(number + 1), "\(theme)/stereo/bell.wav")
            #expect(loudness("bell", in: "mine") == Int16(number + 1))
            #expect(loudness("bell") == 1)
        }
        #expect(loudness("bell", in: "nonexistent") == 1)
        #expect(loudness("nothing", in: "mine") == nil)
    }

    @Test func `Themes that inherit one another end, and their folders stay inside them`() throws {
        try icons.theme("a", inherits: "b")
        try icons.theme("b", inherits: "a;b")
        try write(1, "b/stereo/bell.wav")
        #expect(loudness("bell", in: "a") == 1)
        try icons.write(
            "[Sound Theme]\nDirectories=../b/stereo,/b/stereo,surround\n[surround]\nOutputProfile=5.1\n", to: "sounds/c/index.theme")
        try write(2, "c/surround/bell.wav")
        #expect(loudness("bell", in: "c") == nil)
        try write(3, "b/stereo/secret.wav")
        for name in ["../b/stereo/secret", "/secret", ".secret", "-secret", "", "secret\0", String(repeating: "s", count: 65)] {
            #expect(loudness(name, in: "b") == nil, "\(name)")
        }
        #expect(loudness("secret", in: "b") == 3)
    }

    @Test func `A name without a sound stands for a more general one, unless the theme turns it off`() throws {
        try icons.theme("freedesktop")
        try write(1, "freedesktop/stereo/dialog.wav")
        try write(2, "freedesktop/stereo/dialog-error.wav")
        #expect(loudness("dialog-error-serious") == 2)
        #expect(loudness("dialog-warning") == 1)
        try icons.write("", to: "sounds/freedesktop/stereo/dialog-warning.disabled")
        #expect(loudness("dialog-warning") == nil)
        #expect(loudness("dialog-warning-old") == nil)
    }

    @Test func `speech-dispatcher's own icons come first, by their exact names`() throws {
        try icons.theme("freedesktop")
        try write(1, "freedesktop/stereo/test.wav")
        try write(2, "speech-dispatcher/test.wav")
        #expect(loudness("test") == 2 && loudness("test.wav") == 2)
        #expect(loudness("test-more") == 1)
    }

    @Test func `Of the folders the user's own comes first, and relative ones are invalid`() throws {
        let own = try IconFolder()
        for folder in [icons, own] { try folder.theme("freedesktop") }
        try write(1, "freedesktop/stereo/bell.wav")
        try own.write(WAVBytes.of([2] as [Int16]), to: "sounds/freedesktop/stereo/bell.wav")
        func heard(_ environment: [String: String]) -> [Int16] {
            let played = Played()
            _ = SoundIcons(theme: .freedesktop) { environment[$0] }.play("bell", volume: nil, rate: Self.rate, into: played)
            return played.samples
        }
        #expect(heard(["XDG_DATA_HOME": own.folder.path, "XDG_DATA_DIRS": "relative:\(icons.folder.path)"]) == [2])
        #expect(heard(["XDG_DATA_HOME": "relative", "XDG_DATA_DIRS": "relative:\(icons.folder.path)"]).first == 1)
        #expect(heard(["HOME": "/nonexistent", "XDG_DATA_DIRS": icons.folder.path]).first == 1)
    }

    // MARK: Decoding

    private func heard(of bytes: [UInt8], volume: Int? = nil) throws -> [Int16]? {
        try icons.write(bytes, to: "sounds/speech-dispatcher/bell.wav")
        return sound(of: "bell", volume: volume)
    }

    @Test func `A sound at the voice's own rate is played to the sample, of two channels the mean`() throws {
        let tone = WAVBytes.tone()
        #expect(try heard(of: WAVBytes.of(tone)) == tone)
        #expect(try heard(of: WAVBytes.of(tone), volume: 50) == tone.map { $0 / 2 })
        #expect(
            try heard(of: WAVBytes.of(tone.flatMap { [$0, 0] }, channels: 2)).map(Sound.init)?.correlation(with: Sound(tone)) ?? 0 > 0.99)
        #expect(try heard(of: WAVBytes.of([1000, 3000, -1000, -3000] as [Int16], channels: 2)) == [2000, -2000])
    }

    @Test(arguments: [(8000, 1), (44_100, 2), (48_000, 1), (192_000, 8)])
    func `Another rate is converted`(rate: Int, channels: Int) throws {
        let tone = WAVBytes.tone(rate: rate)
        let heard = try #require(
            try heard(of: WAVBytes.of(tone.flatMap { Array(repeating: $0, count: channels) }, rate: rate, channels: channels)))
        #expect(abs(heard.count - Sound.rate) < 50, "\(heard.count)")
        let (sound, expected) = (Sound(heard), Sound(WAVBytes.tone()))
        #expect(sound.correlation(with: expected) > 0.98)
        #expect(abs(sound.rms / expected.rms - 1) < 0.05)
    }

    @Test func `An Ogg file is played`() throws {
        try icons.theme("freedesktop")
        try icons.writeOgg(WAVBytes.tone(), to: "sounds/freedesktop/stereo/bell.oga")
        #expect(Sound(try #require(sound(of: "bell"))).correlation(with: Sound(WAVBytes.tone())) > 0.98)
    }

    @Test func `No more than ten seconds are played`() throws {
        #expect(try heard(of: WAVBytes.of(WAVBytes.tone(seconds: 10.5)))?.count == 10 * Sound.rate)
        let other = try #require(try heard(of: WAVBytes.of(WAVBytes.tone(rate: 48_000, seconds: 10.5), rate: 48_000)))
        #expect(other.count <= 10 * Sound.rate && other.count > 10 * Sound.rate - 100)
    }

    @Test func `Samples that are no numbers are silent, and those that are too loud are as loud as can be`() throws {
        let samples: [Float] = [0.5, .nan, .infinity, -.infinity, 1e30, -1e30, .signalingNaN, -0.5]
        #expect(try heard(of: WAVBytes.of(samples)) == [16_384, 0, 0, 0, 32_767, -32_768, 0, -16_384])
        // In a converter such a value would silence all that follows.
        let tone = WAVBytes.tone(rate: 48_000).map { Float($0) / 32_768 }
        let sound = try #require(try heard(of: WAVBytes.of([.nan, .infinity] + tone, rate: 48_000)))
        #expect(Sound(sound).correlation(with: Sound(WAVBytes.tone())) > 0.9)
    }

    @Test func `A file that is no sound is not played`() throws {
        let whole = WAVBytes.of(WAVBytes.tone())
        #expect(try heard(of: Array(whole.prefix(5000)))?.count ?? 0 > 2000, "a file may end too early")
        for length in [1, 4, 12, 20, 36, 40] { #expect(try heard(of: Array(whole.prefix(length))) == nil, "\(length)") }
        #expect(try heard(of: []) == nil)
        #expect(try heard(of: Array("This is a text.\n".utf8)) == nil)
        #expect(try heard(of: WAVBytes.of([] as [Int16])) == nil)
        #expect(try heard(of: WAVBytes.of([Int16](repeating: 1, count: 900), channels: 9)) == nil)
        #expect(try heard(of: WAVBytes.of([1, 2, 3] as [Int16], rate: 2)) == nil)
        #expect(try heard(of: WAVBytes.of([1, 2, 3] as [Int16], rate: 4_000_000)) == nil)
    }

    @Test func `Nothing is played from a FIFO, a folder or a device, and none of them is waited for`() throws {
        try icons.write(WAVBytes.of([1, 2, 3] as [Int16]), to: "sounds/speech-dispatcher/bell.oga")
        let path = icons.folder.path("sounds/speech-dispatcher/bell.wav")
        // SAFETY: system calls on strings.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        #expect(sound(of: "bell") == [1, 2, 3], "another file of the name is played")
        _ = unsafe unlink(path)
        #expect(unsafe mkdir(icons.folder.path("sounds/speech-dispatcher/bell"), 0o700) == 0)
        #expect(unsafe symlink("/dev/zero", path) == 0)
        #expect(sound(of: "bell") == [1, 2, 3])
    }

    @Test func `Any damage of a file is survived`() throws {
        var generator = SeededGenerator(seed: SeededGenerator.seed(for: "sound files"))
        try icons.theme("freedesktop")
        try icons.writeOgg(WAVBytes.tone(seconds: 0.2), to: "sounds/freedesktop/stereo/ogg.oga")
        let ogg = try #require(RegularFile(icons.folder.path("sounds/freedesktop/stereo/ogg.oga"), atMost: 1 << 20)).bytes()
        for whole in [WAVBytes.of(WAVBytes.tone(rate: 8000, seconds: 0.2), rate: 8000), ogg] {
            for _ in 0..<300 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...8, using: &generator) {
                    let place = Int.random(in: 0..<min(bytes.count, 200), using: &generator)
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                }
                let heard = try heard(of: bytes) ?? []
                #expect(heard.count <= 10 * Sound.rate)
            }
        }
    }

    @Test func `A sound that was played is kept until its file changes, and one that was stopped is not`() throws {
        let icons = installed()
        let (first, second) = (WAVBytes.tone(seconds: 0.5), WAVBytes.tone(880, seconds: 0.5))
        let path = try self.icons.write(WAVBytes.of(first), to: "sounds/speech-dispatcher/bell.wav")
        func heard(atMost pieces: Int = .max) -> [Int16] {
            let played = Played(atMost: pieces)
            #expect(icons.play("bell", volume: nil, rate: Self.rate, into: played))
            return played.samples
        }
        #expect(heard(atMost: 3).count == 3 * 1024, "the sink has asked to stop")
        #expect(heard() == first && heard() == first)
        #expect(icons.kept.count == 1)
        #expect(heard(atMost: 2).count == 2 * 1024)
        // Another sound of the same length, at another time.
        try self.icons.write(WAVBytes.of(second), to: "sounds/speech-dispatcher/bell.wav")
        #expect(unsafe utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) == 0)
        #expect(heard() == second)
        _ = unsafe unlink(path)
        #expect(!icons.play("bell", volume: nil, rate: Self.rate, into: Played()))
        // However many are played, the memory for them has a limit.
        for number in 0..<20 {
            try self.icons.write(WAVBytes.of(WAVBytes.tone(seconds: 9)), to: "sounds/speech-dispatcher/long\(number).wav")
            #expect(icons.play("long\(number)", volume: nil, rate: Self.rate, into: Played()))
        }
        #expect(icons.kept.count == 2)
    }
}
