import Accessibility
import TOMLKit

/// A key of the configuration file: its name, what it may be, and where its value goes.
struct ConfigurationKey: Sendable {
    let section: String
    let name: String
    /// What is allowed, for people.
    let allowed: String
    /// Puts the value in its place; false if it is not what is allowed.
    let set: @Sendable (_ value: any TOMLValueConvertible, _ configuration: inout Configuration) -> Bool

    static let all: [ConfigurationKey] = [
        text("voice", "name", "a voice's name, as `announce voices` lists them") { $0.speech.voice = $1 },
        text("voice", "language", "a language tag, such as \"en-us\"") { $0.speech.language = $1 },
        number("voice", "rate", SpeechAttributes.rateRange, "words a minute") { $0.speech.rate = $1 },
        number("voice", "pitch", SpeechAttributes.percentRange) { $0.speech.pitch = $1 },
        number("voice", "volume", SpeechAttributes.percentRange) { $0.speech.volume = $1 },
        word("voice", "punctuation", Punctuation.self) { $0.speech.punctuation = $1 },
        word("voice", "capitals", Capitals.self) { $0.speech.capitals = $1 },
        text("audio", "device", "an ALSA PCM's name, as `aplay -L` lists them") { $0.audio.device = $1 },
        number("audio", "buffer-ms", 10...2000, "milliseconds") { $0.audio.bufferMilliseconds = $1 },
        seconds("audio", "linger", 0...60) { $0.audio.linger = $1 },
        number("audio", "lead-in", 0...5000, "milliseconds") { $0.audio.leadInMilliseconds = $1 },
        number("queue", "limit", 1...4096, "utterances") { $0.queueLimit = $1 },
    ]

    static let sections = ["voice", "audio", "queue"]

    private static func text(
        _ section: String, _ name: String, _ allowed: String, set: @escaping @Sendable (inout Configuration, String) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else { return false }
            set(&configuration, text)
            return true
        }
    }

    private static func number(
        _ section: String, _ name: String, _ range: ClosedRange<Int>, _ unit: String = "",
        set: @escaping @Sendable (inout Configuration, Int) -> Void
    ) -> ConfigurationKey {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)" + (unit.isEmpty ? "" : ", in \(unit)")
        return ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let number = value.int, range.contains(number) else { return false }
            set(&configuration, number)
            return true
        }
    }

    private static func seconds(
        _ section: String, _ name: String, _ range: ClosedRange<Double>,
        set: @escaping @Sendable (inout Configuration, Double) -> Void
    ) -> ConfigurationKey {
        let allowed = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)), in seconds"
        return ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let number = value.double ?? value.int.map(Double.init), range.contains(number) else { return false }
            set(&configuration, number)
            return true
        }
    }

    private static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
        _ section: String, _ name: String, _ type: Word.Type, set: @escaping @Sendable (inout Configuration, Word) -> Void
    ) -> ConfigurationKey where Word.RawValue == String {
        let allowed = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let word = value.string.flatMap(Word.init) else { return false }
            set(&configuration, word)
            return true
        }
    }
}
