import Messages
import Narration
import Testing

/// U7: the last value is spoken, wherever the focus is by then.
@Suite struct LastValueTests {
    private static let bar = #"{"id":"p","label":"Copy","value":"40","valueKind":"percent","traits":["updatesFrequently"]}"#

    /// A screen with a percentage that was heard in passing; the focus is elsewhere. What is heard begins at 10 s.
    private static func screen() -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"screenChanged","elements":[\#(bar),{"id":"b","label":"Stop"},\#(bar.replacing("\"p\"", with: "\"q\""))]"#)
        screen.waitForSilence()
        screen.post(#""type":"elementFocused","element":"b""#)
        screen.waitForSilence()
        screen.wait(until: 10)
        _ = screen.heard()
        return screen
    }

    private static func update(_ value: Int, _ element: String = "p") -> String {
        #""type":"elementUpdated","element":"\#(element)","value":"\#(value)""#
    }
    private static let removed = #""type":"elementRemoved","element":"p""#

    @Test("U7: once, though the focus has moved on; U6: steps before it are silent, and so is what never had the focus")
    func movedFocus() {
        #expect(heard(Self.update(60), Self.update(100), Self.update(100)) == ["10.0 Copy, 100%."])
        #expect(heard(Self.update(100, "q"), Self.update(100)) == ["10.0 Copy, 100%."])
        #expect(heard(Self.update(100, "q")) == [])
        // A milestone says it too.
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":\#(Self.bar.dropLast()),"milestones":[100]}"#)
        screen.post(#""type":"elementFocused","element":{"label":"Stop"}"#)
        screen.post(Self.update(100))
        screen.waitForSilence()
        #expect(screen.heard().count { $0.contains("100") } == 1)
    }

    @Test("U7, U8: a last value that is a milestone too outlasts a session; another exact milestone that expires is polled")
    func milestoneExpires() {
        for (fields, values, expected) in [
            (#""label":"Copy","value":"40","valueKind":"percent","milestones":[100]"#, "100", "100%."),
            (#""label":"Left","value":"0:05","valueKind":"duration","milestones":[2]"#, "0:02", "two seconds."),
        ] {
            var screen = Screen { $0.style.hints = false }
            screen.post(#""type":"elementFocused","element":{"id":"p",\#(fields),"traits":["updatesFrequently"]}"#)
            screen.waitForSilence()
            screen.post(#""type":"mediaSession","op":"begin","session":"memo","mode":"record","lease":60"#, as: "recorder")
            screen.post(#""type":"elementUpdated","element":"p","value":"\#(values)""#)
            screen.wait(until: 30)
            #expect(screen.heard().contains { $0.contains("held by M3: ") })
            screen.post(#""type":"mediaSession","op":"end","session":"memo""#, as: "recorder")
            screen.wait(until: 60)
            let heard = screen.heard()
            #expect(heard.count { $0.hasSuffix(expected) && !$0.contains(": ") } == 1, "\(heard)")
        }
    }

    @Test("U8: a milestone that expires makes no newer value news again")
    func milestoneBehindNewer() {
        var screen = Screen { $0.style.hints = false }
        let bar = #"{"id":"p","label":"Copy","value":"40","valueKind":"percent","traits":["updatesFrequently"],"milestones":[50]}"#
        screen.post(#""type":"elementFocused","element":\#(bar)"#)
        screen.waitForSilence()
        screen.post(#""type":"announcement","text":"\#(Array(repeating: "long", count: 30).joined(separator: " "))""#)
        screen.post(Self.update(50))
        screen.wait(until: 3)
        screen.post(Self.update(100))
        screen.waitForSilence()
        screen.wait(until: 60)
        let heard = screen.heard()
        #expect(heard.count { $0.hasSuffix("100%.") && !$0.contains(": ") } == 1, "\(heard)")
    }

    @Test("U7: the one before it is removed is spoken while another element has the focus")
    func removedElsewhere() {
        #expect(heard(Self.update(47), Self.removed) == ["10.0 Copy, 47%."])
        #expect(heard(Self.update(100), Self.removed) == ["10.0 Copy, 100%."])
        #expect(heard(Self.removed) == [], "it was heard")
        #expect(heard(Self.removed.replacing("\"p\"", with: "\"q\"")) == [], "it never had the focus")
    }

    @Test("U7: one whose description was cut is spoken when its element is removed")
    func cutDescription() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":\#(Self.bar)"#)
        screen.post(#""type":"elementFocused","element":{"label":"Stop"}"#)
        screen.post(Self.removed)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix("Copy, 40%.") == true)
    }

    @Test("U7, N5: it is spoken from the background, with its label, behind what speaks")
    func background() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":\#(Self.bar)"#)
        screen.waitForSilence()
        screen.post(#""type":"screenChanged","elements":[{"id":"x","label":"Another app"}]"#, as: "b")
        screen.post(Self.update(70))
        screen.post(Self.update(100))
        screen.post(Self.update(100))
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.contains("silent") } == ["0.0 Copy, 40%.", "1.0 Another app.", "2.0 Copy, 100%."])
        screen.post(Self.update(20))
        screen.post(Self.removed)
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.contains("silent") } == ["3.0 Copy, 20%."])
    }

    @Test("U7, M5: one that a session held for too long is spoken after it")
    func heldElsewhere() {
        var screen = Self.screen()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":60"#)
        screen.post(Self.update(100))
        screen.wait(until: 40)
        screen.post(#""type":"mediaSession","op":"end","session":"s""#)
        screen.waitForSilence()
        #expect(screen.heard().suffix(2) == ["40.3 mediaSession: Copy, 100%.", "40.3 Copy, 100%."])
    }

    @Test("U7, Q4: a stop ends it, and it is not said again")
    func stopped() {
        #expect(
            heard(#""type":"announcement","text":"busy""#, Self.update(100), #""type":"stop""#, Self.update(100)).last
                == "10.0 stopped: Copy, 100%.")
    }

    @Test(
        "U7: a value that is removed as the last is spoken with its label, as its kind is read, unless it was heard to its end",
        arguments: [
            (#""value":"14:05","valueKind":"time""#, "14:06", "fourteen oh 6"), (#""value":"5","valueKind":"number""#, "-6", "minus 6"),
            (#""value":"0:05""#, "0:06", "six seconds"),
            (#""value":"1h 2m","valueKind":"duration""#, "1h 3m", "one hour and three minutes"),
            (#""value":"40","valueKind":"percent""#, "41", "41%"),
        ])
    func removedAsLast(_ fields: String, _ value: String, _ read: String) {
        func heard(_ lines: String...) -> [String] {
            var screen = Screen { $0.style.hints = false }
            screen.post(#""type":"elementFocused","element":{"id":"p","label":"Next",\#(fields),"traits":["updatesFrequently"]}"#)
            screen.waitForSilence()
            screen.wait(until: 10)
            _ = screen.heard()
            for line in lines { screen.post(line) }
            screen.waitForSilence()
            return screen.heard().filter { !$0.contains("silent") }
        }
        let update = #""type":"elementUpdated","element":"p","value":"\#(value)""#
        let last = #"\#(Self.removed),"lastValue":true"#
        #expect(heard(last) == [])
        #expect(heard(#""type":"announcement","text":"busy""#, update, last) == ["10.0 busy", "10.5 Next, \(read)."])
        // It began as a refresh, or as a description.
        let cut = heard(#""type":"elementFocused","element":"p""#, #""type":"announcement","text":"busy""#, last)
        #expect(cut.last?.contains(" Next, ") == true, "\(cut)")
        #expect(heard(#""type":"elementFocused","element":{"id":"b","label":"B"}"#, update, last).last == "10.5 Next, \(read).")
    }

    @Test("U3, U7, U8: what the user knows of a value is what was heard or announced last, by a milestone or by a refresh")
    func heardAfterMilestone() {
        let bar =
            #""id":"p","label":"Copy","value":"40","valueKind":"percent","traits":["updatesFrequently"],"milestones":[50]"#
        func update(_ value: Int) -> String { #""type":"elementUpdated","element":"p","value":"\#(value)""# }
        let begun: [WaitingTests.Event] = [(0, "a", WaitingTests.focus(bar)), (3, "a", update(50)), (10, "a", update(60))]
        let heard = ["0.0 Copy, 40%.", "3.0 Copy, 50%.", "10.0 60%."]
        let last = #"\#(Self.removed),"lastValue":true"#
        #expect(WaitingTests.spoken(begun + [(20, "a", last)]) == heard)
        // A value that was heard before another one is news again.
        #expect(WaitingTests.spoken(begun + [(20, "a", update(50)), (30, "a", last)]) == heard + ["20.0 Copy, 50%."])
    }

    private func heard(_ lines: String...) -> [String] {
        var screen = Self.screen()
        for line in lines { screen.post(line) }
        screen.waitForSilence()
        return screen.heard().filter { !$0.contains("silent") }
    }
}
