import Messages
import SpeechQueue
import Testing

/// As much waits as may. Each test does something so often that it would take minutes if that touched each waiting utterance.
struct CrowdedQueueTests {
    private static let count = 13_500
    private static let times = 2_000

    private static func crowd(_ kind: UtteranceClass = .low, client: (Int) -> UInt64 = { UInt64($0 / 256 + 1) }) -> QueueRun {
        var run = QueueRun()
        run.post("spoken", .high, client: 100)
        for number in 0..<count {
            run.post("\(number)", kind, client: client(number), maxAge: 10, hasUsualAge: kind == .low)
        }
        return run
    }

    @Test func `Q13: A pause, an outage and a session that begin and end touch no utterance that waits`() {
        var run = Self.crowd()
        #expect(run.queue.pause(at: run.now) == [.pause] && run.queue.resume(at: run.now) == [.resume])
        for _ in 0..<Self.times {
            _ = run.queue.pause(at: run.now)
            _ = run.queue.resume(at: run.now)
            run.queue.set(isOutage: true, at: run.now)
            run.queue.set(isOutage: false, at: run.now)
        }
        #expect(run.queue.nextDeadline() == run.now + 10 && run.queue.waitingCount == Self.count)
    }

    @Test func `O4: In an outage a request does not cost what waits`() {
        var run = Self.crowd()
        run.post("default", client: 100, waits: true)
        for _ in 0..<Self.times {
            #expect(run.queue.endOfPatience(since: run.now, patience: 10, longest: nil) == run.now + 10)
            #expect(run.queue.giveUpOnDevice(since: run.now, patience: 10, at: run.now).isEmpty)
        }
        run.now = run.now + 10
        run.carryOut(run.queue.giveUpOnDevice(since: Instant(seconds: 0), patience: 10, at: run.now))
        #expect(run.reason("default") == .deviceFailed && run.outcomes.count == 1)
    }

    @Test func `Status, a client's pause and the end of a repeat do not cost what others have waiting`() {
        var run = Self.crowd()
        for number in 0..<Self.times {
            #expect(run.queue.waiting(atMost: 20).map(\.name) == (0..<20).map(String.init))
            let repeated = run.post("again \(number)", .low, client: 1, text: "\(number % 256)")
            run.carryOut(run.queue.withhold(ClientID(200), sparesHighs: false, at: run.now))
            run.carryOut(run.queue.release(ClientID(200), at: run.now))
            if number % 2 == 0 { run.carryOut(run.queue.cancel([repeated], at: run.now)) }
        }
        run.stop()
        #expect(run.outcomes.count == Self.count + 1 + Self.times)
    }
}
