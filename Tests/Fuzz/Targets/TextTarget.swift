import Configuration
import Messages
import Narration

@testable import ESpeak

/// Texts on their way to the synthesizer: reading them, and the guards.
enum TextTarget {
    private static let voices = VoiceCatalog(
        voices: ["en-us", "de", "ru", "el", "he", "ar", "cmn", "ja", "ko", "hi"].map {
            InstalledVoice(identifier: $0, name: $0, languages: [.init($0)])
        }, variants: [])
    private static let languages = ["en", "de", "fr", "es", "ru", "ja", "hi", "it"]
    private static let dictionaries = [
        PronunciationDictionary(),
        DictionaryFile.dictionary(
            from: """
                [[entry]]
                word = "nginx"
                say = "engine x"
                [[entry]]
                literal = "a"
                say = ""
                [[entry]]
                regex = "-(-+)"
                say = "да 1:00:00 $1"
                """, file: "f"
        ).dictionary,
    ]

    /// Reads an input, whose first byte selects the language and the manner.
    static func read(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let text = String(decoding: input.dropFirst(), as: UTF8.self)
        guarded(text, from: Int(first) % 7, splitsWords: first & 8 == 0)
        // Use two runs: a position in the second depends on the length of the first.
        let middle = text.unicodeScalars.index(text.startIndex, offsetBy: text.unicodeScalars.count / 2)
        let attributes = SpeechAttributes(language: languages[Int(first) % languages.count])
        let runs = [text.unicodeScalars[..<middle], text.unicodeScalars[middle...]].map {
            SpeechRun(text: String($0), attributes: attributes)
        }
        readAloud(
            runs,
            Reading(
                lexicons: WordTables.lexicons, readsDurations: first & 16 == 0,
                dictionary: dictionaries[Int(first >> 5) % dictionaries.count]), shortens: first & 1 == 0)
    }

    /// T1, T11: checks what may reach the synthesizer, and that each position maps to one in the client's text.
    private static func guarded(_ text: String, from: Int, splitsWords: Bool) {
        let limits = TextLimits()
        let spoken = SpokenText(text, from: from, splitsWords: splitsWords, limits: limits)
        let length = max(from, text.unicodeScalars.count)
        var last = from
        for index in 0...spoken.scalars.count {
            let place = spoken.offset(of: index)
            check((last...length).contains(place), "a place at \(place) of \(length), after \(last)")
            last = place
        }
        var (word, apostrophes) = (0, 0)
        for scalar in spoken.scalars {
            check(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) || scalar == "\n" || scalar == "\t", "a control: \(scalar)")
            if scalar.properties.isWhitespace { (word, apostrophes) = (0, 0) } else { word += 1 }
            if scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2BC}" { apostrophes += 1 }
            guard splitsWords else { continue }
            check(word <= WordGuard.longestWord, "a word of \(word) characters")
            check(apostrophes <= limits.mostApostrophes, "a word with \(apostrophes) apostrophes")
        }
        _ = spoken.endsClause
    }

    /// T2–T9: checks that each position is in the client's text, and that they are in order.
    static func readAloud(_ runs: [SpeechRun], _ reading: Reading, shortens: Bool = false) {
        let length = Announcement(runs: runs).text.unicodeScalars.count
        var reading = reading
        let read = reading.read(runs, voices: voices, shortens: shortens)
        var last = 0
        for (index, run) in read.runs.enumerated() {
            for offset in 0..<run.text.unicodeScalars.count {
                let place = read.place(run: index, offset: offset, length: 1)
                check(
                    place.offset >= last && place.length > 0 && place.offset + place.length <= length,
                    "\(place) of \(length), after \(last)")
                last = place.offset
            }
        }
    }
}
