import Conductor
import Messages
import SpeechQueue
import Testing

@testable import Continuity

/// What ends thousands of utterances at once.
@Suite struct EndingTests {
    private static let count = 200

    /// A conductor with many lows that wait, after a stop that has silenced the voice.
    private static func stopped(count: Int = count) -> ConductorRun {
        var run = ConductorRun(limit: count, clients: [1, 2])
        for number in 0..<count { run.say("text \(number)", id: "\(number)", .low) }
        _ = run.conductor.receive(.stop, id: nil, from: ClientID(1), at: run.now)
        return run
    }

    private static func outcomes(in effects: [Effect]) -> [AnnouncementDidFinish] {
        effects.compactMap { if case .send(.announcementDidFinish(let did), _) = $0 { did } else { nil } }
    }

    @Test("D1: the outcomes of a full queue leave in slices, each once; requests are answered in between, and what is posted is spoken")
    func slices() {
        var run = Self.stopped()
        var finished: [AnnouncementDidFinish] = []
        var slices = 0
        while run.conductor.isIncomplete {
            let slice = Self.outcomes(in: run.conductor.complete(at: run.now))
            #expect(slice.count <= 32)
            finished += slice
            slices += 1
            guard slices == 2 else { continue }
            let new = Announcement(runs: [SpeechRun(text: "new")], priority: .low)
            let effects = run.conductor.receive(.announcement(new), id: "new", from: ClientID(2), at: run.now)
            finished += Self.outcomes(in: effects)
            #expect(effects.contains { if case .voice(.speak(let utterance, _)) = $0 { utterance.text == "new" } else { false } })
            #expect(!run.conductor.isSilent)
        }
        #expect(finished.map(\.id) == (1..<Self.count).map(String.init) && finished.allSatisfy { $0.reason == .stopped })
        #expect(slices > 5)
    }

    @Test("D1: a client receives its outcomes before the reply to its next request")
    func ownRequest() throws {
        var run = Self.stopped()
        let first = Self.outcomes(in: run.conductor.complete(at: run.now))
        let effects = run.conductor.receive(.ping, id: "ping", from: ClientID(1), at: run.now)
        let reply = try #require(effects.firstIndex { if case .send(.reply, _) = $0 { true } else { false } })
        #expect(first.count + Self.outcomes(in: Array(effects[..<reply])).count == Self.count - 1)
        #expect(!run.conductor.isIncomplete)
    }

    @Test("D1: requests can't make the outcomes that wait pile up")
    func pile() {
        var run = Self.stopped()
        _ = run.conductor.complete(at: run.now)
        var finished = 0
        for _ in 0..<Self.count / 4 {
            finished += Self.outcomes(in: run.conductor.receive(.ping, id: nil, from: ClientID(2), at: run.now)).count
        }
        #expect(!run.conductor.isIncomplete && finished == Self.count - 1 - 32)
    }

    @Test(
        "Q4: after a stop, the next process sends the outcomes that this one did not, and speaks none of the texts",
        arguments: [33, 34, 40, 64, 65, 200], [false, true])
    func restart(count: Int, isRewritten: Bool) {
        var run = Self.stopped(count: count)
        let sent = Self.outcomes(in: run.conductor.complete(at: run.now))
        run.write()
        let entries = isRewritten ? run.conductor.journal : run.journal
        var next = ConductorRun(clients: [])
        next.add(next.conductor.restore(Remembered(entries), connected: [ClientID(1)], at: run.now))
        next.ready()
        let effects = next.taken()
        #expect(!effects.contains { if case .voice(.speak) = $0 { true } else { false } })
        let finished = Self.outcomes(in: effects)
        #expect((sent + finished).map(\.id).sorted() == (1..<count).map(String.init).sorted())
        #expect(finished.allSatisfy { $0.reason == .stopped && $0.text == "text \($0.id)" })
    }

    @Test func `A subscriber receives the beginning of a long text, and explain returns all of it`() {
        var run = ConductorRun()
        run.ask(.subscribe([.posted]))
        _ = run.taken()
        let text = String(repeating: "é", count: 3000)
        run.say(text, id: "long")
        run.say("short", id: "short")
        let events = run.sent().compactMap { if case .event(let event) = $0 { event } else { nil } }
        #expect(events.map(\.isShortened) == [true, false])
        #expect(events.first?.text == String(repeating: "é", count: 2048) + "…")
        run.ask(.explain(target: "long"))
        let explained = run.replies.compactMap { if case .explanation(let explanation) = $0.result { explanation } else { nil } }.last
        #expect(explained?.steps.first?.text.contains(text) == true)
        #expect(explained?.events.allSatisfy { $0.isShortened && $0.text?.utf8.count == 1003 } == true)
    }
}
