import Messages
import Narration
import SpeechQueue
import Testing

/// Texts in parts, and texts with a context, as the voice receives them.
@Suite struct AttributedTextTests {
    /// The runs that the voice receives for an element.
    private static func runs(_ fields: String, _ change: (inout NarrationSettings) -> Void = { _ in }) -> [SpeechRun] {
        var screen = Screen {
            $0.style.hints = false
            change(&$0)
        }
        screen.post(#""type":"elementFocused","element":{"id":"a",\#(fields)}"#)
        screen.waitForSilence()
        return screen.given.flatMap(\.runs)
    }

    @Test("E15: each part of a label or a value is spoken in its own manner, and the rest as usual")
    func parts() {
        let runs = Self.runs(
            #""label":[{"text":"Chapter"},{"text":" Drei ","language":"de"}],"value":[{"text":"abc","spell":true}],"traits":["button"]"#)
        #expect(runs.map(\.text) == ["Chapter", "Drei,", "abc", "Button."])
        #expect(runs.map(\.attributes.language) == ["en", "de", "en", "en"])
        #expect(runs.map { $0.attributes.spell == true } == [false, false, true, false])
        #expect(runs.map { $0.pause != nil } == [false, false, false, true])
    }

    @Test("E15: a hint in parts; parts of the same manner are one run, and blank parts are nothing")
    func hint() {
        let runs = Self.runs(
            #""label":"A","hint":[{"text":"Plays the"},{"text":" "},{"text":"song"},{"text":"x","pitch":80}]"#, { $0.style.hints = true })
        #expect(runs.map(\.text) == ["A.", "Plays the song", "x."])
        #expect(Self.runs(#""label":[{"text":" "}],"value":"3""#).map(\.text) == ["3."])
    }

    @Test("E15: durations in a part are read in its language, but not in code")
    func durations() {
        let runs = Self.runs(#""label":[{"text":"1:00:05"},{"text":"1:00:05","language":"de"},{"text":"1:00:05","context":"console"}]"#)
        #expect(runs.map(\.text) == ["one hour and five seconds", "eine Stunde und fünf Sekunden", "1:00:05."])
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

    @Test("E15: the reply warns of an unknown language or voice, which has no effect")
    func unknown() {
        var screen = Screen { $0.style.hints = false }
        let parts = #"[{"text":"A"},{"text":"B","language":"xx","voice":"nobody","pitch":5}]"#
        screen.post(#""type":"elementFocused","element":{"id":"a","label":\#(parts)}"#)
        screen.waitForSilence()
        #expect(screen.replies().last?.warnings.map(\.code) == [.adjusted])
        #expect(screen.replies().last?.warnings[0].message.hasPrefix("element.label[1].language:") == true)
        #expect(screen.given[0].runs.map(\.attributes.language) == ["en", "en"] && screen.given[0].runs[1].attributes.voice == nil)
        screen.post(#""type":"elementUpdated","element":"a","value":[{"text":"C","language":"xx"}]"#)
        screen.waitForSilence()
        #expect(screen.replies().last?.warnings[0].message.hasPrefix("value[0].language:") == true)
    }

    @Test("T23: a sound in a label is its name if sounds are off")
    func sound() {
        let label = #""label":[{"sound":"bell"},{"text":"Dinner"}]"#
        #expect(Self.runs(label).map(\.icon) == ["bell", nil])
        #expect(Self.runs(label, { $0.hasEarcons = false }).map(\.icon) == [nil, nil])
    }

    @Test(
        "T24: in code, marks are named and numbers stay; elsewhere a context changes nothing",
        arguments: [
            ("sourceCode", Punctuation.all, Capitals.pitch, "at 0:42 took 5s."), ("console", .most, .none, "at 0:42 took 5s."),
            ("fileSystem", .most, .none, "at 0:42 took 5s."), ("spreadsheet", .some, .none, "at 0:42 took five seconds."),
            ("narrative", .none, .none, "at 0:42 took five seconds."),
        ])
    func contexts(context: String, punctuation: Punctuation, capitals: Capitals, text: String) {
        var screen = Screen()
        screen.post(#""type":"announcement","runs":[{"text":"at 0:42 took 5s.","context":"\#(context)"}]"#)
        screen.waitForSilence()
        let run = screen.given[0].runs[0]
        #expect((run.attributes.punctuation, run.attributes.capitals) == (punctuation, capitals))
        #expect(run.text == text)
    }

    @Test("T24: what the app asks for, and more than the context asks for, goes before the context")
    func precedence() {
        let some = #""label":[{"text":"x","context":"sourceCode","punctuation":"some","capitals":"say"}]"#
        #expect(Self.runs(some)[0].attributes.punctuation == .some && Self.runs(some)[0].attributes.capitals == .say)
        var screen = Screen()
        screen.post(#""type":"settings","punctuation":"most""#)
        screen.post(#""type":"announcement","runs":[{"text":"x","context":"spreadsheet"},{"text":"y","context":"sourceCode"}]"#)
        screen.waitForSilence()
        #expect(screen.given[0].runs.map(\.attributes.punctuation) == [.most, .all])
    }

    @Test(
        "T24: lines and cells end with a pause",
        arguments: [
            ("console", #"a\n  b\t c\n"#, "a\n\nb\t c\n"), ("sourceCode", #"\n\ta\r\n\n\tb"#, "\n\ta\n\nb"),
            ("spreadsheet", #"a\tb\nc"#, "a, b\n\nc"), ("plain", #"a\tb\nc"#, "a\tb\nc"),
        ])
    func lines(context: String, text: String, read: String) {
        var screen = Screen()
        screen.post(#""type":"announcement","runs":[{"text":"\#(text)","context":"\#(context)"}]"#)
        screen.waitForSilence()
        #expect(screen.given[0].runs.map(\.text) == [read])
        screen.post(#""type":"announcement","runs":[{"text":"a\tb","context":"spreadsheet","punctuation":"all"}]"#)
        screen.waitForSilence()
        #expect(screen.given.last?.runs.map(\.text) == ["a\n\nb"])
    }
}
