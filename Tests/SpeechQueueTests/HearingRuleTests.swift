import Messages
import SpeechQueue
import Testing

/// O4, O5, D1: what the voice and the device tell.
@Suite struct HearingRuleTests {
    @Test("O5: while paused all wait and nothing cuts; resume continues the paused utterance")
    func pause() {
        var run = QueueRun()
        run.post("reading")
        run.pause()
        run.post("high", .high)
        run.post("default")
        #expect(run.speaking?.name == "reading" && run.outcomes.isEmpty)
        run.resume()
        run.finishAll()
        #expect(run.spoken == ["reading", "high", "default"])

        run.pause()
        run.post("silent")
        #expect(run.speaking == nil)
        run.resume()
        #expect(run.speaking?.name == "silent")
    }

    @Test("The voice's events about other utterances than the current one change nothing")
    func lateEvents() {
        var run = QueueRun()
        let first = run.post("first")
        run.now = run.now + 0.3
        run.post("second")
        let actions =
            run.queue.didFinish(first, at: run.now) + run.queue.didFail(first, .deviceFailed, at: run.now)
            + run.queue.didFinish(UtteranceID(999), at: run.now)
        #expect(actions.isEmpty)
        let isStarted = run.queue.didStart(first, at: run.now)
        #expect(!isStarted)
        #expect(run.speaking?.name == "second")
    }

    @Test("D1: attempts and spoken seconds are of the last attempt")
    func outcomeNumbers() {
        var run = QueueRun()
        run.post("low", .low, maxAge: 60)
        run.start()
        run.now = run.now + 3
        run.post("default")
        run.finish()
        run.finish()
        #expect(run.outcome("low") == Outcome(reason: .spoken, rule: .D2, attempts: 2, spokenSeconds: 1))
    }

    @Test("O5, D1: a pause is not heard, and does not count as spoken")
    func pausedSeconds() {
        var run = QueueRun()
        run.post("reading")
        run.start()
        run.now = run.now + 2
        run.pause()
        run.now = run.now + 60
        run.resume()
        run.now = run.now + 1
        run.skip()
        #expect(run.outcome("reading")?.spokenSeconds == 3)
    }

    @Test("O4: what is neither high nor low is given up when the device is gone for too long; what is spoken ages too")
    func goneDevice() {
        var run = QueueRun()
        run.post("default")
        run.post("summary", .summary)
        run.post("low", .low, maxAge: 15)
        run.now = Instant(seconds: 9)
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.outcomes.isEmpty)
        run.now = Instant(seconds: 10)
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.reason("default") == .deviceFailed && run.reason("summary") == .deviceFailed && run.speaking?.name == "low")
        run.now = Instant(seconds: 15)
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.reason("low") == .expired && run.queue.isIdle)
    }
}
