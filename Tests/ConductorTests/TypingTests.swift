import Conductor
import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

/// §12: what the user hears while typing.
@Suite struct TypingTests {
    private static func field(
        _ traits: String = #""textEntry","isEditing""#, value: String = "", echo: TypingEcho = .characters
    ) -> Screen {
        var screen = Screen {
            $0.style.hints = false
            $0.typingEcho = echo
        }
        screen.post(#""type":"elementFocused","element":{"id":"f","label":"Name","value":"\#(value)","traits":[\#(traits)]}"#)
        screen.waitForSilence()
        screen.wait(until: 10)
        _ = screen.heard()
        return screen
    }

    /// Types values one after another, a second apart, and returns what is heard.
    private static func typed(_ values: [String], into field: Screen) -> [String] {
        var screen = field
        for (index, value) in values.enumerated() {
            screen.wait(until: 10 + Double(index))
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(value)""#)
        }
        screen.waitForSilence()
        return screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test(
        "K1: characters, words or both are heard as they are typed",
        arguments: [
            (TypingEcho.characters, ["h", "i", " ", "!"]), (.words, ["silent by K1", "silent by K1", "hi", "silent by K1"]),
            (.both, ["h", "i", "hi", "!"]), (.none, ["silent by K1", "silent by K1", "silent by K1", "silent by K1"]),
        ])
    func echo(_ echo: TypingEcho, _ heard: [String]) {
        #expect(Self.typed(["h", "hi", "hi ", "hi !"], into: Self.field(echo: echo)) == heard)
    }

    @Test("K1: each character that follows within a word's time cuts the one before, and the description of the field")
    func newest() {
        var screen = Self.field()
        screen.post(#""type":"elementFocused","element":"f""#)
        for (time, value) in [(10.1, "a"), (10.2, "ab"), (10.3, "abc")] {
            screen.wait(until: time)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(value)""#)
        }
        screen.waitForSilence()
        let heard = screen.heard().filter { !$0.contains("cut") && !$0.contains("superseded") }
        #expect(heard.suffix(3) == ["10.1 a", "10.2 b", "10.3 c"])
    }

    @Test(
        "K1: what was typed follows from the values, or is said by the app",
        arguments: [
            ("aa", #""value":"aaa""#, "a"), ("ac", #""value":"abc""#, "b"), ("one", #""value":"one two three""#, " two three"),
            ("a cat", #""value":"a cut""#, "u"), ("I saw teh cat", #""value":"I saw the cat""#, "the"), ("", #""value":"👍🏽""#, "👍🏽"),
            ("a", #""value":"a\n""#, "\n"), ("e", #""value":"e\u0301""#, "e\u{301}"),
            ("🇩🇪🇫🇷", #""value":"🇩🇪🇪🇸🇫🇷""#, "🇪🇸"), ("a🇩🇪", #""value":"a🇫🇷🇩🇪""#, "🇫🇷"),
            ("a", #""value":"a\n  ""#, "\n  "), ("aa", #""value":"aaa","inserted":"b""#, "b"), ("ab", #""value":"ab","deleted":"x""#, "x"),
            // Another text, or another change as well.
            ("one", #""value":"two""#, "two."), ("git commit", #""value":"gulp""#, "gulp."),
            ("a", #""value":"ab","label":"First name""#, "First name, ab."),
        ])
    func difference(_ before: String, _ change: String, _ heard: String) {
        var screen = Self.field(value: before)
        screen.post(#""type":"elementUpdated","element":"f",\#(change)"#)
        screen.waitForSilence()
        #expect(screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) }.last == heard)
    }

    @Test("K1: a key in a long text costs little", arguments: ["word ", "漢字", "e\u{301}", "🇩🇪", "\\n"])
    func longField(_ unit: String) {
        let half = String(repeating: unit, count: 60_000 / unit.utf8.count)
        var screen = Self.field(value: half + "x" + half)
        let start = ProcessorTime.ofThread()
        screen.post(#""type":"elementUpdated","element":"f","value":"\#(half)xy\#(half)""#)
        let took = ProcessorTime.ofThread() - start
        // Without optimization; much of it is the protocol's line. It took seconds when the values were compared by their characters.
        #expect(took < .milliseconds(400), "\(took)")
        #expect(screen.conductor.speaking?.runs.map(\.text) == ["y"])
    }

    @Test("K1: a word is cut by no letter that is silent, and is known from the app's own edits too")
    func words() {
        var screen = Self.field(echo: .words)
        for (time, value, inserted) in [(10, "o", "o"), (10.1, "on", "n"), (10.2, "on ", " "), (10.3, "on t", "t"), (10.4, "on to", "o")] {
            screen.wait(until: time)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(value)","inserted":"\#(inserted)""#)
        }
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.contains("silent") } == ["10.2 on"])
    }

    @Test(
        "K1: a word contains the signs that may stand within it, or at its end",
        arguments: [
            ("1.234 ", ["1.234"]), ("1,50 x ", ["1,50", "x"]), ("10:30 ", ["10:30"]), ("e.g. x ", ["e.g.", "x"]),
            ("see example.com, x ", ["see", "example.com", "x"]),
            ("C++ C# ", ["C++", "C#"]), ("-5 a-b ", ["minus 5", "a", "b"]), ("Hello. Hi! ", ["Hello", "Hi"]),
            ("is 5, ok; ", ["is", "5", "ok"]),
            ("don't a_b 50% ", ["don't", "a_b", "50%"]), ("$20... ", ["$20"]), (". , ", []), ("日本 ", ["日本"]),
        ])
    func wholeWords(_ text: String, _ words: [String]) {
        var screen = Self.field(echo: .words)
        for (index, end) in text.indices.enumerated() {
            screen.wait(until: 10 + 2 * Double(index))
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(text[...end])""#)
        }
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.contains("silent") }.map { $0.drop { $0 != " " }.dropFirst() } == words.map { $0[...] })
    }

    @Test("K1: pasted and dictated texts are read in order, an emptied text is not read again")
    func texts() {
        var screen = Self.field()
        for (time, value) in [(10, "one two"), (10.2, "one two three four"), (12.5, "")] {
            screen.wait(until: time)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(value)""#)
        }
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 one two", "11.0  three four", "12.5 silent by U3"])
    }

    @Test("K1: what is typed cuts the description of a screen that has just come")
    func screen() {
        var screen = Screen { $0.style.hints = false }
        screen.post(
            #""type":"screenChanged","title":"A long title of a dialog","elements":[{"id":"f","label":"Name","traits":["textEntry"]}]"#)
        screen.wait(until: 1)
        screen.post(#""type":"elementUpdated","element":"f","value":"a""#)
        screen.waitForSilence()
        #expect(screen.heard().last == "1.0 a")
    }

    @Test("K2: what was deleted is spoken at a lower pitch, a single character by its name")
    func deletion() {
        for (before, after, heard) in [("abc", "ab", "c"), ("one two", "one", "two"), ("word", "", "word")] {
            var screen = Self.field(value: before)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(after)""#)
            let run = screen.conductor.speaking?.runs.first
            #expect(run?.attributes.pitch == 25 && run?.text.contains(heard) == true)
            #expect(run?.attributes.spell == (heard.count == 1 ? true : nil))
        }
    }

    @Test("K3: what is typed in a secure field is never heard, whatever the app says about it")
    func secure() {
        var screen = Self.field(#""secureTextEntry","isEditing""#)
        screen.post(#""type":"elementUpdated","element":"f","value":"secret""#)
        screen.post(#""type":"elementUpdated","element":"f","value":"secret2","inserted":"2","deleted":"1""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 silent by K3", "10.0 silent by K3"])
    }

    @Test("K3: any change in a secure field is a click or a bullet, as the user wants, and one sound however much changes")
    func securely() {
        for (choice, earcons, heard) in [
            (NarrationSettings.TypedPassword.click, [Earcon.secureKey], ["0.0 earcon secureKey", "2.0 earcon secureKey"]),
            (.click, [], ["0.0 silent by K3", "2.0 silent by K3"]), (.silent, [.secureKey], ["0.0 silent by K3", "2.0 silent by K3"]),
            (.bullet, [.secureKey], ["0.0 •", "2.0 •"]),
        ] {
            var screen = Screen {
                $0.typedPassword = choice
                $0.typingEcho = .none
                $0.earcons = Set(earcons)
            }
            screen.post(#""type":"elementFocused","element":{"id":"f","traits":["secureTextEntry","isEditing"]}"#)
            screen.waitForSilence()
            let start = screen.now.seconds
            _ = screen.heard()
            screen.post(#""type":"elementUpdated","element":"f","value":"ab""#)
            screen.wait(until: start + 2)
            screen.post(#""type":"elementUpdated","element":"f","value":"correct horse""#)
            screen.waitForSilence()
            #expect(screen.heard().map { $0.drop { $0 != " " } } == heard.map { $0.drop { $0 != " " } })
            #expect(screen.pings == (choice == .click ? earcons + earcons : []))
        }
    }

    @Test("K4: a low waits until half a second has passed without typing")
    func pause() {
        var screen = Self.field()
        screen.post(#""type":"elementUpdated","element":"f","value":"a""#)
        screen.wait(until: 10.4)
        screen.post(#""type":"announcement","text":"three results","priority":"low""#, as: "b")
        screen.wait(until: 10.45)
        screen.post(#""type":"elementUpdated","element":"f","value":"ab""#)
        screen.waitForSilence()
        let heard = screen.heard().filter { !$0.contains("cut") && !$0.contains("superseded") }
        #expect(heard == ["10.0 a", "10.45 b", "10.95 three results"])
        // A user who never pauses holds it for five seconds.
        for tenths in 0..<80 {
            screen.wait(until: 12 + Double(tenths) / 10)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(tenths.isMultiple(of: 2) ? "abx" : "ab")""#)
            if tenths == 1 { screen.post(#""type":"announcement","text":"four results","priority":"low""#, as: "b") }
        }
        screen.waitForSilence()
        #expect(screen.heard().contains { $0.contains("four results") && !$0.contains("expired") })
        // A default does not wait, and an echo that it cuts is out of date after it.
        screen.wait(until: 40)
        screen.post(#""type":"elementUpdated","element":"f","value":"abc""#)
        screen.post(#""type":"announcement","text":"now""#)
        screen.waitForSilence()
        #expect(screen.heard().last == "40.0 now")
    }
}
