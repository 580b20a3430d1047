import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// O8: what the user sets while the daemon runs.
@Suite struct UserSettingsTests {
    private static let slider = #""type":"elementFocused","element":{"label":"Size","value":"5","traits":["adjustable"]}"#

    @Test(
        "O8: each setting counts from the next thing that is said",
        arguments: [
            ("", ["Size, 5. Adjustable.", "Swipe up or down to adjust the value."]), (#","verbosity":"label""#, ["Size."]),
            (#","verbosity":"brief""#, ["Size, 5. Adjustable."]), (#","hints":false"#, ["Size, 5. Adjustable."]),
            (#","gestures":"keyboard""#, ["Size, 5. Adjustable.", "Press Up or Down Arrow to adjust the value."]),
            (#","dialect":"talkback""#, ["Size, 5, seek control", "swipe up or down to adjust"]),
        ])
    func style(_ change: String, _ heard: [String]) {
        var screen = Screen()
        screen.post(#""type":"settings""# + change)
        screen.post(Self.slider)
        screen.waitForSilence()
        #expect(screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) } == heard)
    }

    @Test("H4: an app's own gestures count in its hints, unless the user wants to hear of none")
    func gesturesOfAnApp() {
        for (change, hint) in [("", "Press Up or Down Arrow to adjust the value."), (#","gestures":"none""#, nil)] {
            var screen = Screen()
            screen.post(#""type":"settings""# + change, as: "user")
            screen.post(#""type":"hello","app":"desk","gestures":"keyboard""#)
            screen.post(Self.slider)
            screen.waitForSilence()
            screen.restart()
            screen.post(Self.slider)
            screen.waitForSilence()
            let heard = screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) }
            let once = ["Size, 5. Adjustable."] + [hint].compactMap(\.self)
            #expect(heard == once + once)
            screen.post(Self.slider, as: "another")
            screen.waitForSilence()
            #expect(screen.heard().last?.contains("Swipe") == (hint != nil))
        }
    }

    @Test("O8: the reply lists all settings, what was changed and the file; a query changes nothing")
    func reply() {
        var run = Self.run()
        let asked = Self.report(&run, UserSettings())
        #expect(asked?.changed == [] && asked?.file == "/s.toml" && asked?.settings.verbosity == .full && asked?.settings.interval == 4)
        let change = UserSettings(verbosity: .brief, interval: 2, earcons: false, typing: .both, mode: .beeps)
        let changed = Self.report(&run, change)
        #expect(changed?.changed == [.verbosity, .interval, .earcons, .typing, .mode])
        #expect(changed.map { change.over($0.settings) == $0.settings } == true)
    }

    @Test("O8: a restart keeps what was changed, and a new configuration ends it")
    func restart() {
        var run = Self.run()
        _ = Self.report(&run, UserSettings(SpeechAttributes(rate: 300), dialect: .talkback, gestures: Gestures.none))
        run.restart(connected: [ClientID(1)])
        let report = Self.report(&run, UserSettings())
        #expect(report?.settings.speech.rate == 300 && report?.settings.dialect == .talkback && report?.settings.gestures == Gestures.none)
        #expect(report?.changed == [.rate, .dialect, .gestures])
        run.add(run.conductor.configure(SpeechAttributes(language: "en"), options: NarrationSettings(), device: "default", at: run.now))
        let configured = Self.report(&run, UserSettings())
        #expect(configured?.changed == [] && configured?.settings.dialect == .voiceover && configured?.settings.speech.rate == nil)
    }

    private static func run() -> ConductorRun { ConductorRun(.new(settingsFile: "/s.toml")) }

    private static func report(_ run: inout ConductorRun, _ change: UserSettings) -> SettingsReport? {
        run.ask(.settings(change), id: "s")
        guard case .settings(let report) = run.replies.last?.result else { return nil }
        return report
    }
}
