import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// D6: what was missed is counted, said once, and can be asked for.
@Suite struct MissedTests {
    private static func announce(_ text: String, _ fields: String = "") -> String {
        #""type":"announcement","id":"\#(text)","text":"\#(text)"\#(fields)"#
    }

    /// A pause in which three defaults and a low with an age were posted.
    private static func paused(_ change: (inout NarrationSettings) -> Void = { _ in }, language: String = "en") -> Screen {
        var screen = Screen(change, language: language)
        screen.post(#""type":"pause""#)
        for text in ["one", "two", "three"] { screen.post(announce(text)) }
        screen.post(announce("brief", #","priority":"low","maxAge":5"#))
        screen.wait(until: 10)
        screen.post(#""type":"resume""#)
        return screen
    }

    @Test("D6, Q4: what a session holds when the user stops all speech is missed, as it would have been heard; what speaks then is not")
    func stoppedWhileHeld() {
        var screen = Screen()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"record""#)
        screen.post(Self.announce("held for 0:00:10", #","priority":"high""#))
        screen.post(#""type":"stop""#)
        screen.post(#""type":"mediaSession","op":"end","session":"s""#)
        screen.waitForSilence()
        #expect(screen.heard().last?.hasSuffix("1 message missed") == true)
        screen.post(Self.announce("spoken"))
        screen.post(#""type":"stop""#)
        screen.waitForSilence()
        screen.post(#""type":"missed""#)
        let reply = screen.replies().last?.result
        let texts: [String] = if case .missed(let missed) = reply { missed.map(\.text) } else { [] }
        #expect(texts == ["held for ten seconds"])
    }

    @Test("D6, Q17: after everything else, the number is said once, low")
    func told() {
        var screen = Self.paused()
        screen.post(Self.announce("low", #","priority":"low""#))
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "5.0 expired: brief", "10.0 superseded: two", "10.0 superseded: one", "10.0 three", "10.5 low", "11.0 3 messages missed",
            ])
        screen.post(Self.announce("later"))
        screen.waitForSilence()
        #expect(screen.heard() == ["12.5 later"])
    }

    @Test(
        "D6: the words, for one and for several",
        arguments: [
            ("en", "1 message missed", "3 messages missed"), ("de", "1 Meldung verpasst", "3 Meldungen verpasst"),
            ("es", "1 mensaje perdido", "3 mensajes perdidos"), ("fr", "1 message manqué", "3 messages manqués"),
        ])
    func words(_ language: String, one: String, three: String) {
        var screen = Self.paused(language: language)
        screen.waitForSilence()
        #expect(screen.heard().last == "10.5 \(three)")
        screen.post(#""type":"pause""#)
        screen.post(Self.announce("brief again", #","maxAge":1"#))
        screen.wait(until: 20)
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(screen.heard().last == "20.0 \(one)")
    }

    @Test("D6: missed.tell switches it off; what was missed can still be asked for")
    func silent() {
        var screen = Self.paused { $0.notifiesOfMissed = false }
        screen.waitForSilence()
        #expect(screen.heard().last == "10.0 three")
        #expect(screen.missed == ["one", "two", "brief"])
    }

    @Test("D6: the newest comes first, with its reason; who has asked is not told; with speak they are read")
    func asked() {
        var screen = Self.paused()
        #expect(screen.missed == ["one", "two", "brief"])
        #expect(screen.lastMissed.map(\.reason) == [.superseded, .superseded, .expired])
        #expect(screen.lastMissed.map(\.rule) == ["Q17", "Q17", "Q13"])
        screen.waitForSilence()
        #expect(screen.heard().last == "10.0 three")
        screen.post(#""type":"missed","speak":true"#)
        screen.waitForSilence()
        #expect(screen.heard() == ["10.5 one. two. brief"])
        var quiet = Screen()
        quiet.post(#""type":"missed","speak":true"#)
        #expect(quiet.heard() == ["0.0 No messages missed"])
    }

    @Test("D6: what the user or its own app ended is not missed; the last 64 are kept, with long texts shortened")
    func limits() {
        var screen = Screen()
        screen.post(#""type":"pause""#)
        for text in ["a", "b"] { screen.post(Self.announce(text, #","queue":true,"group":"g","supersede":"pending""#)) }
        screen.post(Self.announce("c"))
        screen.post(#""type":"cancel","target":"c""#)
        screen.post(Self.announce("d"))
        screen.post(#""type":"stop""#)
        screen.post(#""type":"announcement","text":"  ""#)
        #expect(screen.missed == [])
        for number in 0..<400 { screen.post(Self.announce("n\(number)", #","priority":"low""#)) }
        #expect(screen.missed.count == 64 && screen.missed.first == "n143")
        let long = String(repeating: "long ", count: 1000)
        screen.post(#""type":"announcement","text":"\#(long)","maxAge":1"#)
        screen.wait(until: 5)
        #expect(screen.missed.first.map { $0.utf8.count } == 1003)
    }

    @Test("D6, M5, O4: what a session held too long, and what the device did not play, is missed")
    func others() {
        var screen = Screen()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","mode":"record""#)
        screen.post(Self.announce("held"))
        screen.wait(until: 20)
        screen.post(#""type":"mediaSession","op":"end""#)
        screen.waitForSilence()
        #expect(screen.heard().suffix(2) == ["20.3 mediaSession: held", "20.3 1 message missed"])

        var run = ConductorRun()
        run.say("unheard")
        run.voice(.failed(run.spoken.last!.id, .deviceFailed, message: "gone"))
        run.advance(by: 30) { run in run.voice(.failed(run.conductor.speakingID!, .deviceFailed, message: "gone")) }
        #expect(run.finished().map(\.reason) == [.deviceFailed] && run.conductor.speakingID == nil, "not told while the device is out")
        _ = run.taken()
        run.say("back")
        run.voice(.started(run.conductor.speakingID!))
        run.finish()
        #expect(run.spoken.map(\.text) == ["back", "1 message missed"])
    }

    @Test("D6: the next process knows of what was missed")
    func restart() {
        var screen = Screen()
        screen.post(#""type":"pause""#)
        screen.post(#""type":"announcement","text":"late","priority":"low","maxAge":1"#)
        screen.wait(until: 2)
        screen.restart()
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(screen.heard().last == "2.0 1 message missed")
    }
}

extension Screen {
    /// Asks for what was missed.
    fileprivate var missed: [String] {
        mutating get {
            post(#""type":"missed""#)
            return lastMissed.map(\.text)
        }
    }

    /// The last answer.
    fileprivate var lastMissed: [HistoryEntry] {
        guard case .missed(let entries) = replies().last?.result else { return [] }
        return entries
    }
}
