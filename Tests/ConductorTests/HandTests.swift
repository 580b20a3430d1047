import Messages
import Narration
import SpeechQueue
import Testing

/// The user's own hand comes first (K5, K4), and what it does is news (Q10).
@Suite struct HandTests {
    /// A screen of the app `a` with its focus on an element, and what was said about it forgotten. Another app is `b`.
    private static func screen(_ element: String) -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"f",\#(element)}"#)
        screen.waitForSilence()
        screen.wait(until: 10)
        screen.forgetPast()
        return screen
    }

    /// What was heard, without the times.
    private static func words(_ screen: inout Screen) -> [String] {
        screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    private static let field = #""label":"Name","value":"","traits":["textEntry","isEditing"]"#
    private static let slider = #""label":"Volume","value":"10%","traits":["adjustable"]"#
    private static let toggle = #""label":"Bold","value":"Off","traits":["toggleButton"]"#

    @Test("K5: what is typed, adjusted or switched is heard at once while another app's low speaks, which comes back")
    func low() {
        for (element, lines, heard) in [
            (
                Self.field, (1...5).map { #""type":"elementUpdated","element":"f","value":"\#("hello".prefix($0))""# },
                ["h", "e", "l", "l", "o"]
            ),
            (Self.slider, ["12%", "14%"].map { #""type":"elementUpdated","element":"f","value":"\#($0)""# }, ["12%.", "14%."]),
            (
                Self.toggle, [#""type":"elementActivated","element":"f""#, #""type":"elementUpdated","element":"f","value":"On""#], ["On."]
            ),
        ] {
            var screen = Self.screen(element)
            screen.post(#""type":"announcement","text":"one two three four five six","priority":"low""#, as: "b")
            for (index, line) in lines.enumerated() {
                screen.wait(until: 10.5 + Double(index) / 10)
                screen.post(line)
            }
            screen.waitForSilence()
            let all = Self.words(&screen).filter { !$0.contains("cut by K1") && !$0.contains("superseded") && !$0.contains("cut by Q5") }
            #expect(all.first == "one two three four five six" && all.last == "one two three four five six", "\(all)")
            #expect(all.filter { heard.contains($0) } == heard, "\(all)")
            #expect(screen.outcome(of: "one two three four five six")?.reason == .spoken)
        }
    }

    @Test("K5: a high and a command's reply are not cut; a default comes back if less than a second of it was heard")
    func others() {
        let typed = #""type":"elementUpdated","element":"f","value":"x""#
        for (priority, delay, comesBack) in [("high", 0.2, nil), ("default", 0.9, true), ("default", 1.1, false)]
            as [(String, Double, Bool?)]
        {
            var screen = Self.screen(Self.field)
            screen.post(#""type":"announcement","text":"one two three four","priority":"\#(priority)""#, as: "b")
            screen.wait(until: 10 + delay)
            screen.post(typed)
            screen.waitForSilence()
            let heard = Self.words(&screen)
            switch comesBack {
            case nil: #expect(heard.first == "one two three four" && !heard.contains { $0.contains("cut") }, "\(heard)")
            case true?: #expect(heard.filter { !$0.contains("cut") } == ["one two three four", "x", "one two three four"], "\(heard)")
            case false?: #expect(heard.contains("x") && heard.count { $0 == "one two three four" } == 1, "\(heard)")
            }
        }
    }

    @Test("K5: an update that no hand has caused waits, as does one long after the activation")
    func nobody() {
        for activated in [false, true] {
            var screen = Self.screen(Self.toggle)
            if activated { screen.post(#""type":"elementActivated","element":"f""#) }
            screen.wait(until: 13)
            screen.forgetPast()
            screen.post(#""type":"announcement","text":"one two three","priority":"low""#, as: "b")
            screen.wait(until: 13.2)
            screen.post(#""type":"elementUpdated","element":"f","value":"On""#)
            screen.waitForSilence()
            #expect(Self.words(&screen) == ["one two three", "On."])
        }
    }

    @Test("K4: a low is cut any number of times, waits for the user's pause, and does not grow old meanwhile")
    func patience() {
        var screen = Self.screen(Self.field)
        screen.post(#""type":"announcement","text":"three new results","priority":"low""#, as: "b")
        var time = 10.0
        // Slowly enough for the low to begin each time, and longer than it may grow old.
        for count in 1...20 {
            time += 0.8
            screen.wait(until: time)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(String(repeating: "x", count: count))""#)
        }
        screen.waitForSilence()
        #expect(screen.outcome(of: "three new results")?.reason == .spoken)
    }

    @Test("Q10: what the user does between two equal texts makes them two")
    func presses() {
        for deed in [
            #""type":"elementActivated","element":"f""#, #""type":"elementFocused","element":"f""#, #""type":"stop""#,
        ] {
            var screen = Self.screen(#""label":"Add","traits":["button"]"#)
            for press in 0..<3 {
                screen.wait(until: 10 + Double(press) * 0.6)
                screen.post(deed)
                screen.wait(until: 10.05 + Double(press) * 0.6)
                screen.post(#""type":"announcement","text":"Added to cart""#)
            }
            screen.waitForSilence()
            #expect(Self.words(&screen).count { $0 == "Added to cart" } >= 3)
        }
        // Without it, they are one.
        var screen = Self.screen(#""label":"Add","traits":["button"]"#)
        for _ in 0..<3 { screen.post(#""type":"announcement","text":"Added to cart""#) }
        screen.waitForSilence()
        #expect(Self.words(&screen).count { $0 == "Added to cart" } == 1)
    }

    @Test("Q19: defaults that one app posts at once are heard in order, at most five; later ones cut")
    func burst() {
        var screen = Self.screen(#""label":"Send","traits":["button"]"#)
        for number in 1...7 { screen.post(#""type":"announcement","id":"\#(number)","text":"Error \#(number)""#) }
        screen.waitForSilence()
        #expect(Self.words(&screen).filter { !$0.contains("superseded") } == [1, 2, 3, 4, 7].map { "Error \($0)" } + ["2 messages missed"])
        screen.wait(until: 30)
        screen.post(#""type":"announcement","text":"one two""#)
        screen.wait(until: 30.3)
        screen.post(#""type":"announcement","text":"three""#)
        screen.waitForSilence()
        #expect(Self.words(&screen).last == "three" && screen.outcome(of: "one two")?.reason == .interrupted)
    }

    @Test("Q19: defaults of one group that supersede nothing are heard one after another; others cut them")
    func series() {
        var screen = Self.screen(#""label":"Send","traits":["button"]"#)
        for (time, text) in [(10.0, "make failed, exit 2"), (10.6, "cargo failed, exit 101"), (10.8, "tests finished")] {
            screen.wait(until: time)
            screen.post(#""type":"hello","app":"announce""#, as: "run \(time)")
            screen.post(#""type":"announcement","text":"\#(text)","group":"ends""#, as: "run \(time)")
        }
        screen.waitForSilence()
        #expect(Self.words(&screen) == ["make failed, exit 2", "cargo failed, exit 101", "tests finished"])
        screen.wait(until: 40)
        screen.post(#""type":"announcement","text":"one two three four","group":"ends""#, as: "x")
        screen.wait(until: 40.6)
        screen.post(#""type":"announcement","text":"cut""#, as: "x")
        screen.waitForSilence()
        #expect(screen.outcome(of: "one two three four")?.reason == .interrupted)
    }

    @Test("K5: a state that the app tells just before the activation is the answer to it")
    func stateFirst() {
        for speaks in [false, true] {
            var screen = Self.screen(Self.toggle)
            if speaks { screen.post(#""type":"announcement","text":"one two three","priority":"low""#, as: "b") }
            screen.wait(until: 10.5)
            screen.post(#""type":"elementUpdated","element":"f","value":"On""#)
            screen.wait(until: 10.55)
            screen.post(#""type":"elementActivated","element":"f""#)
            screen.wait(until: 11)
            #expect(Self.words(&screen).contains("On."), "\(speaks)")
        }
        // A new label is the echo itself.
        var screen = Self.screen(#""label":"Play","traits":["button"]"#)
        screen.post(#""type":"elementUpdated","element":"f","label":"Pause""#)
        screen.post(#""type":"elementActivated","element":"f""#)
        screen.waitForSilence()
        #expect(Self.words(&screen).last == "Pause")
    }

    @Test("K5: a default that the user's hand has cut does not come back after a later one of its app")
    func stale() {
        var screen = Self.screen(Self.field)
        for (time, line) in [
            (10.0, #""type":"announcement","text":"Saving one two""#), (10.1, #""type":"elementUpdated","element":"f","value":"x""#),
            (10.4, #""type":"announcement","text":"Saved""#),
        ] {
            screen.wait(until: time)
            screen.post(line)
        }
        screen.waitForSilence()
        #expect(Self.words(&screen).last == "Saved")
    }

    @Test("K4: after thirty seconds of typing a low is heard to its end; forty seconds after a cut, the hand cuts again")
    func longTyping() {
        var screen = Self.screen(Self.field)
        screen.post(#""type":"announcement","text":"one two three four","priority":"low""#, as: "b")
        var heard: [String] = []
        for count in 1...80 {
            screen.wait(until: 10 + Double(count) * 0.6)
            screen.post(#""type":"elementUpdated","element":"f","value":"\#(String(repeating: "x", count: count))""#)
            heard += Self.words(&screen)
        }
        screen.waitForSilence()
        #expect(screen.outcome(of: "one two three four")?.reason == .spoken)
        for time in [100.0, 140] {
            screen.wait(until: time)
            screen.post(#""type":"announcement","text":"five six seven \#(time)","priority":"low""#, as: "b")
            screen.wait(until: time + 0.4)
            screen.post(#""type":"elementUpdated","element":"f","value":"z","inserted":"z""#)
            screen.wait(until: time + 0.5)
            #expect(screen.heard().contains { $0.contains("cut by K5") }, "\(time)")
            screen.waitForSilence()
        }
    }

    @Test("Q16: a default that another app's high cuts before any of it is heard comes back")
    func unheard() {
        var screen = Self.screen(#""label":"A""#)
        for app in ["b", "c"] { screen.post(#""type":"hello","app":"\#(app)""#, as: app) }
        screen.isVoiceSlow = true
        screen.post(#""type":"announcement","text":"one two""#, as: "b")
        screen.isVoiceSlow = false
        screen.post(#""type":"announcement","text":"Battery low","priority":"high""#, as: "c")
        screen.waitForSilence()
        #expect(Self.words(&screen).suffix(2) == ["Battery low", "one two"])
    }
}
