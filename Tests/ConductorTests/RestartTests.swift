import Messages
import Narration
import Testing

/// Speech that the user has yet to hear outlives the process.
@Suite struct RestartTests {
    private static let screen =
        #""type":"screenChanged","title":"Inbox","elements":[{"id":"a","label":"Mail","value":"1"},{"id":"b","label":"Other"}]"#
    private static let record = #""type":"mediaSession","op":"begin","session":"s","mode":"record","lease":60"#
    private static let end = #""type":"mediaSession","op":"end","all":true"#

    private static func begun() -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"hello","app":"mail""#)
        return screen
    }

    @Test("N2: a screen's title is spoken after a restart, whether it was spoken, waited or was cut")
    func title() {
        var spoken = Self.begun()
        spoken.post(Self.screen)
        spoken.wait(until: 0.2)
        spoken.restart()
        spoken.waitForSilence()
        #expect(spoken.heard() == ["0.0 Inbox. Mail, 1.", "0.2 Inbox. Mail, 1."])

        var waiting = Self.begun()
        waiting.post(#""type":"announcement","text":"high","priority":"high""#)
        waiting.post(Self.screen)
        waiting.restart()
        waiting.waitForSilence()
        #expect(waiting.heard().suffix(2) == ["0.0 high", "0.5 Inbox. Mail, 1."])

        var cut = Self.begun()
        cut.post(#""type":"screenChanged","title":"Inbox""#)
        cut.wait(until: 0.2)
        cut.post(#""type":"announcement","text":"saved""#)
        cut.restart()
        cut.waitForSilence()
        #expect(cut.heard().suffix(2) == ["0.2 Inbox.", "0.7 saved"])
        cut.restart()
        cut.waitForSilence()
        #expect(cut.heard() == [], "it is spoken once")
    }

    @Test("Q9: what was replaced stays so after a restart")
    func replaced() {
        var screen = Screen()
        screen.announce("one two", replacing: [])
        screen.announce("three", replacing: [])
        screen.announce("four five", replacing: ["one two", "three"])
        #expect(screen.heard().suffix(3) == ["0.0 superseded: one two", "0.0 superseded: three", "0.0 four five"])
        screen.restart()
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 four five"])
    }

    @Test("M5: what a session held of a screen is spoken after it, though the process was another; so is a summary that waits")
    func session() {
        var screen = Self.begun()
        screen.post(Self.record)
        screen.post(Self.screen.dropLast() + #",{"id":"s","label":"Rain","traits":["summaryElement"]}]"#)
        screen.restart()
        screen.wait(until: 2)
        screen.post(Self.end)
        screen.wait(until: 2.4)
        screen.restart()
        screen.waitForSilence()
        #expect(
            screen.heard().filter { !$0.contains("silent") && !$0.contains("session") } == [
                "2.3 Inbox. Mail, 1.", "2.4 Inbox. Mail, 1.", "3.9 Rain.",
            ])
    }

    @Test("M5: the quiet after a session outlives the process, and so does what is too old after it")
    func quiet() {
        var screen = Self.begun()
        screen.post(Self.record)
        screen.post(#""type":"announcement","text":"old""#)
        screen.wait(until: 20)
        screen.post(#""type":"announcement","text":"new","queue":true"#)
        screen.post(Self.end)
        screen.restart()
        screen.waitForSilence()
        #expect(screen.heard().suffix(3) == ["20.3 mediaSession: old", "20.3 new", "20.8 1 message missed"])
    }

    @Test("Q13: what is left of a low's age in a pause or a media session is left after a restart, and counts again after its end")
    func age() {
        for (hold, release, end) in [(#""type":"pause""#, #""type":"resume""#, "110.0"), (Self.record, Self.end, "110.3")] {
            var screen = Screen { $0.mediaHold = 600 }
            screen.post(#""type":"announcement","text":"\#(Self.words)","priority":"high""#)
            screen.post(#""type":"announcement","text":"low","priority":"low""#)
            screen.wait(until: 4)
            screen.post(hold.replacing("60", with: "600"))
            screen.wait(until: 50)
            screen.restart()
            screen.wait(until: 104)
            screen.post(release)
            screen.wait(until: 106)
            screen.restart()
            screen.waitForSilence()
            #expect(screen.heard().filter { $0.contains("expired") } == ["\(end) expired: low"])
        }
    }

    private static let words = (0..<300).map { "word-\($0)" }.joined(separator: " ")

    @Test("M7: an app whose sessions the user has ended begins none for 60 s, though the process is another")
    func refusal() {
        var screen = Self.begun()
        screen.post(Self.record)
        screen.post(Self.end, as: "user")
        screen.restart()
        screen.post(Self.record)
        #expect(screen.errors().map(\.code) == [.notAllowed])
    }

    @Test("N4, U1: an update that waits, and a value that is stored, are told after a restart")
    func updates() {
        var plain = Self.begun()
        plain.post(Self.screen)
        plain.waitForSilence()
        plain.post(#""type":"announcement","text":"busy""#)
        plain.post(#""type":"elementUpdated","element":"a","value":"2""#)
        plain.restart()
        plain.waitForSilence()
        #expect(plain.heard().suffix(2) == ["1.5 busy", "2.0 Mail, 2."])

        var polled = Self.begun()
        polled.post(#""type":"elementFocused","element":{"id":"t","label":"Time","value":"0:01","traits":["updatesFrequently"]}"#)
        polled.waitForSilence()
        polled.post(#""type":"announcement","text":"busy""#)
        polled.post(#""type":"elementUpdated","element":"t","value":"0:02""#)
        polled.restart()
        polled.waitForSilence()
        #expect(polled.heard().suffix(2) == ["1.5 busy", "2.0 two seconds."])
        polled.restart()
        polled.waitForSilence()
        #expect(polled.heard() == [], "it is spoken once")
    }
}
