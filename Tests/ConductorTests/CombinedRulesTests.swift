import Messages
import Narration
import Testing

/// Sequences in which two rules, two apps or two requests meet.
@Suite struct CombinedRulesTests {
    private static let buttons =
        #""type":"screenChanged","elements":[{"id":"a","label":"A"},{"id":"b","label":"B","traits":["button"]},"#
        + #"{"id":"off","label":"Off","traits":["button","notEnabled"]},{"id":"s","label":"Size","value":"1","traits":["adjustable"]}]"#

    private static func quiet(_ change: (inout NarrationSettings) -> Void = { _ in }) -> Screen {
        var screen = Screen {
            $0.style.hints = false
            change(&$0)
        }
        screen.post(buttons)
        screen.waitForSilence()
        _ = screen.heard()
        return screen
    }

    @Test("K3: another app's keys are silent while the app in the foreground has a secure text field focused")
    func foreignKeys() {
        var screen = Self.quiet()
        screen.post(#""type":"elementFocused","element":{"id":"p","label":"Password","traits":["secureTextEntry"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementFocused","element":{"id":"h","label":"h","traits":["keyboardKey"]},"by":"app""#, as: "keyboard")
        _ = screen.heard()
        screen.post(#""type":"elementActivated","element":"h""#, as: "keyboard")
        screen.waitForSilence()
        #expect(screen.heard().map { $0.dropFirst(4) } == ["silent by K3"])
    }

    @Test("Q7: an adjustment of what the app has focused, and the user has not heard, cuts no announcement")
    func adjustedUnheard() {
        var screen = Self.quiet()
        screen.post(#""type":"announcement","text":"one two three four","priority":"low""#, as: "other")
        screen.post(#""type":"layoutChanged","element":"s""#)
        screen.post(#""type":"elementUpdated","element":"s","value":"2""#)
        screen.waitForSilence()
        let heard = screen.heard()
        #expect(!heard.contains { $0.contains("cut by") } && heard.last?.hasSuffix("Size, 2. Adjustable.") == true, "\(heard)")
    }

    @Test("O5, Q8: what waits about the focus in a pause is heard after it, though it was activated meanwhile")
    func activatedInPause() {
        var screen = Self.quiet()
        screen.post(#""type":"pause""#, as: "user")
        screen.post(#""type":"elementFocused","element":"b""#)
        screen.post(#""type":"elementActivated","element":"b""#)
        screen.wait(until: 9)
        screen.post(#""type":"resume""#, as: "user")
        screen.waitForSilence()
        let heard = screen.heard()
        #expect(heard.contains("9.0 B. Button."), "\(heard)")
    }

    @Test("§3, K1: of adjustments and characters in a pause, the newest is heard after it")
    func adjustedInPause() {
        var screen = Self.quiet()
        screen.post(#""type":"elementFocused","element":"s""#)
        screen.waitForSilence()
        screen.post(#""type":"pause""#, as: "user")
        for value in 2...5 { screen.post(#""type":"elementUpdated","element":"s","value":"\#(value)""#) }
        _ = screen.heard()
        screen.post(#""type":"resume""#, as: "user")
        screen.waitForSilence()
        #expect(screen.heard().map { $0.split(separator: " ").last } == ["5."])
    }

    @Test("Q8: an activation that is silent leaves the echo of the one before alone")
    func silentActivation() {
        var screen = Self.quiet()
        screen.post(#""type":"elementActivated","element":"b""#)
        screen.post(#""type":"elementActivated","element":"off""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix(" B") == true)
    }

    private static let summary =
        #""type":"screenChanged","title":"Inbox","elements":[{"id":"a","label":"A"},{"id":"s","label":"Three new","traits":["summaryElement"]}]"#

    @Test("Y4: a summary that becomes the focus before it was spoken is spoken once")
    func focusedSummary() {
        var screen = Screen { $0.style.hints = false }
        screen.post(Self.summary)
        screen.post(#""type":"layoutChanged","element":"s""#)
        screen.waitForSilence()
        let heard = screen.heard()
        #expect(heard.count { $0.hasSuffix(" Three new.") && !$0.contains("superseded") } == 1, "\(heard)")
    }

    @Test("Y1, M5: a summary that a session held back is dropped if the user moves the focus first")
    func heldSummary() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"record""#)
        screen.post(Self.summary)
        screen.post(#""type":"elementFocused","element":"a""#)
        screen.post(#""type":"mediaSession","op":"end","session":"s""#)
        screen.waitForSilence()
        let heard = screen.heard()
        #expect(heard.contains { $0.hasSuffix("Inbox. A.") } && !heard.contains { $0.hasSuffix("Three new.") }, "\(heard)")
    }

    @Test("Q4, Q18: the title of a screen that was stopped or cancelled is not told later", arguments: ["stop", "cancel"])
    func stoppedTitle(command: String) {
        var screen = Self.quiet()
        screen.post(#""type":"announcement","text":"one two","priority":"high""#, as: "other")
        screen.post(#""type":"screenChanged","id":"s1","title":"Inbox","elements":[{"id":"a","label":"A"},{"id":"b","label":"B"}]"#)
        screen.post(command == "stop" ? #""type":"stop""# : #""type":"cancel","target":"s1""#)
        screen.post(#""type":"elementFocused","element":"b""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.split(separator: " ").dropFirst() == ["B."])
    }

    @Test("N7: a muted app's activation and page replace nothing, and make no sound")
    func muted() {
        var screen = Self.quiet { $0.apps["muted", default: .init()].isMuted = true }
        screen.post(#""type":"hello","app":"muted""#, as: "m")
        screen.post(#""type":"elementFocused","element":{"id":"m","label":"M"},"by":"app""#, as: "m")
        for _ in 0..<2 { screen.post(#""type":"pageScrolled","text":"Page 1 of 2""#, as: "m") }
        screen.post(#""type":"elementFocused","element":"b""#)
        _ = screen.heard()
        screen.post(#""type":"elementActivated","element":"m""#, as: "m")
        #expect(screen.heard().map { $0.dropFirst(4) } == ["silent by N7"])
        #expect(screen.pings == [])
    }

    @Test("N1: a new screen ends the texts of all pages of the former one")
    func pages() {
        var screen = Self.quiet()
        screen.post(#""type":"announcement","text":"one two","priority":"high""#, as: "other")
        for page in 1...3 { screen.post(#""type":"pageScrolled","text":"Page \#(page) of 9""#) }
        screen.post(#""type":"screenChanged","elements":[{"id":"c","label":"C"}]"#)
        screen.waitForSilence()
        let heard = screen.heard()
        #expect(!heard.contains { $0.contains("Page") && !$0.contains("reset") }, "\(heard)")
        #expect(heard.last?.hasSuffix(" C.") == true)
    }

    @Test("A reply has at most eight warnings")
    func warnings() {
        var screen = Screen()
        let unknown = (0..<8).map { #""x\#($0)":1"# }.joined(separator: ",")
        let elements = (0..<8).map { #"{"id":"\#($0)","label":"x","traits":["button","link"]}"# }.joined(separator: ",")
        screen.post(#""type":"screenChanged",\#(unknown),"elements":[\#(elements)]"#)
        #expect(screen.replies().last?.warnings.count == 8)
    }
}
