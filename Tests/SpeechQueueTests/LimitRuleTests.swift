import Messages
import SpeechQueue
import Testing

/// Q11, Q13: what is too much, and what is too old.
@Suite struct LimitRuleTests {
    @Test("Q11: over the limit the oldest low goes first, then the oldest, and other clients lose nothing")
    func overflow() {
        var limits = SpeechQueue.Limits()
        limits.count = 3
        var run = QueueRun(limits: limits)
        run.post("now", .user)
        run.post("other", client: 2)
        run.post("d1")
        run.post("l1", .low)
        run.post("d2")
        #expect(run.outcomes.isEmpty)
        run.post("d3")
        #expect(run.reason("l1") == .overflow)
        run.post("d4")
        #expect(run.reason("d1") == .overflow && run.outcome("d1")?.rule == .Q11)
        run.finishAll()
        #expect(run.spoken == ["now", "other", "d2", "d3", "d4"])
    }

    @Test("Q11: long texts are bounded by their bytes too, of one client and of all")
    func overflowBytes() {
        var limits = SpeechQueue.Limits()
        limits.clientBytes = 11_000
        limits.totalBytes = 27_500
        var run = QueueRun(limits: limits)
        run.post("now", .user)
        for client in 1...4 as ClosedRange<UInt64> {
            for number in 1...3 {
                run.post("\(client).\(number)", client: client, text: String(repeating: "x", count: 4000) + "\(client).\(number)")
            }
        }
        #expect((1...4).allSatisfy { run.reason("\($0).1") == .overflow })
        run.finishAll()
        #expect(run.spoken.count == 1 + 5, "27,500 bytes hold five of them")
    }

    @Test("Q13: what is older than its maxAge is not begun, and ends when its time comes")
    func expiry() {
        var run = QueueRun()
        run.post("now", .high)
        run.post("short", .low, maxAge: 2)
        run.post("long", .low, maxAge: 5)
        run.post("forever", .low)
        #expect(run.queue.nextDeadline() == Instant(seconds: 2))
        run.now = Instant(seconds: 2)
        run.wake()
        #expect(run.reason("short") == .expired && run.outcome("short")?.rule == .Q13)
        #expect(run.queue.nextDeadline() == Instant(seconds: 5))
        run.now = Instant(seconds: 5.5)
        run.finish()
        #expect(run.reason("long") == .expired, "also when nobody woke the queue in between")
        #expect(run.spoken == ["now", "forever"])
        #expect(run.queue.nextDeadline() == nil)
    }

    @Test("Q13: with an age of zero it is spoken if it can begin at once, cutting what it may cut, and expires if not")
    func ageZero() {
        var run = QueueRun()
        run.now = Instant(seconds: 1)
        run.post("idle", .low, maxAge: 0)
        run.post("behind", .low, maxAge: 0)
        run.wake()
        #expect(run.reason("behind") == .expired)
        run.post("cuts", maxAge: 0)
        run.now = Instant(seconds: 2)
        run.finishAll()
        #expect(run.spoken == ["idle", "cuts"])
        #expect(run.reason("idle") == .interrupted, "an age of zero does not let it be spoken again")
    }
}
