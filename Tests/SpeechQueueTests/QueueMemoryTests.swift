import Messages
import Testing

@testable import SpeechQueue

/// Q11: what waits costs what it is counted with, whatever it is made of.
@Suite struct QueueMemoryTests {
    private static func utterance(_ id: UInt64, client: UInt64, _ runs: [SpeechRun], clientText: String? = nil) -> Utterance {
        var utterance = Utterance(
            id: UtteranceID(id), client: ClientID(client), name: "\(id)", class: .low, runs: runs, posted: Instant(seconds: 0),
            isKept: true)
        utterance.clientText = clientText
        return utterance
    }

    private static let long = String(repeating: "x", count: 200_000)

    @Test("Q11: a text that is spoken otherwise than it is written counts twice, and runs, and what the narrator remembers, count too")
    func cost() {
        let plain = Self.utterance(1, client: 1, [SpeechRun(text: Self.long)])
        #expect((200_000..<203_000).contains(plain.cost))
        #expect(Self.utterance(1, client: 1, [SpeechRun(text: Self.long)], clientText: Self.long + ".").cost > plain.cost + 200_000)
        let runs = [SpeechRun](repeating: SpeechRun(text: "", attributes: SpeechAttributes(voice: Self.long)), count: 2)
        #expect(Self.utterance(1, client: 1, runs).cost > 400_000)
        var known = plain
        known.extraCost = 1_000_000
        #expect(known.cost == plain.cost + 1_000_000)
    }

    @Test("Q11: whatever clients post, what waits costs at most 1 MiB for one and 16 MiB for all")
    func worst() {
        var queue = SpeechQueue()
        _ = queue.pause(at: Instant(seconds: 0))
        var id: UInt64 = 0
        for client in 1...40 as ClosedRange<UInt64> {
            for number in 0..<8 {
                id += 1
                let runs = (0..<5).map { SpeechRun(text: "\(client) \(number) \($0) \(Self.long.prefix(20_000))") }
                _ = queue.post(Self.utterance(id, client: client, runs, clientText: "\(id) \(Self.long)"), at: Instant(seconds: 0))
                #expect(queue.waiting.account(of: ClientID(client)).cost <= 1 << 20)
            }
        }
        #expect(queue.waiting.all.cost <= 16 << 20 && queue.waiting.all.cost > 15 << 20)
    }

    @Test("Q10, Q11: repeats share the first one's text; what they can't share is bounded, and one too many is refused with a reason")
    func repeats() {
        var queue = SpeechQueue()
        _ = queue.pause(at: Instant(seconds: 0))
        _ = queue.post(Self.utterance(1, client: 1, [SpeechRun(text: "spoken")], clientText: Self.long), at: Instant(seconds: 0))
        var ended: [UInt64] = []
        func post(_ id: UInt64, _ clientText: String) {
            let utterance = Self.utterance(id, client: 1, [SpeechRun(text: "spoken")], clientText: clientText)
            let actions = queue.post(utterance, at: Instant(seconds: 0))
            for case .ended(let utterance, let outcome) in actions {
                #expect(outcome.reason == .overflow)
                ended.append(utterance.id.number)
            }
        }
        for id in 2...101 as ClosedRange<UInt64> { post(id, String(decoding: Array(Self.long.utf8), as: UTF8.self)) }
        #expect(ended.isEmpty && queue.repeats.bytes < 1000, "the same text, kept once")
        for id in 102...121 as ClosedRange<UInt64> { post(id, "\(id) \(Self.long)") }
        #expect(ended == Array(107...121) && queue.repeats.bytes <= 1 << 20, "others, five of them")
        _ = queue.cancel([UtteranceID(102)], at: Instant(seconds: 0))
        post(122, "122 \(Self.long)")
        #expect(ended.count == 15, "there is room for one again")
        _ = queue.stop(at: Instant(seconds: 0))
        #expect(queue.repeats.bytes == 0 && queue.repeats.count == 0)
    }
}
