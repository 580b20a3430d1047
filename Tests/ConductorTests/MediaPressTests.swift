import Messages
import Narration
import Testing

/// M1: which presses on a startsMediaSession element begin and end a session.
@Suite struct MediaPressTests {
    private static func player(_ traits: String, value: String = "0") -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(
            #""type":"screenChanged","elements":[{"id":"x"},{"id":"p","label":"Player","value":"\#(value)","#
                + #""traits":[\#(traits),"startsMediaSession"]}]"#)
        screen.waitForSilence()
        screen.wait(until: 1)
        _ = screen.heard()
        return screen
    }

    /// Returns the effects of presses: those of a session, and the activations that are silent.
    private static func sessions(_ screen: inout Screen) -> [String] {
        screen.heard().filter { $0.contains("session") || $0.contains("M1") }
    }

    @Test(
        "M1: a toggle whose activation precedes its value: play begins, pause ends, and begins nothing after the lease",
        arguments: ["toggleButton", "switch"])
    func activationFirst(_ trait: String) {
        var screen = Self.player("\"\(trait)\"")
        func press(_ value: Int, at time: Double) {
            screen.wait(until: time)
            screen.post(#""type":"elementActivated","element":"p""#)
            screen.wait(until: time + 0.25)
            screen.post(#""type":"elementUpdated","element":"p","value":"\#(value)""#)
        }
        press(1, at: 2)
        press(0, at: 4)
        #expect(Self.sessions(&screen) == ["2.0 session began", "4.0 session extended", "4.25 session ended"])
        press(1, at: 10)
        press(0, at: 20)
        press(1, at: 20.5)
        #expect(Self.sessions(&screen) == ["10.0 session began", "15.0 session ended", "20.0 silent by M1", "20.5 session began"])
    }

    @Test("M1: a toggle whose value precedes its activation: the same")
    func valueFirst() {
        var screen = Self.player(#""toggleButton""#)
        func press(_ value: Int, at time: Double) {
            screen.wait(until: time)
            screen.post(#""type":"elementUpdated","element":"p","value":"\#(value)""#)
            screen.post(#""type":"elementActivated","element":"p""#)
        }
        press(1, at: 2)
        press(0, at: 4)
        #expect(Self.sessions(&screen) == ["2.0 session began", "4.0 session ended", "4.0 silent by M1"])
        press(1, at: 10)
        press(0, at: 20)
        press(1, at: 20.5)
        #expect(
            Self.sessions(&screen) == [
                "10.0 session began", "15.0 session ended", "20.0 silent by M1", "20.5 session began", "20.5 session extended",
            ])
    }

    @Test("M1: a second activation of what is still off ends its session")
    func stillOff() {
        var screen = Self.player(#""toggleButton""#)
        screen.post(#""type":"elementActivated","element":"p""#)
        screen.post(#""type":"elementActivated","element":"p""#)
        #expect(Self.sessions(&screen) == ["1.0 session began", "1.0 session ended"])
    }

    @Test("M1: a press just after the app has switched its player off or on by itself counts as what it changes")
    func afterOwnChange() {
        var screen = Self.player(#""toggleButton""#)
        func value(_ value: Int, at time: Double) {
            screen.wait(until: time)
            screen.post(#""type":"elementUpdated","element":"p","value":"\#(value)""#)
        }
        func press(_ new: Int, at time: Double) {
            screen.wait(until: time)
            screen.post(#""type":"elementActivated","element":"p""#)
            value(new, at: time + 0.25)
        }
        press(1, at: 2)
        value(0, at: 3)
        #expect(Self.sessions(&screen) == ["2.0 session began", "3.0 session ended"])
        press(1, at: 3.5)
        #expect(Self.sessions(&screen) == ["3.5 silent by M1", "3.75 session began"])
        value(0, at: 10)
        value(1, at: 20)
        press(0, at: 20.5)
        #expect(Self.sessions(&screen).suffix(2) == ["20.5 session began", "20.75 session ended"])
    }

    @Test("M1: an update that takes selected away ends the session")
    func selected() {
        var screen = Self.player(#""selected""#)
        screen.post(#""type":"elementActivated","element":"p""#)
        screen.wait(until: 3)
        screen.post(#""type":"elementUpdated","element":{"id":"p","traits":["startsMediaSession"]}"#)
        #expect(Self.sessions(&screen) == ["1.0 session began", "3.0 session ended"])
    }

    @Test("M1: a chime pressed again within its lease stays undisturbed: what is held comes after the second")
    func chime() {
        var screen = Self.player(#""button""#)
        screen.post(#""type":"elementActivated","element":"p""#)
        screen.post(#""type":"announcement","text":"held""#)
        screen.wait(until: 3)
        screen.post(#""type":"elementActivated","element":"p""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == ["1.0 session began", "1.0 held by M3: held", "3.0 session extended", "8.0 session ended", "8.3 held"])
    }
}
