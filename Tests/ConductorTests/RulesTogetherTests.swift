import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// Where rules meet: one must not undo what another wants.
@Suite struct RulesTogetherTests {
    @Test("N1, Q6, Q16: a low that waits is not begun, and cut, between a screen's reset and the screen", arguments: [true, false])
    func waitingLow(_ retain: Bool) {
        var screen = Screen()
        screen.post(#""type":"announcement","text":"default now""#)
        screen.post(#""type":"announcement","text":"low","priority":"low","retain":\#(retain)"#)
        screen.post(#""type":"screenChanged","title":"New""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 default now", "0.0 cut by Q16: default now", "0.0 New.", "0.5 default now", "1.5 low"])
    }

    @Test("Q7: a focus that an app moves comes before a low that waits behind an update")
    func focusBeforeLow() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"screenChanged","elements":[{"id":"a","label":"A"},{"id":"b","label":"B"}]"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"a","value":"one two""#)
        screen.post(#""type":"announcement","text":"low","priority":"low""#)
        screen.post(#""type":"layoutChanged","element":"b""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == ["0.0 A.", "0.5 one two.", "0.5 cut by Q5: one two.", "0.5 superseded: one two.", "0.5 B.", "1.0 low"])
    }

    @Test("N4: in a pause, late updates give way once in 10 s, not without end")
    func lateInPause() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"0"}"#)
        screen.waitForSilence()
        screen.post(#""type":"pause""#)
        for second in 1...25 {
            screen.post(#""type":"elementUpdated","element":"t","value":"\#(second)""#)
            screen.wait(until: Double(second))
        }
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(screen.heard().filter { !$0.contains("superseded") }.suffix(1).first?.hasSuffix(" 25.") == true)
    }

    @Test("N2, Q5: of a screen that has not begun the title stays, with the focus that is the focus then")
    func untoldScreen() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        screen.post(#""type":"screenChanged","title":"Inbox","elements":[{"id":"a","label":"A"},{"id":"b","label":"B"}]"#)
        screen.post(#""type":"elementFocused","element":"b""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 high", "0.0 superseded: Inbox. A.", "0.5 Inbox. B."])
    }

    @Test("U2, U7: an element whose description was cut is still polled, and 100 percent is spoken")
    func cutDescription() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        let bar = #"{"id":"p","label":"Copy","value":"5","valueKind":"percent","traits":["updatesFrequently"]}"#
        screen.post(#""type":"elementFocused","element":\#(bar)"#)
        screen.post(#""type":"skip""#)
        screen.post(#""type":"skip""#)
        screen.post(#""type":"elementUpdated","element":"p","value":"100""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix("100%.") == true)
    }

    @Test("M1: a session that mutes one element does not concern the button that records; M5: after it the focus is described")
    func muteOnly() {
        var screen = Screen { $0.style.hints = false }
        let record = #"{"id":"r","label":"Record","traits":["startsMediaSession"]}"#
        screen.post(#""type":"screenChanged","elements":[\#(record),{"id":"m","label":"Meter"}]"#)
        screen.waitForSilence()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mute":["m"],"lease":100"#)
        screen.post(#""type":"elementFocused","element":"m""#)
        screen.post(#""type":"mediaSession","op":"end","session":"s""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Record.", "0.5 session began", "0.5 silent by M3", "0.5 session ended", "0.8 Meter."])
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mute":["m"],"lease":100,"announcements":"pass""#)
        screen.post(#""type":"announcement","text":"one two three""#)
        screen.post(#""type":"elementActivated","element":"r""#)
        #expect(screen.heard().contains("1.3 cut by M1: one two three"))
    }

    @Test("T3, T14: a time of day is no duration, and both are left alone if the user wants no words")
    func times() {
        let words = ["Clock, fourteen 30 and forty five seconds.", "Lap one hour, two minutes, and three seconds."]
        for (durations, spoken) in [(true, words), (false, ["Clock, 14:30:45.", "Lap 1:02:03."])] {
            var screen = Screen { $0.readsDurations = durations }
            screen.post(#""type":"elementFocused","element":{"id":"c","label":"Clock","value":"14:30:45","valueKind":"time"}"#)
            screen.waitForSilence()
            screen.post(#""type":"elementFocused","element":{"id":"l","label":"Lap 1:02:03"}"#)
            screen.waitForSilence()
            #expect(screen.heard().map { String($0.split(separator: " ", maxSplits: 1)[1]) } == spoken)
        }
    }

    @Test("Elements without an id do not pile up: after ten thousand focus moves the next is still described")
    func nameless() {
        var screen = Screen { $0.style.hints = false }
        for number in 0...10_001 { screen.post(#""type":"elementFocused","element":{"label":"Row \#(number)"}"#) }
        #expect(screen.errors().isEmpty)
        screen.waitForSilence()
        #expect(screen.heard().last == "0.0 Row 10001.")
    }

    @Test("U8: a milestone beyond all numbers does not crash")
    func hugeMilestone() {
        var screen = Screen()
        screen.post(#""type":"screenChanged","elements":[{"id":"b"},{"id":"n","value":"1","milestones":[1e9,1e19]}]"#)
        screen.post(#""type":"elementUpdated","element":"n","value":"10000000000000000000""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.contains("1e+19") == true)
    }

    @Test("Q12: what a client says before the voices are known is spoken though it has gone by then")
    func beforeTheVoices() {
        var run = ConductorRun(isReady: false, clients: [1, 2])
        for client: UInt64 in [1, 2] {
            run.say("Hallo", id: "x", attributes: SpeechAttributes(language: "de"), client: client)
        }
        run.add(run.conductor.didCloseInput(ClientID(1)))
        #expect(!run.effects.contains(.close(ClientID(1))))
        run.add(run.conductor.disconnect(ClientID(2), at: run.now))
        run.ready()
        #expect(run.spoken.map(\.text) == ["Hallo"])
        run.voice(.voices(Screen.voices))
        run.finish()
        #expect(run.spoken.count == 2)
    }

    @Test("D4: where, after a command's next run has connected, is still where the run before has left the focus")
    func whereAgain() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"hello","app":"announce""#)
        screen.post(#""type":"elementFocused","element":{"id":"p","label":"Play"}"#)
        screen.waitForSilence()
        screen.leave("a")
        screen.post(#""type":"hello","app":"announce""#, as: "a2")
        screen.post(#""type":"where""#, as: "a2")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Play.", "0.5 Play."])
    }

    @Test("D4, M1: runs of a command at the same time share its little screen: a second activation restarts the first one's lease")
    func runsAtOnce() {
        var screen = Screen { $0.style.hints = false }
        for run in ["a", "b", "c"] { screen.post(#""type":"hello","app":"announce""#, as: run) }
        screen.post(#""type":"elementFocused","element":{"id":"r","label":"Record","traits":["startsMediaSession"]}"#, as: "a")
        screen.waitForSilence()
        screen.post(#""type":"elementActivated","element":"r""#, as: "b")
        screen.wait(until: 1)
        screen.post(#""type":"elementActivated","element":"r""#, as: "c")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Record.", "0.5 session began", "1.0 session extended", "6.0 session ended"])
        #expect(screen.errors(of: "b").isEmpty && screen.errors(of: "c").isEmpty)
    }

    @Test("E2: what is typed into a secure field is not said, and stands in no trace")
    func secureField() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"p","label":"Password","value":"hunter2","traits":["secureTextEntry"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"p","value":"hunter23""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Password. Secure text field.", "2.0 silent by K3"])
    }

    @Test("An element that an app calls by a name that was made up is the app's")
    func madeUpName() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"label":"No name"}"#)
        screen.post(#""type":"elementFocused","element":{"id":"element-1","label":"Mine"}"#)
        screen.post(#""type":"elementFocused","element":{"label":"Other"}"#)
        screen.post(#""type":"elementFocused","element":"element-1""#)
        #expect(screen.errors().isEmpty)
    }

    @Test("explain: what a session held has waited for its end")
    func heldExplained() {
        var screen = Screen()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":1"#)
        screen.post(#""type":"announcement","id":"x","text":"one""#)
        screen.waitForSilence()
        screen.post(#""type":"explain","target":"x""#)
        guard case .explanation(let explanation) = screen.replies().last?.result else { return }
        #expect(explanation.steps.contains { $0.text.hasSuffix("after it had waited 1.300 s for the media session's end.") })
    }

    @Test("Lines that wait for the voices keep their order, even when too many wait")
    func orderAtTheStart() {
        var run = ConductorRun(isReady: false)
        for number in 0..<600 { run.ask(number % 20 == 0 ? .voices(language: nil) : .ping, id: "\(number)") }
        run.ready()
        run.voice(.voices(Screen.voices))
        let ids = run.sent().compactMap { message in
            switch message {
            case .reply(let reply): reply.id
            case .refused(_, let id, _): id
            default: nil
            }
        }
        #expect(ids == (0..<600).map(String.init))
    }

    @Test("A silent progress bar in the background pushes nothing out of the history of repeat and explain")
    func silentNotes() {
        var screen = Screen()
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Menu"},{"id":"p","value":"0"}]"#)
        screen.waitForSilence()
        for step in 0..<500 { screen.post(#""type":"elementUpdated","element":"p","value":"\#(step)""#) }
        _ = screen.heard()
        screen.post(#""type":"repeat""#)
        #expect(screen.heard() == ["0.5 Menu."])
    }
}
