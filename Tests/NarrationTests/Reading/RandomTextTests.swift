import Configuration
import Messages
import Narration
import TestSupport
import Testing

@Suite struct RandomTextTests {
    private static let pieces = [
        "a", "Z", " ", "1:02:55", "0:00:10", ":", "1", "-", "----", "★", "☆", "❤️", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "\u{200D}", "\u{FE0F}", "\u{301}", "да",
        "Γειά", "α", "שלום", "漢", "ぬゆ", "한", "हि", "«", "»", "(", ")", ".", ",", "PM", "a.m.", "\n", "\t", "\u{200B}", "½", "※", "nginx",
        "☑", "→", "->", "\u{2013}", "♂", "🏽", " in ", " of ",
    ]

    private static let own = Set("«»()漢ぬゆ한※\u{301}½".unicodeScalars)

    @Test("T2–T9, T24: whatever the text, each place is in the client's, and what was not replaced leads back to itself")
    func places() throws {
        let seed = SeededGenerator.seed(for: "Reading")
        var generator = SeededGenerator(seed: seed)
        let dictionary = try dictionary([
            .init(find: .word("nginx"), say: "engine x"), .init(find: .literal("a"), say: ""),
            .init(find: .regex("Z+1?"), say: "да 1:00:00"),
        ])
        for round in 0..<3000 {
            let runs = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                let count = Int.random(in: 0...12, using: &generator)
                let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
                let language = ["en", "de", "ru", "ja", "it"].randomElement(using: &generator)
                return SpeechRun(
                    text: text, attributes: SpeechAttributes(language: language, spell: Bool.random(using: &generator) ? true : nil),
                    context: Bool.random(using: &generator) ? TextualContext.allCases.randomElement(using: &generator) : nil)
            }
            let client = Array(Announcement(runs: runs).text.unicodeScalars)
            let read = Reading(lexicons: WordTables.lexicons, dictionary: round % 2 == 0 ? dictionary : PronunciationDictionary()).reading(
                runs, voices: ReadingTests.voices)
            var last = 0
            for (index, run) in read.runs.enumerated() {
                for (offset, scalar) in run.text.unicodeScalars.enumerated() {
                    let place = read.place(run: index, offset: offset, length: 1)
                    let context: Comment = "TEST_SEED=\(seed), round \(round): \(runs.map(\.text))"
                    guard place.offset >= last, place.length > 0, place.offset + place.length <= client.count else {
                        Issue.record(context)
                        return
                    }
                    last = place.offset
                    let named = client[place.offset..<place.offset + place.length]
                    // Spelled text that no replacement put there is the client's own.
                    if run.attributes.spell == true || Self.own.contains(scalar) { #expect(named.elementsEqual([scalar]), context) }
                }
            }
        }
    }
}
