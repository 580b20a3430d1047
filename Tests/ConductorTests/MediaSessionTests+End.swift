import Conductor
import Messages
import Narration
import Testing

// What is heard when a session ends.
extension MediaSessionTests {
    @Test("M5, Q17: after 300 ms of quiet each high, of a client's defaults the newest, then the focus that moved")
    func afterwards() {
        var screen = Self.begun("record")
        screen.post(#""type":"announcement","text":"old high","priority":"high""#)
        screen.post(#""type":"announcement","text":"old""#)
        screen.wait(until: 12)
        screen.post(#""type":"announcement","text":"new""#)
        screen.post(#""type":"layoutChanged","element":"l""#)
        screen.wait(until: 13)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "1.0 held by M3: old high", "1.0 held by M3: old", "12.0 held by M3: new", "12.0 silent by M3", "13.0 session ended",
                "13.3 superseded: old", "13.3 old high", "14.3 new", "14.8 Level, 1. Adjustable.", "16.3 1 message missed",
            ])
    }

    @Test("M5, N1, Y1: a screen that changes in a session is spoken at its end, with title, text and summary; what is held stays")
    func screenAfterwards() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"mediaSession","op":"begin","session":"s""#)
        screen.post(#""type":"announcement","text":"held""#)
        screen.post(
            #""type":"screenChanged","title":"Inbox","elements":[{"id":"e","label":"Ada"},"#
                + #"{"id":"s","label":"Sun","traits":["summaryElement"]}]"#)
        screen.wait(until: 2)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 session began", "0.0 held by M3: held", "0.0 silent by M3", "2.0 session ended", "2.3 held", "2.8 Inbox. Ada.",
                "3.8 Sun.",
            ])
        screen.post(#""type":"mediaSession","op":"begin","session":"s""#)
        screen.post(#""type":"screenChanged","title":"Outbox","text":"Empty""#)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix(" Outbox. Empty.") == true)
    }

    @Test(
        "M5, M1: a screen or summary that a session cuts at once, or before it began, is spoken after it; one that was heard for a while is not"
    )
    func cutScreens() {
        let line =
            #""type":"screenChanged","title":"One two","elements":[{"id":"f","label":"Three"},"#
            + #"{"id":"s","label":"Rain","traits":["summaryElement"]}]"#
        for (begins, heard) in [
            (0.5, ["5.8 One two. Three.", "7.3 Rain."]), (1.25, ["6.55 Rain."]), (1.75, ["7.05 Rain."]), (2.5, []),
        ] {
            var screen = Screen { $0.style.hints = false }
            screen.post(line)
            screen.wait(until: begins)
            screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"record","lease":5"#, as: "b")
            screen.waitForSilence()
            #expect(Array(screen.heard().drop { !$0.contains("session ended") }.dropFirst()) == heard, "\(begins)")
        }
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"screenChanged","title":"One two""#)
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"play","lease":5"#, as: "b")
        screen.waitForSilence()
        #expect(screen.heard().suffix(2) == ["5.0 session ended", "5.3 One two."])
        // An element that the session mutes is described when it ends.
        screen.post(#""type":"screenChanged","title":"New","elements":[{"id":"f","label":"Three"}]"#)
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"play","mute":["f"],"lease":5"#)
        screen.waitForSilence()
        #expect(screen.heard().last == "11.6 New. Three.")
    }

    @Test("M5: record ends and play goes on: highs and what the user has focused are told, the rest after play")
    func recordThenPlay() {
        var screen = Self.begun("record")
        screen.post(#""type":"mediaSession","op":"begin","session":"p""#, as: "b")
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        screen.post(#""type":"announcement","text":"later""#)
        screen.post(#""type":"elementFocused","element":"l""#)
        screen.wait(until: 2)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.wait(until: 6)
        screen.post(#""type":"mediaSession","op":"end""#, as: "b")
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "1.0 session began", "1.0 held by M3: high", "1.0 held by M3: later", "1.0 silent by M3", "2.0 session ended", "2.3 high",
                "2.8 Level, 1. Adjustable.", "6.0 session ended", "6.3 later",
            ])
    }
}
