import Configuration
import Messages
import Narration

/// The user's files.
enum TOMLTarget {
    static func readConfiguration(_ input: [UInt8]) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let (configuration, mistakes) = ConfigurationFile.configuration(from: text, file: "f", defaults: Configuration(language: "en"))
        check((1...4096).contains(configuration.queueLimit), "a limit of \(configuration.queueLimit)")
        check(configuration.speech.rate.map(SpeechAttributes.rateRange.contains) ?? false, "a wrong rate")
        check((0...60).contains(configuration.audio.linger), "a wrong linger")
        checkPlaces(of: mistakes, in: text)
    }

    static func readDictionary(_ input: [UInt8]) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let (dictionary, mistakes) = DictionaryFile.dictionary(from: text, file: "f")
        checkPlaces(of: mistakes, in: text)
        let runs = ["aaaaaaaaaaaaaaaaaaaaaaaa! z.B. v12 nginx, ab-12", "Übung: 1:02:55 – 日本 ★★★★"].map { SpeechRun(text: $0) }
        TextTarget.readAloud(runs, Reading(lexicons: WordTables.lexicons, dictionary: dictionary))
    }

    /// Checks that each mistake has a message, and a position within the file or at its end.
    private static func checkPlaces(of mistakes: [ConfigurationFile.Mistake], in text: String) {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for mistake in mistakes {
            check(!mistake.message.isEmpty, "a mistake without a message")
            check((1...lines.count).contains(mistake.line), "line \(mistake.line) of \(lines.count): \(mistake)")
            let length = lines[mistake.line - 1].count
            check((1...(length + 1)).contains(mistake.column), "column \(mistake.column) of \(length): \(mistake)")
        }
    }
}
