import Messages
import Narration
import SpeechQueue
import Testing

/// Texts in parts, as the voice receives them.
@Suite struct AttributedTextTests {
    /// The runs that the voice receives for an element.
    private static func runs(_ fields: String) -> [SpeechRun] {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"a",\#(fields)}"#)
        screen.waitForSilence()
        return screen.given.flatMap(\.runs)
    }

    @Test("E15: each part of a label or a value is spoken in its own manner, and the rest as usual")
    func parts() {
        let runs = Self.runs(
            #""label":[{"text":"Chapter"},{"text":"Drei","language":"de"}],"value":[{"text":"abc","spell":true}],"traits":["button"]"#)
        #expect(runs.map(\.text) == ["Chapter", "Drei,", "abc", "Button."])
        #expect(runs.map(\.attributes.language) == [nil, "de", nil, nil].map { $0 ?? runs[0].attributes.language })
        #expect(runs.map { $0.attributes.spell == true } == [false, false, true, false])
    }

    @Test(
        "T24: in code, marks are named and numbers stay; elsewhere a context changes nothing",
        arguments: [
            ("sourceCode", Punctuation.all, Capitals.pitch, "at 0:42 took 5s."), ("console", .most, .none, "at 0:42 took 5s."),
            ("narrative", .none, .none, "at 0:42 took five seconds."), ("spreadsheet", .some, .none, "at 0:42 took five seconds."),
        ])
    func contexts(context: String, punctuation: Punctuation, capitals: Capitals, text: String) {
        var screen = Screen()
        screen.post(#""type":"announcement","runs":[{"text":"at 0:42 took 5s.","context":"\#(context)"}]"#)
        screen.waitForSilence()
        let run = screen.given[0].runs[0]
        #expect((run.attributes.punctuation, run.attributes.capitals) == (punctuation, capitals))
        #expect(run.text == text)
    }

    @Test("E15: an update with a plain text ends the parts; the words that have changed are said in their manner")
    func update() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"a","label":[{"text":"A","pitch":90}]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"a","value":[{"text":"low","pitch":10}]"#)
        screen.waitForSilence()
        #expect(screen.given.flatMap(\.runs).map(\.attributes.pitch) == [90, 10])
        screen.post(#""type":"elementUpdated","element":"a","label":"B","value":"high""#)
        screen.waitForSilence()
        #expect(screen.given.last?.runs.last?.attributes.pitch == nil)
    }
}
