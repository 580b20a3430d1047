import Messages
import Narration
import SpeechQueue
import Testing

/// Q20: the sentences and paragraphs of a text.
@Suite struct TextStepsTests {
    /// Returns the beginnings that steps forward lead to.
    private static func starts(_ texts: [String], _ unit: ReadingStep.Unit) -> [String] {
        let runs = texts.map { SpeechRun(text: $0) }
        var found: [String] = []
        var place: RunPosition? = RunPosition(run: 0, offset: 0)
        while let here = place {
            let rest = texts[here.run].unicodeScalars.dropFirst(here.offset)
            found.append(String(String(rest).prefix(3)))
            place = TextSteps.place(in: runs, from: here, ReadingStep(.next, by: unit))
        }
        return found
    }

    @Test(
        "Q20: sentences begin after full stops, not after abbreviations and numbers",
        arguments: [
            (["One two. Two three! \"Three?\" Four."], ["One", "Two", "\"Th", "Fou"]),
            (["Dr. Who met No. 5 at 3. May there. Then"], ["Dr.", "The"]),
            (["Tell me who it is. Go on. He is in. Stop it."], ["Tel", "Go ", "He ", "Sto"]),
            (["Das ist so. Er kam an. Aus."], ["Das", "Er ", "Aus"]),
            (["„So geht das.“ Dann ging es."], ["„So", "Dan"]),
            (["We met Mrs. Smith and Prof. Jones, i.e. all, etc. and so. End"], ["We ", "End"]),
            (["Das kostet 5 Mio. Euro, z. B. mehr. J. Doe"], ["Das", "J. "]), (["In 2020. Then"], ["In ", "The"]),
            (["He said \"No way.\" Then left."], ["He ", "The"]), (["no end"], ["no "]), (["漢字。仮名。"], ["漢字。", "仮名。"]),
            (["One two.", "Two three."], ["One", "Two"]), (["One two ", "three. Four."], ["One", "Fou"]),
            (["Title\n\nText here"], ["Tit", "Tex"]),
            (["line\nline two"], ["lin"]), (["v1.2.3 and a.b. Is"], ["v1."]), (["Wait... What"], ["Wai", "Wha"]), ([""], [""]),
        ])
    func sentences(_ texts: [String], _ expected: [String]) {
        #expect(Self.starts(texts, .sentence) == expected)
    }

    @Test("Q20, T24: each line of code is a sentence, but no paragraph")
    func lines() {
        let runs = [SpeechRun(text: "let a\n\t b = 1\n\n\n", context: .sourceCode), SpeechRun(text: "prose\nof two lines")]
        func next(_ unit: ReadingStep.Unit) -> RunPosition? {
            TextSteps.place(in: runs, from: RunPosition(run: 0, offset: 0), ReadingStep(.next, by: unit))
        }
        #expect(next(.sentence) == RunPosition(run: 0, offset: 8) && next(.paragraph) == RunPosition(run: 1, offset: 0))
        let last = RunPosition(run: 1, offset: 0)
        #expect(TextSteps.place(in: runs, from: last, ReadingStep(.next, by: .sentence)) == nil)
    }

    @Test("Q20: paragraphs begin after blank lines")
    func paragraphs() {
        #expect(Self.starts(["One. Two.\nThree.\n \nFour. Five.\n\n\nSix"], .paragraph) == ["One", "Fou", "Six"])
    }

    @Test("Q20: steps from a place, and from the end")
    func steps() {
        let runs = [SpeechRun(text: "One two. Two three. Three four.")]
        for (offset, direction, expected) in [
            (12, ReadingStep.Direction.again, 9), (12, .previous, 0), (12, .next, 20), (0, .previous, nil), (25, .next, nil),
            (nil, .again, 20), (nil, .previous, 9), (nil, .next, nil),
        ] as [(Int?, ReadingStep.Direction, Int?)] {
            let place = TextSteps.place(in: runs, from: offset.map { RunPosition(run: 0, offset: $0) }, ReadingStep(direction))
            #expect(place == expected.map { RunPosition(run: 0, offset: $0) }, "\(offset ?? -1) \(direction)")
        }
    }
}
