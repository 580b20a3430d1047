import Glibc
package import Messages

/// The effects of `prosody`, `emphasis` and `break`.
package enum Prosody {
    /// The base of relative values if the attribute is not set.
    private static let usual = SpeechAttributes(pitch: 50, inflection: 50, volume: 100)

    static func apply(_ values: [String: String], to manner: inout SpeechAttributes) {
        if let rate = values["rate"].flatMap({ factor($0, rates) }) { changeRate(of: &manner, by: rate) }
        if let pitch = values["pitch"].flatMap({ factor($0, pitches) }) {
            change(&manner.pitch, by: pitch, usual.pitch, SpeechAttributes.percentRange)
        }
        if let range = values["range"].flatMap({ factor($0, pitches) }) {
            change(&manner.inflection, by: range, usual.inflection, SpeechAttributes.percentRange)
        }
        if let word = values["volume"] {
            if let number = Double(word), !word.hasPrefix("+"), !word.hasPrefix("-") {
                manner.volume = number.isFinite ? Int(max(0, min(100, number))) : manner.volume
            } else if let volume = factor(word, volumes) {
                change(&manner.volume, by: volume, usual.volume, SpeechAttributes.percentRange)
            }
        }
    }

    /// Applies `emphasis` of a level; nil: moderate.
    package static func emphasize(_ level: String?, _ manner: inout SpeechAttributes) {
        let (rate, pitch) =
            switch level {
            case "strong": (0.85, 1.3)
            case "none": (1.0, 1.0)
            case "reduced": (1.1, 0.9)
            default: (0.9, 1.15)
            }
        guard level != "none" else { return }
        changeRate(of: &manner, by: rate)
        change(&manner.pitch, by: pitch, usual.pitch, SpeechAttributes.percentRange)
    }

    /// Returns the length of a `break` in seconds. A `break` with neither time nor strength is medium.
    static func pause(_ values: [String: String]) -> Double {
        if let time = values["time"] { return seconds(time) ?? 0 }
        return strengths[values["strength"] ?? "medium"] ?? 0.3
    }

    private static let rates: [String: Double] = ["x-slow": 0.5, "slow": 0.75, "medium": 1, "default": 1, "fast": 1.5, "x-fast": 2]
    /// The words for pitches, and for their ranges.
    private static let pitches: [String: Double] = ["x-low": 0.4, "low": 0.7, "medium": 1, "default": 1, "high": 1.4, "x-high": 1.8]
    /// The volumes as factors. None is louder than the voice's own volume.
    private static let volumes: [String: Double] = [
        "silent": 0, "x-soft": 0.25, "soft": 0.5, "medium": 1, "default": 1, "loud": 1, "x-loud": 1,
    ]
    private static let strengths: [String: Double] = ["none": 0, "x-weak": 0.05, "weak": 0.15, "medium": 0.3, "strong": 0.5, "x-strong": 1]

    /// Parses a word, "80%" (of it), "+20%" (more), "+2st", "-6dB", or a plain factor such as "1.5" (SSML 1.0). Frequencies are ignored.
    private static func factor(_ word: String, _ words: [String: Double]) -> Double? {
        if let known = words[word] { return known }
        let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
        if word.hasSuffix("%") {
            return Double(word.dropLast()).flatMap { sane(isRelative ? 1 + $0 / 100 : $0 / 100) }
        }
        if word.hasSuffix("st") { return Double(word.dropLast(2)).flatMap { sane(pow(2, $0 / 12)) } }
        if word.lowercased().hasSuffix("db") { return Double(word.dropLast(2)).flatMap { sane(pow(10, $0 / 20)) } }
        return isRelative ? nil : Double(word).flatMap(sane)
    }

    private static func sane(_ factor: Double) -> Double? { factor.isFinite && factor >= 0 ? min(factor, 100) : nil }

    /// Changes the rate if it is set, otherwise the factor on the user's rate, which is not known here.
    private static func changeRate(of manner: inout SpeechAttributes, by factor: Double) {
        guard manner.rate == nil else { return change(&manner.rate, by: factor, nil, SpeechAttributes.rateRange) }
        guard factor != 1 else { return }
        manner.rateFactor = min(max((manner.rateFactor ?? 1) * factor, 0.05), 20)
    }

    private static func change(_ value: inout Int?, by factor: Double, _ usual: Int?, _ range: ClosedRange<Int>) {
        guard factor != 1 else { return }
        let changed = (Double(value ?? usual ?? 0) * factor).rounded()
        value = min(max(Int(changed), range.lowerBound), range.upperBound)
    }

    private static func seconds(_ time: String) -> Double? {
        let isMilliseconds = time.hasSuffix("ms")
        guard time.hasSuffix("s"), let number = Double(time.dropLast(isMilliseconds ? 2 : 1)), number.isFinite, number >= 0 else {
            return nil
        }
        return isMilliseconds ? number / 1000 : number
    }
}
