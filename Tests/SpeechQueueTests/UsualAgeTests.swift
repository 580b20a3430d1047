import Messages
import SpeechQueue
import TestSupport
import Testing

/// Q13: a usual age stands still while nothing could be spoken anyway, whatever the order of the reasons.
struct UsualAgeTests {
    /// What a low's age should be: counted step by step.
    private struct Expected {
        let client: ClientID
        let maximum: Double
        var age = 0.0
    }

    @Test func `Q13, O4, O5, M5: At random, each low expires when its time without pauses, sessions and outages is over`() {
        let base = SeededGenerator.seed(for: "usual ages")
        for offset in 0..<100 as Range<UInt64> { Self.run(seed: base &+ offset) }
    }

    private static func run(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var run = QueueRun()
        run.post("spoken", .high, client: 9)
        var expected: [String: Expected] = [:]
        var paused: Set<ClientID> = []
        var isOutage = false
        for step in 0..<150 {
            let stands = run.queue.isPaused || run.queue.gate != .open || isOutage
            let end = run.now + Double(Int.random(in: 0...30, using: &generator)) / 10
            while let due = run.queue.nextDeadline(), due <= end {
                pass(to: due)
                run.wake()
                check()
            }
            pass(to: end)
            check()
            func pass(to moment: Instant) {
                let passed = moment - run.now
                for (name, low) in expected where !stands && !paused.contains(low.client) { expected[name]?.age += passed }
                run.now = moment
            }
            func check() {
                for (name, low) in expected where run.reason(name) != nil {
                    #expect(
                        run.reason(name) == .expired && abs(low.age - low.maximum) < 1e-6, "seed \(seed), step \(step): \(name), \(low)")
                    expected[name] = nil
                }
                for (name, low) in expected where low.age > low.maximum + 1e-6 {
                    Issue.record("seed \(seed), step \(step): \(name) did not expire, \(low)")
                }
            }
            let client = ClientID(UInt64.random(in: 1...3, using: &generator))
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: run.pause()
            case 1: run.resume()
            case 2: run.close(to: .record)
            case 3: run.open(hold: 1e6)
            case 4, 5:
                isOutage.toggle()
                run.queue.set(isOutage: isOutage, at: run.now)
            case 6:
                paused.insert(client)
                run.carryOut(run.queue.withhold(client, sparesHighs: false, at: run.now))
            case 7, 8:
                paused.remove(client)
                run.carryOut(run.queue.release(client, at: run.now))
            default:
                let maximum = Double(Int.random(in: 1...100, using: &generator)) / 10
                run.post("\(step)", .low, client: client.number, maxAge: maximum, hasUsualAge: true)
                expected["\(step)"] = Expected(client: client, maximum: maximum)
            }
        }
    }
}
