import AnnounceProtocol
import Configuration
import Messages
import Replay

/// A replay's file, and the result of the daemon's rules.
enum ReplayTarget {
    /// Longer replays are only read: simulating days takes long, too.
    private static let longest = (events: 64, seconds: 300.0)

    static func read(_ input: [UInt8]) {
        do throws(ReplayInput.Mistakes) {
            let events = try ReplayInput(input, file: "f")
            guard events.events.count <= longest.events, events.events.last.map({ $0.line.at <= longest.seconds }) ?? false else { return }
            run(events)
        } catch {
            let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
            check(!error.all.isEmpty, "no mistake is named")
            for mistake in error.all {
                check((1...lines).contains(mistake.line), "line \(mistake.line) of \(lines): \(mistake)")
                check(!mistake.message.isEmpty, "a mistake without a message")
            }
        }
    }

    private static func run(_ input: ReplayInput) {
        let outcome: Replay.Outcome
        do {
            outcome = try Replay.run(input, configuration: Configuration(language: "en"), voice: WordPacedVoice(secondsPerWord: 0.3))
        } catch {
            fatalError("\(error)")
        }
        var now = 0.0
        for event in outcome.trace {
            check(event.at >= now, "the trace goes back in time: \(event)")
            now = event.at
        }
        checkOutcomes(outcome, of: input)
    }

    /// D1: checks that each accepted announcement ends once.
    private static func checkOutcomes(_ outcome: Replay.Outcome, of input: ReplayInput) {
        // A line with a remark may have been refused.
        let doubtful = Set(outcome.remarks.compactMap(\.line))
        var expected: [String: ClosedRange<Int>] = [:]
        var others: Set<String> = []
        for event in input.events {
            guard case .request(let request, let id?) = event.line.action, !id.hasPrefix("#") else { continue }
            guard case .announcement = request else {
                others.insert(id)
                continue
            }
            let known = expected[id] ?? 0...0
            expected[id] = (known.lowerBound + (doubtful.contains(event.number) ? 0 : 1))...(known.upperBound + 1)
        }
        for (id, range) in expected where !others.contains(id) {
            let ends = outcome.trace.count { $0.event == .finished && $0.id == id }
            check(range.contains(ends), "D1: \(id) was announced \(range) times and ended \(ends) times")
        }
    }
}
