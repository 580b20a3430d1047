import Messages
import SpeechQueue
import Testing

/// Which utterance is spoken first, and which waits: Q1 to Q5, Q7 and the clients' turns.
@Suite struct OrderRuleTests {
    @Test("Q1: two highs are spoken in order, and defaults behind them in order (Q2)")
    func highs() {
        var run = QueueRun()
        run.post("first", .high)
        run.post("a", .default)
        run.post("second", .high)
        run.post("b", .default)
        #expect(run.speaking?.name == "first")
        run.finishAll()
        #expect(run.spoken == ["first", "second", "a", "b"])
        #expect(run.outcomes.allSatisfy { $0.outcome.reason == .spoken && $0.outcome.rule == .D2 })
    }

    @Test("Q3: a high that queues waits for the current utterance and stays protected")
    func queuedHigh() {
        var run = QueueRun()
        run.post("default")
        run.post("high", .high, waits: true)
        #expect(run.speaking?.name == "default")
        run.now = run.now + 0.3
        run.post("later default")
        #expect(run.speaking?.name == "high", "the later default cuts the first, but the high goes before it")
        run.post("another default")
        #expect(run.speaking?.name == "high")
        run.finishAll()
        #expect(run.spoken == ["default", "high", "later default", "another default"])
    }

    @Test("Q5: of the focus descriptions only the newest waits, and one that is no longer the focus is cut")
    func focus() {
        var run = QueueRun()
        run.post("high", .high)
        run.post("one", .userFocus)
        run.post("two", .userFocus)
        run.post("three", .appFocus)
        #expect(run.reason("one") == .superseded && run.reason("two") == .superseded)
        run.finish()
        #expect(run.speaking?.name == "three")
        run.carryOut(run.queue.drop([.userFocus, .appFocus], of: nil, .interrupted, .Q5, at: run.now))
        #expect(run.reason("three") == .interrupted && run.outcome("three")?.rule == .Q5)
    }

    @Test("Q7: an app's focus never cuts an announcement, but waits behind it")
    func appFocus() {
        var run = QueueRun()
        run.post("default")
        run.post("focus", .appFocus)
        run.post("low", .low)
        run.finishAll()
        #expect(run.spoken == ["default", "focus", "low"])
    }

    @Test("Highs and defaults are spoken in the order in which they came, whoever posted them")
    func firstComeFirstServed() {
        var run = QueueRun()
        run.post("now", .high, client: 9)
        for (name, client) in [("a1", 1), ("a2", 1), ("b1", 2), ("a3", 1)] { run.post(name, .high, client: UInt64(client)) }
        for (name, client) in [("c1", 1), ("d1", 2), ("c2", 1)] { run.post(name, .default, client: UInt64(client)) }
        run.finishAll()
        #expect(run.spoken == ["now", "a1", "a2", "b1", "a3", "c1", "d1", "c2"])
    }

    @Test("Clients take turns among lows: one that posts much delays another by one utterance")
    func turns() {
        var run = QueueRun()
        for number in 1...5 { run.post("a\(number)", .low, client: 1) }
        run.post("b1", .low, client: 2)
        run.post("c1", .low, client: 3)
        run.finishAll()
        #expect(run.spoken == ["a1", "b1", "c1", "a2", "a3", "a4", "a5"])
    }
}
