import Conductor
import Messages
import SpeechQueue
import Testing

/// The user's stop, and what is still to come.
@Suite struct StopTests {
    @Test("Q4: a stop is for the hint and the echo that are still to come too")
    func toCome() {
        for line in [#""type":"elementActivated","element":"q""#, #""type":"ping""#] {
            var screen = Screen()
            screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
            screen.wait(until: 1.6)
            screen.post(line)
            screen.wait(until: 1.7)
            screen.post(#""type":"stop""#, as: "b")
            screen.waitForSilence()
            #expect(screen.heard().filter { !$0.contains("silent") } == ["0.0 Search. Search field."], "\(line)")
        }
    }

    @Test("H3: a hint that is still to come is dropped by what another app posts")
    func others() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
        screen.wait(until: 1.7)
        screen.post(#""type":"announcement","text":"Mail","priority":"low""#, as: "b")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Search. Search field.", "1.7 Mail"])
    }

    @Test func `Q4: The voice is silenced before anything that waits ends`() {
        var run = ConductorRun()
        for text in ["one", "two", "three"] { run.say(text, .low) }
        let first = run.conductor.receive(.stop, id: nil, from: ClientID(1), at: run.now)
        #expect(first.contains(.voice(.silence)))
        #expect(Self.outcomes(in: first) == ["one stopped"])
        #expect(Self.outcomes(in: run.conductor.complete(at: run.now)) == ["two stopped", "three stopped"])
        #expect(run.conductor.complete(at: run.now) == [])
    }

    @Test func `Q4: An announcement posted after a stop is spoken`() throws {
        var run = ConductorRun()
        for text in ["one", "two"] { run.say(text, .low) }
        // Nothing was carried out in between.
        let stopped = run.conductor.receive(.stop, id: nil, from: ClientID(1), at: run.now)
        let three = Announcement(runs: [SpeechRun(text: "three")])
        let after = run.conductor.receive(.announcement(three), id: nil, from: ClientID(1), at: run.now)
        #expect(Self.outcomes(in: stopped + after) == ["one stopped", "two stopped"])
        // What waited ends first.
        let answered = try #require(after.firstIndex { if case .send(.reply, _) = $0 { true } else { false } })
        let spoken = after.firstIndex { if case .voice(.speak(let utterance, _)) = $0 { utterance.text == "three" } else { false } }
        #expect(try answered < #require(spoken))
        #expect(Self.outcomes(in: Array(after[..<answered])) == ["two stopped"])
    }

    @Test func `Q4: What waits at a stop ends before a request after it is refused`() throws {
        var run = ConductorRun()
        for text in ["one", "two"] { run.say(text, .low) }
        _ = run.conductor.receive(.stop, id: nil, from: ClientID(1), at: run.now)
        let after = run.conductor.receive(.explain(target: "unknown"), id: nil, from: ClientID(1), at: run.now)
        let refused = try #require(after.firstIndex { if case .send(.refused, _) = $0 { true } else { false } })
        #expect(Self.outcomes(in: Array(after[..<refused])) == ["two stopped"])
    }

    private static func outcomes(in effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            if case .send(.announcementDidFinish(let did), _) = effect { "\(did.text) \(did.reason.rawValue)" } else { nil }
        }
    }
}
