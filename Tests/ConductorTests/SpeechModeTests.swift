import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// N9: what is spoken in each speech mode, and how the user changes it.
@Suite struct SpeechModeTests {
    private static func mode(_ mode: SpeechMode) -> String { #""type":"settings","mode":"\#(mode.rawValue)""# }
    private static func announce(_ text: String, _ fields: String = "") -> String {
        #""type":"announcement","id":"\#(text)","text":"\#(text)"\#(fields)"#
    }
    private static let field = #"{"id":"f","label":"Name","value":"","traits":["textEntry"]}"#
    private static let button = #"{"id":"b","label":"Send","traits":["button"]}"#

    /// What was heard of the posted lines, without the moments, and of each line what it was.
    private static func heard(_ lines: [String], in mode: SpeechMode, every seconds: Double = 5) -> [String] {
        var screen = Screen {
            $0.mode = mode
            $0.style.hints = false
        }
        for (index, line) in lines.enumerated() {
            screen.wait(until: Double(index) * seconds)
            screen.post(line)
        }
        screen.waitForSilence()
        return screen.heard().map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test(
        "N9: on demand, what the user does or asks for is spoken, and nothing else",
        arguments: [
            ([#""type":"elementFocused","element":\#(button)"#], ["Send. Button."]),
            ([#""type":"elementFocused","by":"app","element":\#(button)"#], ["muted: Send. Button."]),
            ([#""type":"screenChanged","title":"Mail","elements":[\#(button)]"#], ["muted: Mail. Send. Button."]),
            ([announce("low", #","priority":"low""#)], ["muted: low"]), ([announce("default")], ["muted: default"]),
            ([announce("high", #","priority":"high""#)], ["muted: high"]),
            (
                [#""type":"elementFocused","element":\#(button)"#, #""type":"elementActivated","element":"b""#],
                ["Send. Button.", "Send"]
            ),
            (
                [#""type":"elementFocused","element":\#(field)"#, #""type":"elementUpdated","element":"f","value":"a""#],
                ["Name. Text field.", "a"]
            ),
            (
                [#""type":"elementFocused","element":\#(button)"#, #""type":"elementUpdated","element":"b","value":"busy""#],
                ["Send. Button.", "muted: busy."]
            ),
            ([#""type":"where""#], ["Nothing has the focus"]), ([#""type":"missed","speak":true"#], ["No messages missed"]),
            (
                [
                    #""type":"elementFocused","element":{"id":"t","label":"Time","value":"1","traits":["updatesFrequently"]}"#,
                    #""type":"elementUpdated","element":"t","value":"2""#,
                ], ["Time, 1."]
            ),
        ])
    func onDemand(_ lines: [String], _ heard: [String]) { #expect(Self.heard(lines, in: .onDemand) == heard) }

    @Test("N9, K5: on demand, what an app shows within 2 s after the user has done something in it is spoken")
    func effects() {
        let lines = [#""type":"elementFocused","element":\#(Self.button)"#, #""type":"screenChanged","title":"Mail""#]
        #expect(Self.heard(lines, in: .onDemand, every: 2) == ["Send. Button.", "Mail."])
        #expect(Self.heard(lines, in: .onDemand, every: 2.1) == ["Send. Button.", "muted: Mail."])
    }

    @Test("N9, H1: on demand, a hint follows what was spoken")
    func hints() {
        var screen = Screen { $0.mode = .onDemand }
        screen.post(#""type":"elementFocused","element":{"id":"s","label":"Size","value":"5","traits":["adjustable"]}"#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix("Swipe up or down to adjust the value.") == true)
    }

    @Test("N9, Q2: on demand, a screen reader's texts are spoken; off, they are not", arguments: [SpeechMode.onDemand, .off])
    func screenReader(_ mode: SpeechMode) {
        var run = ConductorRun(options: Self.options(mode))
        var text = Announcement(runs: [SpeechRun(text: "line")])
        text.isFromScreenReader = true
        run.ask(.announcement(text))
        #expect((run.conductor.speaking != nil) == (mode == .onDemand))
    }

    private static func options(_ mode: SpeechMode) -> NarrationSettings {
        var options = NarrationSettings()
        options.mode = mode
        return options
    }

    @Test("N9: with beeps, each utterance is a tone, also without earcons, and none counts as spoken")
    func beeps() {
        var screen = Screen {
            $0.mode = .beeps
            $0.hasEarcons = false
        }
        screen.post(Self.announce("one two"))
        screen.post(#""type":"elementFocused","element":\#(Self.button)"#)
        screen.post(#""type":"where""#)
        screen.waitForSilence()
        let spoken = screen.given
        #expect(!spoken.isEmpty && spoken.allSatisfy { $0.isTone }, "\(spoken.map(\.runs))")
        #expect(screen.heard().filter { $0.hasSuffix("earcon speech") }.count == spoken.count)
        screen.post(Self.announce("late"))
        screen.waitForSilence()
        #expect(screen.outcome(of: "late")?.reason == .muted)
        screen.post(Self.mode(.talk))
        screen.post(#""type":"repeat""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix(" late") == true, "what a tone stood for can be asked for")
    }

    @Test("N9: switched off, nothing is heard, not even a reply or a sound; the user's commands still work")
    func off() {
        var screen = Screen {
            $0.mode = .off
            $0.earcons = [.pageBorder, .secureKey]
            $0.style.hints = false
        }
        for _ in 0..<2 { screen.post(#""type":"pageScrolled","text":"Page 1""#) }
        screen.post(#""type":"elementFocused","element":{"id":"p","label":"PIN","traits":["secureTextEntry"]}"#)
        screen.post(#""type":"elementUpdated","element":"p","value":"1""#)
        screen.post(#""type":"where""#)
        screen.post(#""type":"repeat""#)
        screen.post(#""type":"pause""#)
        screen.post(Self.announce("a"))
        screen.post(#""type":"stop""#)
        screen.waitForSilence()
        #expect(screen.given == [] && screen.pings == [])
        #expect(screen.conductor.isPaused)
        #expect(screen.outcome(of: "a")?.reason == .muted)
        screen.post(#""type":"explain","target":"a""#)
        guard case .explanation(let explanation) = screen.replies().last?.result else { return #expect(Bool(false)) }
        #expect(explanation.steps.last?.text == "it ended, muted: the speech mode silences it (N9).")
    }

    @Test("N9: the new mode is spoken in every mode, at once; what waits ends, and is not repeated afterwards")
    func change() {
        var screen = Screen()
        screen.post(Self.announce("one two three four"))
        screen.post(Self.announce("five", #","priority":"low""#))
        screen.wait(until: 1)
        screen.post(Self.mode(.off))
        screen.post(Self.announce("six"))
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 one two three four", "1.0 muted: five", "1.0 cut by N9: one two three four", "1.0 muted: one two three four",
                "1.0 Speech mode: off", "1.0 muted: six",
            ])
        for (mode, words) in [(SpeechMode.beeps, "beeps"), (.onDemand, "on demand"), (.talk, "talk")] {
            screen.post(Self.mode(mode))
            screen.waitForSilence()
            #expect(screen.heard().map { $0.drop { $0 != " " }.dropFirst() } == ["Speech mode: \(words)"])
            #expect(screen.given.last?.isTone == false)
        }
        screen.post(Self.mode(.talk))
        screen.waitForSilence()
        #expect(screen.heard() == [], "it is no change")
    }

    @Test("N9: the words for the modes", arguments: [("de", "Sprachmodus: aus"), ("fr", "Mode de parole : désactivé")])
    func words(_ language: String, _ words: String) {
        var screen = Screen(language: language)
        screen.post(Self.mode(.off))
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 \(words)"])
    }

    @Test("N9, D6: what the mode silences is missed, and its number is not spoken", arguments: [SpeechMode.onDemand, .beeps, .off])
    func missed(_ mode: SpeechMode) {
        var screen = Screen()
        screen.post(Self.mode(mode))
        screen.waitForSilence()
        screen.post(Self.announce("one"))
        screen.waitForSilence()
        screen.post(Self.mode(.talk))
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix("Speech mode: talk") == true)
        screen.post(#""type":"missed""#)
        guard case .missed(let missed) = screen.replies().last?.result else { return #expect(Bool(false)) }
        #expect(missed.map(\.text) == ["one"] && missed.map(\.rule) == ["N9"])
        screen.post(#""type":"missed","speak":true"#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix(" one") == true)
    }

    @Test("N9: an app's own mode goes before the general one, but not for the answer to the user's command")
    func ofApp() {
        var screen = Screen {
            $0.mode = .off
            $0.apps["clock", default: .init()].mode = .talk
            $0.apps["quiet", default: .init()].mode = .onDemand
        }
        screen.post(#""type":"hello","app":"clock""#, as: "c")
        screen.post(Self.announce("alarm"), as: "c")
        screen.post(Self.announce("other"))
        screen.post(#""type":"where""#, as: "c")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 alarm", "0.0 muted: other", "0.0 muted: Nothing has the focus"])
        screen.post(#""type":"status""#)
        guard case .status(let status) = screen.replies().last?.result else { return #expect(Bool(false)) }
        #expect(status.mode == .off && status.muted == ["quiet"])
    }

    @Test("N9, O8: a restart keeps the mode; a new configuration that names another ends what it silences, and is spoken")
    func restart() {
        var screen = Screen()
        screen.post(Self.mode(.onDemand))
        screen.waitForSilence()
        screen.restart()
        screen.forgetPast()
        screen.post(Self.announce("a"))
        screen.waitForSilence()
        #expect(screen.heard().map { $0.drop { $0 != " " }.dropFirst() } == ["muted: a"])

        var run = ConductorRun()
        run.say("long")
        #expect(run.conductor.speaking?.text == "long")
        run.add(
            run.conductor.configure(SpeechAttributes(language: "en"), options: Self.options(.off), device: "default", at: run.now))
        #expect(run.conductor.speaking?.text == "Speech mode: off")
    }
}
