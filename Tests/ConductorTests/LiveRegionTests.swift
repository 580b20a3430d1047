import Narration
import SpeechQueue
import Testing

/// Changes of elements without the focus, as they are heard.
@Suite struct LiveRegionTests {
    /// A screen with the focus on a button, and another element.
    private static func screen(_ element: String) -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Send"},{"id":"s",\#(element)}]"#)
        screen.waitForSilence()
        _ = screen.heard()
        return screen
    }

    private static func update(_ screen: inout Screen, _ changes: String) {
        screen.post(#""type":"elementUpdated","element":"s",\#(changes)"#)
    }

    @Test(
        "N8: of a live element, the change is announced: what was added, or all",
        arguments: [
            (#""label":"Status","value":"Ready","live":"polite""#, #""value":"Saved""#, ["Saved."]),
            (#""label":"3 of 5 done","live":"polite""#, #""label":"4 of 5 done""#, ["4 of 5 done."]),
            (#""label":"Status","value":"Ready","live":"assertive","atomic":true"#, #""value":"Saved""#, ["Status, Saved."]),
            (#""label":"Chat","value":"Ben: hello","live":"polite""#, #""value":"Ben: hello\nAnna: hi""#, ["Anna: hi."]),
            (#""label":"Count","value":"1","live":"polite""#, #""value":"12""#, ["12."]),
            (#""value":"a","container":{"type":"list","live":"polite"}"#, #""value":"b""#, ["b."]),
            (#""value":"a","live":"off","container":{"type":"list","live":"polite"}"#, #""value":"b""#, ["silent by N6"]),
            (#""label":"Status","value":"Ready""#, #""value":"Saved","live":"polite""#, ["Saved."]),
            (#""label":"Status","value":"Ready","live":"polite""#, #""hint":"Opens it.","expanded":true"#, ["silent by N6"]),
            (#""label":"Time","value":"1","live":"polite","traits":["updatesFrequently"]"#, #""value":"2""#, ["silent by U6"]),
            (#""label":"Saved","live":"polite""#, #""label":"""#, ["silent by U3"]),
            (#""label":"Code","value":"1","live":"polite","traits":["secureTextEntry"]"#, #""value":"12""#, ["silent by N6"]),
        ])
    func changes(element: String, update: String, expected: [String]) {
        var screen = Self.screen(element)
        Self.update(&screen, update)
        #expect(screen.words() == expected)
    }

    @Test("N8: the newest change replaces one that waits, and says all that was added since the last that began")
    func waiting() {
        var screen = Self.screen(#""label":"Chat","value":"one","live":"polite""#)
        screen.post(#""type":"announcement","text":"A long announcement""#)
        for value in ["one two", "one two three"] { Self.update(&screen, #""value":"\#(value)""#) }
        let heard = screen.words()
        #expect(heard == ["A long announcement", "superseded: two.", "two three."])
    }

    @Test("N8: 50 changes a second are heard one after another, always the newest", arguments: ["polite", "assertive"])
    func flood(politeness: String) {
        var screen = Self.screen(#""label":"Count","value":"0","live":"\#(politeness)""#)
        for count in 1...200 {
            Self.update(&screen, #""value":"\#(count)""#)
            screen.wait(until: screen.now.seconds + 0.02)
        }
        let started = screen.words().filter { !$0.contains(" ") }
        #expect(started.first == "1." && started.last == "200.")
        // Each takes half a second.
        #expect((8...10).contains(started.count), "\(started)")
    }

    @Test("N8: while it is busy nothing is said, then all once")
    func busy() {
        var screen = Self.screen(#""label":"Results","value":"none","live":"polite""#)
        Self.update(&screen, #""busy":true"#)
        for count in 1...3 { Self.update(&screen, #""value":"\#(count) found""#) }
        #expect(screen.words().allSatisfy { $0.hasPrefix("silent") })
        Self.update(&screen, #""busy":false"#)
        #expect(screen.words() == ["3 found."])
        Self.update(&screen, #""busy":true"#)
        Self.update(&screen, #""busy":false"#)
        #expect(screen.words().allSatisfy { $0.hasPrefix("silent") })
    }

    @Test(
        "N8: what waits is out of date once its element is busy, in the background, muted or no longer live",
        arguments: [
            (#""type":"elementUpdated","element":"s","busy":true"#, #""busy":false"#, ["C."]),
            (#""type":"mediaSession","op":"begin","session":"film","mode":"play","mute":["s"]"#, "", []),
            (#""type":"elementUpdated","element":"s","live":"off""#, "", []),
        ])
    func outOfDate(change: String, end: String, expected: [String]) {
        var screen = Self.screen(#""value":"A","live":"polite""#)
        screen.post(#""type":"announcement","text":"A long announcement""#)
        Self.update(&screen, #""value":"B""#)
        screen.post(change)
        Self.update(&screen, #""value":"C""#)
        #expect(!screen.words().contains("B."))
        if !end.isEmpty { Self.update(&screen, end) }
        #expect(screen.words().filter { !$0.hasPrefix("silent") } == expected)
    }

    @Test("N8: a change that was not heard in time is said with the next one, of however many elements")
    func expired() {
        var screen = Screen { $0.style.hints = false }
        let elements = (0..<300).map { #"{"id":"\#($0)","value":"a\#($0)","live":"polite"}"# }.joined(separator: ",")
        screen.post(#""type":"screenChanged","element":{"id":"b","label":"Send"},"elements":[\#(elements)]"#)
        screen.waitForSilence()
        screen.post(#""type":"pause""#)
        for id in 0..<300 { screen.post(#""type":"elementUpdated","element":"\#(id)","value":"b\#(id)""#) }
        for command in ["stop", "resume"] { screen.post("\"type\":\"\(command)\"") }
        screen.waitForSilence()
        _ = screen.heard()
        screen.post(#""type":"elementUpdated","element":"299","value":"c""#)
        #expect(screen.words() == ["c."])
    }

    @Test("N8: the focus is not said twice: its description replaces the change that waits")
    func focus() {
        var screen = Self.screen(#""label":"Status","value":"Ready","live":"polite""#)
        screen.post(#""type":"announcement","text":"A long announcement""#)
        Self.update(&screen, #""value":"Saved""#)
        screen.post(#""type":"elementFocused","element":"s","by":"user""#)
        #expect(screen.words().filter { $0.contains("Saved") } == ["superseded: Saved.", "Status, Saved."])
        Self.update(&screen, #""value":"Sent""#)
        #expect(screen.words() == ["Sent."])
    }

    @Test("N8: the description of the focus also replaces a change that it cuts", arguments: ["polite", "assertive"])
    func cutByFocus(live: String) {
        var screen = Self.screen(#""label":"Score","value":"1","live":"\#(live)""#)
        Self.update(&screen, #""value":"a long new value of it""#)
        screen.wait(until: screen.now.seconds + 1)
        screen.post(#""type":"elementFocused","element":"s","by":"user""#)
        let cut = "a long new value of it."
        #expect(screen.words() == [cut, "cut by N8: " + cut, "superseded: " + cut, "Score, " + cut])
    }

    @Test("N8, Q4: what the user stopped is not said with the next change")
    func stopped() {
        var screen = Self.screen(#""label":"Chat","value":"one","live":"polite""#)
        screen.post(#""type":"announcement","text":"A long announcement""#)
        Self.update(&screen, #""value":"one two""#)
        screen.post(#""type":"stop""#)
        _ = screen.words()
        Self.update(&screen, #""value":"one two three""#)
        #expect(screen.words() == ["three."])
    }

    @Test("N8, N5, M3: silent in the background; during a media session it waits")
    func quiet() {
        var screen = Self.screen(#""label":"Status","value":"Ready","live":"assertive""#)
        screen.post(#""type":"mediaSession","op":"begin","session":"film","mode":"play""#, as: "film")
        Self.update(&screen, #""value":"Saved""#)
        screen.wait(until: screen.now.seconds + 3)
        #expect(screen.heard() == ["0.5 session began", "0.5 held by M3: Saved."])
        screen.post(#""type":"mediaSession","op":"end","session":"film""#, as: "film")
        #expect(screen.words().contains("Saved."))
        screen.post(#""type":"screenChanged","elements":[{"id":"o","label":"Other"}]"#, as: "other")
        _ = screen.words()
        Self.update(&screen, #""value":"Sent""#)
        #expect(screen.words() == ["silent by N5"])
    }

    @Test("N8, N7: of a muted app nothing is announced")
    func muted() {
        var screen = Screen { $0.apps["chat", default: .init()].isMuted = true }
        screen.post(#""type":"hello","app":"chat""#)
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Send"},{"id":"s","value":"a","live":"assertive"}]"#)
        Self.update(&screen, #""value":"b""#)
        #expect(screen.words() == ["muted: Send.", "muted: b."])
    }
}
