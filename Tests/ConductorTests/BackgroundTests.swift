import Narration
import Testing

/// Q2: whose announcements a default of an app in the background cuts.
@Suite struct BackgroundTests {
    private static let focus = #""type":"elementFocused","element":{"id":"x","label":"Code"}"#
    private static let song = #""type":"announcement","text":"song changed""#

    /// An editor in the foreground, and a player and a build in the background.
    private static func desk(interrupts: Bool = false) -> Screen {
        var screen = Screen { $0.backgroundInterrupts = interrupts }
        for app in ["editor", "player", "build"] { screen.post(#""type":"hello","app":"\#(app)""#, as: app) }
        screen.post(Self.focus, as: "editor")
        screen.wait(until: 10)
        _ = screen.heard()
        return screen
    }

    @Test(
        "Q2: a background app's default waits for another app's announcement, as a default that does not age",
        arguments: ["default", "low"])
    func waits(_ priority: String) {
        var screen = Self.desk()
        let failed = (0..<30).map { "failed-\($0)" }.joined(separator: " ")
        screen.post(#""type":"announcement","text":"\#(failed)","priority":"\#(priority)""#, as: "build")
        screen.wait(until: 10.5)
        screen.post(#""type":"announcement","text":"low","priority":"low""#, as: "build")
        screen.post(Self.song, as: "player")
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 \(failed)", "20.5 expired: low", "25.0 song changed", "26.0 1 message missed"])
    }

    @Test("Q2: it cuts what is said about the focus, and its own app's announcements; a foreground app's cuts all")
    func cuts() {
        var screen = Self.desk()
        screen.post(#""type":"elementUpdated","element":"x","value":"long value""#, as: "editor")
        screen.post(Self.song, as: "player")
        screen.wait(until: 10.3)
        screen.post(#""type":"announcement","text":"stopped""#, as: "player")
        screen.wait(until: 10.6)
        screen.post(#""type":"announcement","text":"typo""#, as: "editor")
        screen.waitForSilence()
        #expect(
            screen.heard().filter { !$0.contains("interrupted") }.map {
                $0.replacing("10.0 ", with: "").replacing("10.3 ", with: "").replacing("10.6 ", with: "")
            } == [
                "long value.", "cut by Q2: long value.", "song changed", "cut by Q2: song changed", "stopped", "cut by Q2: stopped", "typo",
            ])
    }

    @Test("Q2: clients that have not named their app, and the command announce, count as one")
    func shells() {
        var screen = Self.desk()
        screen.post(#""type":"hello","app":"announce""#, as: "shell 2")
        screen.post(#""type":"announcement","text":"one""#, as: "shell 1")
        screen.wait(until: 10.3)
        screen.post(#""type":"announcement","text":"two""#, as: "shell 2")
        screen.post(Self.song, as: "player")
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 one", "10.3 cut by Q2: one", "10.3 interrupted: one", "10.3 two", "10.8 song changed"])
    }

    @Test("Q2: background-interrupts lets each default cut")
    func setting() {
        var screen = Self.desk(interrupts: true)
        screen.post(#""type":"announcement","text":"failed""#, as: "build")
        screen.post(Self.song, as: "player")
        #expect(screen.heard().last == "10.0 song changed")
    }
}
