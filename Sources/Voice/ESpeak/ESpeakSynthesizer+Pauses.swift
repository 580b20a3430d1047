package import Voice

extension ESpeakSynthesizer {
    package func pause(after mark: SynthesisEvent.ClauseMark, wordsPerMinute: Int) -> Duration {
        let usual: Duration = mark == .stop ? .milliseconds(301) : .milliseconds(150)
        return usual * Self.pauseFactor(at: Double(wordsPerMinute))
    }

    /// Returns the length of pauses, relative to their length at 175 words a minute. Measured with eSpeak NG 1.51; the same for all marks.
    /// Voices of other languages differ by up to 17 % (ru).
    private static func pauseFactor(at rate: Double) -> Double {
        let measured: [(rate: Double, factor: Double)] = [
            (80, 2.94), (110, 2.06), (140, 1.43), (175, 1), (200, 0.78), (230, 0.58), (250, 0.47), (300, 0.27), (400, 0.08), (900, 0.08),
        ]
        guard let next = measured.firstIndex(where: { $0.rate >= rate }), next > 0 else { return measured[0].factor }
        let (before, after) = (measured[next - 1], measured[next])
        return before.factor + (after.factor - before.factor) * (rate - before.rate) / (after.rate - before.rate)
    }
}
