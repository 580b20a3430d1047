import Messages
import Narration
import Testing

/// Q8: what an activated element says, and what silences it.
@Suite struct EchoTests {
    private static func screen(_ elements: String..., change: (inout NarrationSettings) -> Void = { _ in }) -> Screen {
        var screen = Screen {
            $0.style.hints = false
            change(&$0)
        }
        screen.post(#""type":"screenChanged","elements":[\#(elements.joined(separator: ","))]"#)
        screen.waitForSilence()
        screen.wait(until: 10)
        _ = screen.heard()
        return screen
    }

    private static let start = #"{"id":"s","label":"Start"}"#
    private static let timer = #"{"id":"t","label":"Time","value":"0:00","traits":["updatesFrequently"]}"#

    @Test("Q8: an echo is dropped if its client says something itself, not if it reports something silent")
    func dropped() {
        let silent = [
            #""type":"elementUpdated","element":"t","value":"0:01""#, #""type":"elementUpdated","element":"s","label":"Start""#,
            #""type":"layoutChanged""#, #""type":"elementRemoved","element":"t""#, #""type":"elementUpdated","element":"unknown""#,
        ]
        for line in silent {
            var screen = Self.screen(Self.start, Self.timer)
            screen.post(#""type":"elementActivated","element":"s""#)
            screen.wait(until: 10.1)
            screen.post(line)
            screen.waitForSilence()
            #expect(screen.heard().filter { !$0.contains("silent") } == ["10.15 Start"], "\(line)")
        }
        for (line, text) in [
            (#""type":"announcement","text":"Started","priority":"low""#, "Started"), (#""type":"pageScrolled","text":"Two""#, "Two"),
            (#""type":"elementUpdated","element":"s","value":"on""#, "on."),
            (#""type":"elementFocused","element":"t""#, "Time, zero seconds."),
        ] {
            var screen = Self.screen(Self.start, Self.timer)
            screen.post(#""type":"elementActivated","element":"s""#)
            screen.wait(until: 10.1)
            screen.post(line)
            screen.waitForSilence()
            #expect(screen.heard() == ["10.1 silent by Q8", "10.1 \(text)"])
        }
    }

    @Test("O5: what the user types, adjusts or activates during a pause ends nothing that is paused")
    func paused() {
        let typing = #"{"id":"e","label":"Name","value":"","traits":["textEntry"]}"#
        let level = #"{"id":"e","label":"A level of any kind","value":"1","traits":["adjustable"]}"#
        for (screenText, element, line, client) in [
            (#""text":"one two three four","#, typing, #""type":"elementUpdated","element":"e","value":"x""#, "a"),
            ("", level, #""type":"elementUpdated","element":"e","value":"2""#, "a"),
            ("", level, #""type":"elementActivated","element":"b""#, "other"),
        ] {
            var screen = Screen { $0.style.hints = false }
            screen.post(#""type":"layoutChanged","elements":[{"id":"b","label":"Start"}]"#, as: "other")
            screen.post(#""type":"screenChanged",\#(screenText)"elements":[\#(element)],"focus":"e""#)
            let begun = screen.heard()
            screen.post(#""type":"pause""#)
            screen.post(line, as: client)
            screen.wait(until: 3)
            screen.post(#""type":"resume""#)
            screen.waitForSilence()
            #expect(begun.last?.contains(":") == false, "\(begun)")
            #expect(!screen.heard().contains { $0.contains("cut") }, "\(line)")
        }
    }

    @Test("Q18: cancel takes back an echo, or a hint, that is yet to come; the user's, too", arguments: ["a", "another"])
    func cancelled(_ canceller: String) {
        var screen = Self.screen(Self.start, Self.timer) { $0.style.hints = true }
        screen.post(#""type":"elementActivated","element":"s","id":"x""#)
        screen.wait(until: 10.1)
        screen.post(#""type":"cancel","target":"x""#, as: canceller)
        screen.waitForSilence()
        #expect(screen.heard() == ["10.1 silent by Q18"])
        screen.post(#""type":"elementUpdated","element":"s","label":"Go","hint":"Starts it""#)
        screen.post(#""type":"elementFocused","element":"s","id":"y""#)
        screen.wait(until: 20)
        #expect(screen.heard().contains { $0.contains("Starts it") })
        screen.post(#""type":"elementFocused","element":"t""#)
        screen.waitForSilence()
        screen.wait(until: 30)
        screen.post(#""type":"elementFocused","element":"s","id":"z""#)
        screen.wait(until: 30.7)
        _ = screen.heard()
        screen.post(#""type":"cancel","target":"z""#, as: canceller)
        screen.waitForSilence()
        #expect(screen.heard() == [] && screen.errors(of: canceller).isEmpty)
    }

    @Test("Q18: cancel of one's own echo leaves another client's announcement with that id alone; of two others it means neither")
    func cancelledOfTwo() {
        var screen = Self.screen(Self.start)
        screen.post(#""type":"announcement","text":"high","priority":"high""#, as: "b")
        screen.post(#""type":"announcement","text":"theirs","id":"x","queue":true"#, as: "b")
        screen.post(#""type":"elementActivated","element":"s","id":"x""#)
        screen.post(#""type":"cancel","target":"x""#, as: "c")
        #expect(screen.errors(of: "c").map(\.code) == [.unknownTarget])
        screen.post(#""type":"cancel","target":"x""#)
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.hasSuffix("high") }.map { $0.drop { $0 != " " } } == [" silent by Q18", " theirs"])
    }

    @Test("Q8: a request that is refused leaves the echo alone")
    func refused() {
        for line in [
            #""type":"announcement","runs":[{"text":"Started","voice":"Klingon"}]"#,
            #""type":"mediaSession","op":"end","session":"none""#,
            #""type":"elementFocused","element":"unknown""#,
        ] {
            var screen = Self.screen(Self.start, Self.timer)
            screen.post(#""type":"elementActivated","element":"s""#)
            screen.wait(until: 10.1)
            screen.post(line)
            #expect(screen.sent.contains { if case .refused = $0.message { true } else { false } }, "\(line)")
            screen.waitForSilence()
            #expect(screen.heard() == ["10.15 Start"], "\(line)")
        }
    }

    @Test("Q8, U8: a milestone that is passed meanwhile leaves the echo alone")
    func milestone() {
        var screen = Self.screen(Self.start, #"{"id":"n","value":"1","milestones":[2]}"#)
        screen.post(#""type":"elementActivated","element":"s""#)
        screen.post(#""type":"elementUpdated","element":"n","value":"2""#)
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.contains("silent") } == ["10.0 2.", "10.15 cut by K5: 2.", "10.15 Start", "10.65 2."])
    }

    @Test("Q8, Q13: an echo that is 1 s old is not spoken")
    func late() {
        for (text, isHeard) in [("one", true), ("one two three", false)] {
            var screen = Self.screen(Self.start)
            screen.post(#""type":"announcement","text":"\#(text)","priority":"high""#, as: "b")
            screen.post(#""type":"elementActivated","element":"s""#)
            screen.waitForSilence()
            #expect(screen.heard() == ["10.0 \(text)", isHeard ? "10.5 Start" : "11.0 expired: Start"])
        }
    }

    @Test("Q8: a key's echo comes at once and cuts the one before: at eight keys a second each is heard")
    func keys() {
        let keys = "abcdefgh".map { #"{"id":"\#($0)","label":"\#($0)","traits":["keyboardKey"]}"# }
        var screen = Self.screen(keys.joined(separator: ","))
        for (index, key) in "abcdefgh".enumerated() {
            screen.wait(until: 10 + Double(index) / 8)
            screen.post(#""type":"elementActivated","element":"\#(key)""#)
        }
        screen.waitForSilence()
        let heard = screen.heard().filter { !$0.contains("superseded") && !$0.contains("cut") }
        #expect(heard == ["10.0 a", "10.13 b", "10.25 c", "10.38 d", "10.5 e", "10.63 f", "10.75 g", "10.88 h"])
        // Its client's own speech comes after it.
        screen.wait(until: 20)
        screen.post(#""type":"elementActivated","element":"a""#)
        screen.post(#""type":"announcement","text":"typed a","priority":"low""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["20.0 a", "20.5 typed a"])
    }

    @Test("K3: keys that go to a secure text field are silent")
    func secret() {
        let key = #"{"id":"q","label":"q","traits":["keyboardKey"]}"#
        for (traits, isHeard) in [
            (#""secureTextEntry","isEditing""#, false), (#""secureTextEntry""#, true), (#""textEntry","isEditing""#, true),
        ] {
            var screen = Self.screen(key, #"{"id":"p","label":"Password","traits":[\#(traits)]}"#)
            screen.post(#""type":"elementActivated","element":"q""#)
            screen.waitForSilence()
            #expect(screen.heard() == [isHeard ? "10.0 q" : "10.0 silent by K3"])
        }
        // Nor does a milestone say what it contains.
        var screen = Self.screen(#"{"id":"p","label":"Pin","value":"1","traits":["secureTextEntry"],"milestones":[5]}"#)
        screen.post(#""type":"elementUpdated","element":"p","value":"7""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 silent by K3"])
    }

    @Test("Q8: behind a high, the newest key's echo is the one that waits")
    func waitingKeys() {
        let keys = "ab".map { #"{"id":"\#($0)","label":"\#($0)","traits":["keyboardKey"]}"# }
        var screen = Self.screen(keys.joined(separator: ","))
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        for key in "ab" { screen.post(#""type":"elementActivated","element":"\#(key)""#) }
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 high", "10.0 superseded: a", "10.5 b"])
    }

    @Test("Q8: what its own activation disables says so with its label", arguments: ["s", "t"])
    func disabled(focus: String) {
        let disabled = #""type":"elementUpdated","element":"s","traits":["button","notEnabled"]"#
        var screen = Self.screen(Self.start, Self.timer)
        screen.post(#""type":"elementFocused","element":"\#(focus)""#)
        screen.waitForSilence()
        screen.wait(until: 20)
        _ = screen.heard()
        screen.post(#""type":"elementActivated","element":"s""#)
        screen.post(disabled)
        screen.waitForSilence()
        // The focus's update takes the place of the echo; without the focus it is the echo that says so.
        #expect(
            screen.heard()
                == (focus == "s" ? ["20.0 silent by Q8", "20.0 Start, dimmed. Button."] : ["20.0 silent by N6", "20.15 Start, dimmed."]))
        screen.post(#""type":"layoutChanged""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix("silent by N3") == true, "it is reported once")
    }

    @Test("H3: a value cuts the hint that is being spoken; a polled one waits for it")
    func hintIsCut() {
        for (traits, heard) in [
            (#"["adjustable"]"#, ["1.4 cut by Q5: Sets it.", "1.4 superseded: Sets it.", "1.4 2."]),
            ("[]", ["1.4 cut by H3: Sets it.", "1.4 interrupted: Sets it.", "1.4 2."]), (#"["updatesFrequently"]"#, ["1.9 2."]),
        ] {
            var screen = Screen { $0.style.gestures = .none }
            screen.post(#""type":"elementFocused","element":{"id":"v","value":"1","hint":"Sets it.","traits":\#(traits)}"#)
            screen.wait(until: 1.4)
            _ = screen.heard()
            screen.post(#""type":"elementUpdated","element":"v","value":"2""#)
            screen.waitForSilence()
            #expect(screen.heard() == heard)
        }
    }

    @Test("Y1, Q5: a summary behind the user's move is dropped, and the focus's own hint is spoken")
    func summaryBehindMove() {
        let screenChanged = #"""
            "type":"screenChanged","elements":[{"id":"m","label":"Menu"},{"id":"n","label":"News","hint":"Opens it."},
            {"id":"s","label":"Rain today","hint":"Shows more.","traits":["summaryElement"]}]
            """#.replacing("\n", with: " ")
        var screen = Screen { $0.style.gestures = .none }
        screen.post(screenChanged)
        screen.wait(until: 0.2)
        screen.post(#""type":"elementFocused","element":"n""#)
        screen.waitForSilence()
        #expect(
            screen.heard().filter { !$0.contains("Menu") } == ["0.2 superseded: Rain today.", "0.2 News.", "1.1 Opens it."])
        // A move by the app leaves it there.
        screen = Screen { $0.style.gestures = .none }
        screen.post(screenChanged)
        screen.wait(until: 0.2)
        screen.post(#""type":"layoutChanged","element":"n""#)
        screen.waitForSilence()
        #expect(screen.heard().contains { $0.hasSuffix(" Rain today.") && !$0.contains("superseded") })
    }
}
