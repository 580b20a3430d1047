import Messages
import SpeechQueue
import Testing

/// Q6: a low that was cut comes back.
@Suite struct KeptLowTests {
    @Test("Q6: a low that was cut is spoken again from its start, at most twice, then it is interrupted")
    func keptLow() {
        var run = QueueRun()
        run.post("low", .low, maxAge: 100)
        for cut in 1...3 {
            run.post("default \(cut)")
            run.finish()
        }
        #expect(run.spoken == ["low", "default 1", "low", "default 2", "low", "default 3"])
        #expect(run.outcome("low") == Outcome(reason: .interrupted, rule: .Q2, attempts: 3, spokenSeconds: 0))
    }

    @Test("Q6: a kept low keeps its place before those posted later")
    func keptPlace() {
        var run = QueueRun()
        run.post("low 1", .low)
        run.post("low 2", .low)
        run.post("default")
        run.finishAll()
        #expect(run.spoken == ["low 1", "default", "low 1", "low 2"])
        #expect(run.outcome("low 1")?.attempts == 2)
    }

    @Test("Q6: never after a stop, not beyond its age, and not with retain: false")
    func lostLow() {
        var run = QueueRun()
        run.post("low", .low)
        run.post("default")
        run.stop()
        #expect(run.reason("low") == .stopped && run.speaking == nil)

        run.post("old", .low, maxAge: 10)
        run.now = run.now + 11
        run.post("another")
        #expect(run.reason("old") == .interrupted)

        run.finishAll()
        run.post("fleeting", .low, retain: false)
        run.post("third")
        #expect(run.reason("fleeting") == .interrupted)
    }

    @Test("Q6: what a screen reader says is a default that comes back, before what is less urgent")
    func keptDefault() {
        var run = QueueRun()
        run.post("log", .low, client: 2)
        run.post("button", client: 3, isKept: true)
        run.post("button's hint", client: 3, waits: true, isKept: true)
        run.post("alarm", client: 4)
        run.finishAll()
        #expect(run.spoken == ["log", "button", "alarm", "button", "button's hint", "log"])
        run.post("again", client: 3, isKept: true)
        for cut in 1...3 {
            run.post("alarm \(cut)", client: 4)
            run.finish()
        }
        #expect(run.reason("again") == .interrupted && run.outcome("again")?.attempts == 3)
    }

    @Test("Q12: what a client that asked for cancel has spoken is not kept when it is cut")
    func disconnectedLow() {
        var run = QueueRun()
        run.post("low", .low)
        run.carryOut(run.queue.cancelAnnouncements(of: ClientID(1), at: run.now))
        run.post("default", client: 2)
        #expect(run.reason("low") == .interrupted)
    }
}
