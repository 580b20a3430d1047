// SoundIcons finds installed sounds by name and decodes them, with libsndfile and libsamplerate. Only the voice uses it, because a file may
// make a library crash.

package import Messages
package import Voice

/// The sound icons of a theme. The most recently played ones are kept in memory.
package final class SoundIcons: SoundIconPlayer {
    private let themes: SoundThemes
    /// Whole sounds, the latest last.
    private(set) var kept: [(file: RegularFile.Identity, rate: Int, samples: [Int16])] = []

    /// The maximum number of samples kept: 1 MiB of sound.
    private static let mostKept = 1 << 19
    private static let largestFile = 16 << 20

    /// - Parameter variable: returns environment variables, which name the folders of installed sounds.
    package init(theme: SoundName, variable: (String) -> String?) {
        themes = SoundThemes(theme: theme, variable: variable)
    }

    package func play(_ name: String, volume: Int?, rate: SampleRate, into sink: any SampleSink) -> Bool {
        guard let icon = SoundName(name) else { return false }
        for path in themes.paths(of: icon) {
            guard let file = RegularFile(path, atMost: Self.largestFile) else { continue }
            if play(file, loudness: min(max(volume ?? 100, 0), 100), rate, into: sink) { return true }
        }
        return false
    }

    /// - Returns: whether the file has any sound.
    private func play(_ file: RegularFile, loudness: Int, _ rate: SampleRate, into sink: any SampleSink) -> Bool {
        let identity = file.identity
        if let place = kept.firstIndex(where: { $0.file == identity && $0.rate == rate.framesPerSecond }) {
            kept.append(kept.remove(at: place))
            let samples = kept[kept.count - 1].samples
            for start in stride(from: 0, to: samples.count, by: SoundFile.pieceLength) {
                guard pass(samples[start...].prefix(SoundFile.pieceLength), loudness, to: sink) else { break }
            }
            return true
        }
        guard let sound = SoundFile(file, rate: rate) else { return false }
        var samples: [Int16] = []
        while let piece = sound.next() {
            samples += piece
            // A sound that was stopped is incomplete: don't keep it.
            guard pass(piece[...], loudness, to: sink) else { return true }
        }
        keep(samples, of: identity, rate)
        return !samples.isEmpty
    }

    private func pass(_ piece: ArraySlice<Int16>, _ loudness: Int, to sink: any SampleSink) -> Bool {
        let samples = piece.map { Int16(Int($0) * loudness / 100) }
        return sink.receive(samples.span, [])
    }

    private func keep(_ samples: [Int16], of file: RegularFile.Identity, _ rate: SampleRate) {
        guard !samples.isEmpty, samples.count <= Self.mostKept else { return }
        kept.append((file, rate.framesPerSecond, samples))
        while kept.reduce(0, { $0 + $1.samples.count }) > Self.mostKept { kept.removeFirst() }
    }
}
