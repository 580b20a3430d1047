import Messages
import SpeechQueue
import Testing

/// O5: clients that are paused while others are heard.
struct ClientPauseTests {
    private func withheld(sparesHighs: Bool = false) -> QueueRun {
        var run = QueueRun()
        run.post("spoken", isKept: true)
        run.post("waiting", .low)
        run.post("other", .low, client: 2)
        run.carryOut(run.queue.withhold(ClientID(1), sparesHighs: sparesHighs, at: run.now))
        return run
    }

    @Test func `O5: A paused client's speech waits, the utterance in progress first, and others are heard`() {
        var run = withheld()
        #expect(run.speaking?.name == "other" && run.held == ["waiting", "spoken"])
        run.post("later")
        run.finishAll()
        #expect(run.spoken == ["spoken", "other"])
        run.carryOut(run.queue.release(ClientID(1), at: run.now))
        run.finishAll()
        #expect(run.spoken == ["spoken", "other", "spoken", "later", "waiting"])
        #expect(run.outcome("spoken")?.attempts == 1, "a pause is no attempt")
    }

    @Test(arguments: [true, false]) func `O5: A pause may spare highs`(sparesHighs: Bool) {
        var run = withheld(sparesHighs: sparesHighs)
        run.finish()
        run.post("fire", .high)
        #expect(run.speaking?.name == (sparesHighs ? "fire" : nil))
    }

    @Test func `O5, M1: A paused client's speech also waits for media sessions, and for the end of either last`() {
        var run = withheld()
        run.close(to: .record)
        run.carryOut(run.queue.release(ClientID(1), at: run.now))
        #expect(run.speaking == nil)
        run.carryOut(run.queue.withhold(ClientID(1), sparesHighs: false, at: run.now))
        run.open()
        #expect(run.speaking?.name == "other")
        run.finish()
        #expect(run.speaking == nil)
        run.carryOut(run.queue.release(ClientID(1), at: run.now))
        run.finishAll()
        #expect(run.spoken.suffix(2) == ["spoken", "waiting"])
    }

    @Test func `O5: Stop ends what a paused client said, and not its pause`() {
        var run = withheld()
        run.stop()
        #expect(["spoken", "waiting", "other"].allSatisfy { run.reason($0) == .stopped })
        run.post("after")
        #expect(run.speaking == nil)
        run.carryOut(run.queue.release(ClientID(1), at: run.now))
        #expect(run.speaking?.name == "after")
    }

    @Test func `O5, Q13: In a client's pause the queue is idle for others, and a low's usual age stands still`() {
        var run = QueueRun()
        run.post("low", .low, maxAge: 10, hasUsualAge: true)
        run.carryOut(run.queue.withhold(ClientID(1), sparesHighs: false, at: run.now))
        #expect(run.queue.isIdle && run.queue.nextDeadline() == nil)
        run.now = run.now + 60
        run.wake()
        run.post("hint", .hint, client: 2)
        #expect(run.speaking?.name == "hint")
        run.finish()
        run.carryOut(run.queue.release(ClientID(1), at: run.now))
        #expect(run.speaking?.name == "low")
    }
}
