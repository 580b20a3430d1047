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

    @Test("E15: a hint in parts, also as the name; parts of the same manner are one as they are written, and blank parts are nothing")
    func hint() {
        let hint = #""hint":[{"text":"Plays the"},{"text":" ","pitch":9},{"text":"so"},{"text":"ng"},{"text":"x","pitch":80}]"#
        #expect(Self.runs(#""label":"A","# + hint, { $0.style.hints = true }).map(\.text) == ["A.", "Plays the song", "x."])
        #expect(Self.runs(hint).map(\.text) == ["Plays the song", "x."])
        #expect(Self.runs(#""label":[{"text":" "}],"value":"3""#).map(\.text) == ["3."])
    }

    @Test("E15: parts that have no text are heard as their pronunciation or sound")
    func withoutText() {
        let runs = Self.runs(#""label":[{"text":"","ipa":"hə"},{"sound":"bell","text":""}],"traits":["button"]"#)
        #expect(runs.map(\.ipa) == ["hə", nil, nil] && runs.map(\.icon) == [nil, "bell", nil])
        #expect(runs.last?.text == "Button.")
    }

    @Test("E15: a single part without a manner is a plain text, which its valueKind reads")
    func plain() {
        #expect(Self.runs(#""label":"A","value":[{"text":"50"}],"valueKind":"percent""#).map(\.text) == ["A, 50%."])
        let parts = #""label":"A","value":[{"text":"50"},{"text":"!","pitch":80}],"valueKind":"percent""#
        #expect(Self.runs(parts).map(\.text) == ["A,", "50", "!"])
    }

    @Test("E15: in TalkBack's dialect the last part ends without a mark; in Japanese there are no spaces between the parts of one manner")
    func dialects() {
        let label = #""label":[{"text":"A"},{"text":"B","pitch":80}]"#
        #expect(Self.runs(label, { $0.style.dialect = .talkback }).map(\.text) == ["A", "B"])
        #expect(Self.runs(label + #","traits":["button"]"#, { $0.style.dialect = .talkback }).map(\.text) == ["A", "B,", "button"])
        #expect(Self.runs(#""label":[{"text":"再"},{"text":"生"}],"language":"ja""#).map(\.text) == ["再生。"])
    }

    @Test("E15: durations in a text of more than 1 KiB are left to the voice's parts")
    func long() {
        let long = String(repeating: "word ", count: 130)
        let runs = Self.runs(#""label":[{"text":"\#(long)"},{"text":"1:00:05","pitch":80},{"text":"\#(long)"}]"#)
        #expect(runs.map(\.text).contains("one hour and five seconds"))
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

    @Test("E15, K1: typing in a field with a value in parts is echoed, and another manner of the same text is no change")
    func typing() {
        var screen = Screen { $0.style.hints = false }
        screen.post(
            #""type":"elementFocused","element":{"id":"a","label":"A","value":[{"text":"let x","context":"sourceCode"}],"traits":["textEntry","isEditing"]}"#
        )
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"a","value":[{"text":"let","pitch":80},{"text":" xy","context":"sourceCode"}]"#)
        screen.waitForSilence()
        #expect(screen.given.last?.runs.map(\.text) == ["y"])
        let before = screen.given.count
        screen.post(#""type":"elementUpdated","element":"a","value":"let xy""#)
        screen.waitForSilence()
        #expect(screen.given.count == before)
    }

    @Test("E15, K3: a password in parts is neither heard nor shown")
    func password() {
        var screen = Screen {
            $0.style.hints = false
            $0.earcons = Set(Earcon.allCases)
        }
        screen.post(#""type":"elementFocused","element":{"id":"a","label":"A","value":[{"text":"qq"}],"traits":["secureTextEntry"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"a","value":[{"text":"qq"},{"text":"z","pitch":80}]"#)
        screen.waitForSilence()
        #expect(screen.given.map(\.text) == ["A. Secure text field."])
    }

    @Test("E15, N8: what was added to a live value is said in its own parts; a new value leaves a label in parts unsaid")
    func live() {
        var screen = Screen { $0.style.hints = false }
        let first = #"{"text":"A: hi\n"}"#
        screen.post(
            #""type":"elementFocused","element":{"id":"log","label":[{"text":"L"},{"text":"og","pitch":80}],"value":[\#(first)],"live":"polite"}"#
        )
        screen.post(#""type":"elementFocused","element":{"id":"b","label":"B"}"#)
        screen.waitForSilence()
        screen.post(
            #""type":"elementUpdated","element":"log","value":[\#(first),{"sound":"bell"},{"text":"B: Tag","language":"de"}]"#)
        screen.waitForSilence()
        let runs = screen.given.last?.runs ?? []
        #expect(runs.map(\.text) == ["bell", "B: Tag."])
        #expect(runs.map(\.icon) == ["bell", nil] && runs.last?.attributes.language == "de")
        screen.post(#""type":"elementUpdated","element":"log","value":[{"text":"New"},{"text":"er","pitch":80}]"#)
        screen.waitForSilence()
        #expect(screen.given.last?.runs.map(\.text) == ["New", "er."])
    }

    @Test("E15: the reply warns of an unknown language or voice, which has no effect")
    func unknown() {
        var screen = Screen { $0.style.hints = false }
        let parts = #"[{"text":"A"},{"text":"B","language":"xx","voice":"x/de","pitch":5}]"#
        screen.post(#""type":"elementFocused","element":{"id":"a","label":\#(parts)}"#)
        screen.waitForSilence()
        #expect(screen.replies().last?.warnings.map(\.code) == [.adjusted])
        #expect(screen.replies().last?.warnings[0].message.hasPrefix("element.label[1].language:") == true)
        #expect(screen.given[0].runs.map(\.attributes.language) == ["en", nil])
        #expect(screen.given[0].runs.map(\.attributes.voice) == [nil, "x/de"])
        screen.post(#""type":"elementFocused","element":{"id":"a","label":"A","language":"xx"}"#)
        screen.waitForSilence()
        #expect(screen.replies().last?.warnings[0].message.hasPrefix("element.language:") == true)
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
            ("narrative", .none, .none, "at 0:42 took five seconds."), ("messaging", .none, .none, "at 0:42 took five seconds."),
            ("wordProcessing", .none, .none, "at 0:42 took five seconds."), ("plain", .none, .none, "at 0:42 took five seconds."),
        ])
    func contexts(context: String, punctuation: Punctuation, capitals: Capitals, text: String) {
        var screen = Screen()
        screen.post(#""type":"announcement","runs":[{"text":"at 0:42 took 5s.","context":"\#(context)"}]"#)
        screen.waitForSilence()
        let run = screen.given[0].runs[0]
        #expect((run.attributes.punctuation, run.attributes.capitals) == (punctuation, capitals))
        #expect(run.text == text)
    }

    @Test(
        "T24: in code, times, dates, numbers, signs and long tokens stay as they are; signs without a name get one",
        arguments: [
            ("[14:05:10] at", "[fourteen oh 5 and ten seconds] at"), ("of 2020-12-05", "of December 5, 2020"),
            ("is -$20", "is minus $20"), ("a -> b", "a to b"), ("in /home/user/projects/announced/README.md", "in README.md"),
        ])
    func verbatim(text: String, read: String) {
        for (context, heard) in [("plain", read), ("console", text)] {
            var screen = Screen()
            screen.post(#""type":"announcement","runs":[{"text":"\#(text)","context":"\#(context)"}]"#)
            screen.waitForSilence()
            #expect(screen.given.last?.runs.map(\.text) == [heard])
        }
        let prompt = Self.runs(#""label":[{"text":"~ ❯ ls → a","context":"console"}]"#)
        #expect(prompt.map(\.text) == ["~ right arrow ls to a."])
    }

    @Test("T24: SSML and Markdown keep the context of their text")
    func markup() {
        for text in [
            #"{"text":"<speak>at 0:42 took 5s.</speak>","ssml":true,"context":"console"}]"#,
            #"{"text":"at *0:42* took 5s.","context":"console"}],"format":"markdown""#,
        ] {
            var screen = Screen()
            screen.post(#""type":"announcement","runs":[\#(text)"#)
            screen.waitForSilence()
            #expect(screen.given[0].runs.allSatisfy { $0.context == .console && !$0.text.contains("five") }, "\(text)")
        }
    }

    @Test("T24: where the focus is, and what was spoken last, is said with the marks of its context")
    func again() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"a","label":[{"text":"f(x);","context":"sourceCode"}]}"#)
        screen.waitForSilence()
        for request in ["where", "repeat"] {
            screen.post(#""type":"\#(request)""#)
            screen.waitForSilence()
        }
        #expect(screen.given.flatMap(\.runs).map(\.attributes.punctuation) == [.all, .all, .all])
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
            ("spreadsheet", #"a\tb\nc"#, "a, b\n\nc"), ("spreadsheet", #"1.\ta,\tb"#, "1. a, b"), ("plain", #"a\tb\nc"#, "a\tb\nc"),
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
