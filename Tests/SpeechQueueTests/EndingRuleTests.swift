import Messages
import SpeechQueue
import TestSupport
import Testing

/// Q4, Q12: what users and clients end.
@Suite struct EndingRuleTests {
    @Test("Q4: stop ends all, skip only what speaks")
    func stopAndSkip() {
        var run = QueueRun()
        for name in ["a", "b", "c"] { run.post(name, .high) }
        run.skip()
        #expect(run.reason("a") == .stopped && run.speaking?.name == "b")
        run.stop()
        #expect(run.speaking == nil && run.queue.isIdle)
        #expect(run.reason("b") == .stopped && run.reason("c") == .stopped)
        run.skip()
        run.stop()
        #expect(run.outcomes.count == 3)
    }

    @Test("Q12: of a client that has gone and said cancel, only the announcement that is spoken is heard")
    func disconnect() {
        var run = QueueRun()
        run.post("now")
        run.post("default")
        run.post("low", .low)
        run.post("other", .low, client: 2)
        run.carryOut(run.queue.cancelAnnouncements(of: ClientID(1), at: run.now))
        #expect(run.reason("low") == .disconnected && run.reason("default") == .disconnected)
        run.finishAll()
        #expect(run.spoken == ["now", "other"])
    }

    @Test("cancel ends those that wait, the one that is spoken, and those merged with another")
    func cancel() {
        var run = QueueRun()
        let spoken = run.post("spoken", .high)
        let waiting = run.post("waiting", .low)
        run.post("kept", .low)
        let merged = run.post("merged", .low, text: "kept")
        #expect(run.queue.client(of: merged) == ClientID(1))
        run.carryOut(run.queue.cancel([spoken, waiting, merged, UtteranceID(999)], at: run.now))
        #expect(run.reason("spoken") == .stopped && run.reason("waiting") == .stopped && run.reason("merged") == .stopped)
        run.finishAll()
        #expect(run.spoken == ["spoken", "kept"])
    }

    @Test("Q4: a stop costs in proportion to what waits, and texts that ended are forgotten after their window")
    func greatStop() {
        var limits = SpeechQueue.Limits()
        limits.totalBytes = 64 << 20
        var run = QueueRun(limits: limits)
        run.post("now", .high)
        for client in 0..<100 as Range<UInt64> {
            for number in 0..<200 { run.post("\(client) \(number)", .low, client: client + 2) }
        }
        let stopwatch = Stopwatch()
        run.stop()
        #expect(run.outcomes.count == 20_001)
        // Quadratic, it took minutes.
        #expect(stopwatch.elapsed < .seconds(5))
    }
}
