import Conductor
import Messages
import Narration
import Testing

/// §6, as apps use it.
@Suite struct MediaSessionTests {
    private static let recorder =
        #""type":"screenChanged","elements":[{"id":"r","label":"Record","traits":["button","startsMediaSession"]},"#
        + #"{"id":"l","label":"Level","value":"1","traits":["adjustable"]},{"id":"s","label":"Loud","speakDuringMedia":true}]"#

    static func begun(_ mode: String, _ more: String = "") -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(recorder)
        screen.waitForSilence()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"\#(mode)","lease":60\#(more)"#)
        _ = screen.heard()
        return screen
    }

    @Test("M1: an implicit session ends with its lease; its element's next activation restarts it, another's extends it")
    func implicit() {
        var screen = Screen { $0.style.hints = false }
        screen.post(Self.recorder)
        screen.waitForSilence()
        _ = screen.heard()
        screen.post(#""type":"elementActivated","element":"r""#)
        screen.wait(until: 3)
        screen.post(#""type":"elementActivated","element":"r""#)
        screen.wait(until: 4)
        screen.post(#""type":"elementActivated","element":"r""#)
        screen.wait(until: 6)
        screen.post(#""type":"screenChanged","elements":[{"id":"o","label":"Other","traits":["startsMediaSession"]}]"#)
        screen.post(#""type":"elementActivated","element":"o""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "1.0 session began", "3.0 session extended", "4.0 session extended", "6.0 silent by M3", "6.0 session extended",
                "11.0 session ended", "11.3 Other.",
            ])
    }

    @Test("M2: with mute and pass only those elements are silent; a lease longer than the user allows is cut, with a warning")
    func mute() {
        var screen = Screen { $0.style.hints = false }
        screen.post(Self.recorder)
        screen.waitForSilence()
        screen.post(#""type":"mediaSession","id":"m","op":"begin","session":"s","lease":4000,"mute":["l"],"announcements":"pass""#)
        #expect(screen.replies().last?.warnings == [Warning(.adjusted, "lease: 4000.0 s is shortened to 600 s (M2)")])
        screen.post(#""type":"elementFocused","element":"l""#)
        screen.post(#""type":"elementFocused","element":"s""#)
        screen.post(#""type":"announcement","text":"spoken","priority":"low""#)
        screen.wait(until: 10)
        #expect(screen.heard() == ["0.0 Record. Button.", "1.0 session began", "1.0 silent by M3", "1.0 Loud.", "1.5 spoken"])
        screen.wait(until: 602)
        #expect(screen.heard() == ["601.0 session ended"])
    }

    @Test("M2: an element that a session both mutes and allows is reported")
    func muteAndAllow() {
        var screen = Screen()
        screen.post(#""type":"mediaSession","op":"begin","mute":["a","b"],"allow":["c","b"]"#)
        #expect(screen.replies().last?.warnings == [Warning(.inconsistent, "mute: \"b\" is in allow too")])
    }

    @Test(
        "N1: a page after the last one is reported",
        arguments: [
            ("Page 10 of 9", "text: page 10 is beyond the last, 9"), ("Seite 10 von 9", "text: page 10 is beyond the last, 9"),
            ("3/2", "text: page 3 is beyond the last, 2"), ("Page 9 of 9", nil), ("Page 2, 1 result", nil), ("Rows 30 to 40 of 20", nil),
            ("Chapter 3 Page 2", nil), ("Week 12 Day 3", nil), ("Pagina 3 di 2", "text: page 3 is beyond the last, 2"),
            ("Page 99999999999999999999 of 1", nil),
        ])
    func page(text: String, warning: String?) {
        var screen = Screen()
        screen.post(#""type":"pageScrolled","text":"\#(text)""#)
        #expect(screen.replies().last?.warnings == (warning.map { [Warning(.inconsistent, $0)] } ?? []))
    }

    @Test("M2: with mute, announcements follow the mode, and other elements are spoken")
    func muteHoldsAnnouncements() {
        var screen = Self.begun("record", #","mute":["l"]"#)
        screen.post(#""type":"announcement","text":"mine""#)
        screen.post(#""type":"announcement","text":"high","priority":"high""#, as: "b")
        screen.post(#""type":"announcement","text":"forced","force":true"#, as: "b")
        screen.wait(until: 3)
        screen.post(#""type":"elementFocused","element":"l""#)
        screen.post(#""type":"elementFocused","element":"s""#)
        screen.wait(until: 5)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "1.0 held by M3: mine", "1.0 held by M3: high", "1.0 forced", "3.0 silent by M3", "3.0 Loud.", "5.0 session ended",
                "5.3 high",
                "5.8 mine",
            ])
    }

    @Test("M2, U7: a last value that waits is not spoken once its element is muted")
    func mutedLastValue() {
        var screen = Screen { $0.style.hints = false }
        screen.post(
            #""type":"elementFocused","element":{"id":"p","label":"Copy","value":"40","valueKind":"percent","traits":["updatesFrequently"]}"#
        )
        screen.post(#""type":"elementFocused","element":{"id":"b","label":"Stop"}"#)
        screen.waitForSilence()
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        screen.post(#""type":"elementUpdated","element":"p","value":"100""#)
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"play","mute":["p"],"announcements":"pass","lease":60"#)
        screen.waitForSilence()
        #expect(screen.heard().suffix(4) == ["0.5 high", "0.5 mediaSession: Copy, 100%.", "0.5 session began", "60.5 session ended"])
    }

    @Test("M2: without mute, pass lets announcements through and silences elements")
    func pass() {
        var screen = Self.begun("record", #","announcements":"pass""#)
        screen.post(#""type":"elementFocused","element":"l""#)
        screen.post(#""type":"announcement","text":"spoken""#)
        screen.wait(until: 3)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["1.0 silent by M3", "1.0 spoken", "3.0 session ended", "3.3 Level, 1. Adjustable."])
    }

    @Test("M2: with holdLow only lows wait; one that has begun is heard to its end, and elements are spoken")
    func holdLow() {
        var screen = Screen()
        screen.post(#""type":"screenChanged","elements":[{"id":"l","label":"Level","value":"1","traits":["adjustable"]}]"#)
        screen.waitForSilence()
        _ = screen.heard()
        screen.post(#""type":"announcement","text":"begun","priority":"low""#)
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":60,"announcements":"holdLow""#)
        screen.post(#""type":"announcement","text":"low","priority":"low","maxAge":100"#)
        screen.wait(until: 20)
        screen.post(#""type":"announcement","text":"default""#)
        screen.wait(until: 30)
        screen.post(#""type":"elementFocused","element":"l""#)
        screen.wait(until: 40)
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        screen.wait(until: 50)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "5.9 begun", "5.9 session began", "5.9 held by M3: low", "20.0 default", "30.0 Level, 1. Adjustable.",
                "31.9 Swipe up or down to adjust the value.", "40.0 high", "50.0 session ended", "50.3 low",
            ])
    }

    @Test("M2, U2: with holdLow the focus is polled, though a low is held, unless it is muted")
    func holdLowPolls() {
        for (mute, expected) in [("", ["2.0 3."]), (#","mute":["e"]"#, [])] {
            var screen = Screen { $0.style.hints = false }
            let timer = #"{"id":"e","label":"Elapsed","value":"1","traits":["updatesFrequently"]}"#
            screen.post(#""type":"screenChanged","elements":[\#(timer)],"focus":"e""#)
            screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":60,"announcements":"holdLow"\#(mute)"#)
            screen.post(#""type":"announcement","text":"low","priority":"low","maxAge":100"#)
            screen.wait(until: 2)
            _ = screen.heard()
            screen.post(#""type":"elementUpdated","element":"e","value":"3""#)
            screen.wait(until: 20)
            #expect(screen.heard() == expected)
        }
    }

    @Test(
        "M5: a screen that changed in a session is spoken, though a session that lets more through begins within the quiet",
        arguments: [
            #","announcements":"holdLow""#, #","mute":["other"]"#,
        ])
    func quietOutlives(_ fields: String) {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"mediaSession","op":"begin","session":"memo","mode":"record""#)
        screen.post(#""type":"screenChanged","title":"Inbox","elements":[{"id":"a","label":"Ada"}],"focus":"a""#)
        screen.wait(until: 5)
        screen.post(#""type":"mediaSession","op":"end","session":"memo""#)
        screen.post(#""type":"mediaSession","op":"begin","session":"music"\#(fields)"#)
        screen.wait(until: 20)
        #expect(screen.heard().contains("5.3 Inbox. Ada."))
    }

    @Test("M3: while recording only what is allowed, what speaks during media, what is forced and the user's commands are spoken")
    func record() {
        var screen = Self.begun("record", #","allow":["l"]"#)
        screen.post(#""type":"elementFocused","element":"l""#)
        screen.wait(until: 3)
        screen.post(#""type":"elementFocused","element":"s""#)
        screen.wait(until: 5)
        screen.post(#""type":"elementFocused","element":"r""#)
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        screen.post(#""type":"announcement","text":"forced","force":true"#)
        screen.wait(until: 8)
        screen.post(#""type":"where""#)
        screen.wait(until: 10)
        #expect(
            screen.heard() == [
                "1.0 Level, 1. Adjustable.", "3.0 Loud.", "5.0 silent by M3", "5.0 held by M3: high", "5.0 forced", "8.0 Record. Button.",
            ])
    }

    @Test("M4: a session ends with its client, and status says who silences what until when")
    func disconnect() {
        var screen = Self.begun("listen")
        screen.post(#""type":"status""#, as: "b")
        guard case .status(let status) = screen.replies(to: "b").last?.result else {
            Issue.record("no status")
            return
        }
        #expect(status.media == [Status.Media(client: "a", session: "s", mode: .listen, endsIn: 60)])
        screen.post(#""type":"announcement","text":"later""#, as: "b")
        screen.wait(until: 5)
        screen.leave("a")
        screen.waitForSilence()
        #expect(screen.heard() == ["1.0 held by M3: later", "5.0 session ended", "5.3 later"])
    }

    @Test("M2: of two runs' sessions with the same name, each run extends and ends its own; another run the latest")
    func sameName() {
        var screen = Screen()
        /// The time left of each session.
        func left() -> [Double] { screen.conductor.status(at: screen.now).media.map(\.endsIn) }
        for run in ["a", "b"] {
            screen.post(#""type":"hello","app":"announce""#, as: run)
            screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":10"#, as: run)
        }
        screen.wait(until: 8)
        screen.post(#""type":"mediaSession","op":"extend","session":"s""#, as: "a")
        screen.wait(until: 11)
        #expect(left() == [7])
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":10"#, as: "b")
        screen.post(#""type":"mediaSession","op":"end","session":"s""#, as: "a")
        #expect(left() == [10])
        screen.post(#""type":"hello","app":"announce""#, as: "c")
        screen.post(#""type":"mediaSession","op":"end","session":"s""#, as: "c")
        #expect(left() == [])
    }

    @Test("M2: what is wrong about a session is refused by name")
    func refusals() {
        var screen = Self.begun("play")
        screen.post(#""type":"mediaSession","op":"end","session":"x""#)
        screen.post(#""type":"mediaSession","op":"begin","session":"s""#)
        screen.post(#""type":"mediaSession","op":"extend""#, as: "b")
        #expect(screen.errors().map(\.code) == [.unknownTarget, .notAllowed])
        #expect(screen.errors().map(\.message)[0] == "session: this client has no media session \"x\"; expected one of \"s\"")
        #expect(screen.errors(of: "b").map(\.message) == ["session: this client has no media session; begin one first"])
    }
}
