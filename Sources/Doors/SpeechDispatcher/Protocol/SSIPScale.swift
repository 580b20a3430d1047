/// Converts between the protocol's numbers, from -100 to 100, and a voice's units.
package enum SSIPScale {
    package static let range = -100...100

    /// Words per minute at -100, 0 and 100, as in speech-dispatcher's module for eSpeak NG, so that users hear their familiar rate.
    private static let (slowest, normal, fastest) = (80, 170, 449)

    package static func wordsPerMinute(ofRate rate: Int) -> Int {
        let rate = clamped(rate)
        return rate < 0 ? normal + (normal - slowest) * rate / 100 : normal + (fastest - normal) * rate / 100
    }

    package static func rate(ofWordsPerMinute words: Int) -> Int {
        clamped(words < normal ? (words - normal) * 100 / (normal - slowest) : (words - normal) * 100 / (fastest - normal))
    }

    /// Returns a pitch or a volume from 0 to 100.
    package static func percent(of value: Int) -> Int { (clamped(value) + 100) / 2 }
    package static func value(ofPercent percent: Int) -> Int { clamped(percent * 2 - 100) }

    private static func clamped(_ value: Int) -> Int { min(max(value, range.lowerBound), range.upperBound) }
}
