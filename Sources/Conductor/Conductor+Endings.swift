import DequeModule
import Messages
import Narration
package import SpeechQueue

// Outcomes leave in slices. An input that ends thousands of utterances at once must not keep the event loop from its other clients, nor
// hold all their outcomes in memory before the first is sent.
extension Conductor {
    /// An utterance that has left the queue. Its outcome still has to be sent.
    struct Ending: Sendable {
        var utterance: Utterance
        var outcome: Outcome
        /// The request that ended it.
        var cause: String?
    }

    /// The number of outcomes in a slice, and the length of their texts after which it ends, in bytes.
    static let mostEndingsAtOnce = 32
    private static let sliceOfTexts = 64 << 10
    /// The number of outcomes that precede each request while some wait. A request ends one utterance on average, so they can't pile up.
    private static let endingsBeforeRequest = 4

    /// Whether ``complete(at:)`` has something to do.
    package var isIncomplete: Bool { isStopping || !endings.isEmpty }

    /// Whether a stop has silenced the voice, and what waits still has to end.
    package var owesStop: Bool { isStopping }

    /// Continues what the last inputs have left to do: ends what waits at a stop (Q4), once the first effects have silenced the voice, and
    /// sends the next slice of outcomes.
    package mutating func complete(at now: Instant) -> [Effect] {
        if isStopping { return conclude([], at: now) }
        return endings.isEmpty ? [] : conclude(finishEndings(atMost: Self.mostEndingsAtOnce, at: now), at: now)
    }

    /// Sends some of the outcomes that wait before a request is carried out.
    mutating func finishEndingsBeforeRequest(at now: Instant) -> [Effect] {
        endings.isEmpty ? [] : finishEndings(atMost: Self.endingsBeforeRequest, at: now)
    }

    private mutating func finishEndings(atMost count: Int, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        var left = Self.sliceOfTexts
        for _ in 0..<count where left > 0 {
            guard let ending = endings.popFirst() else { break }
            left -= ending.utterance.text.utf8.count
            cause = ending.cause
            finish(ending.utterance, ending.outcome, at: now, &effects)
        }
        return effects
    }

    /// Has outcomes wait for their slice. They survive the process like the queue.
    mutating func postpone(_ postponed: [(utterance: Utterance, outcome: Outcome)]) {
        endings += postponed.lazy.map { [cause] in Ending(utterance: $0.utterance, outcome: $0.outcome, cause: cause) }
        for entry in Self.entries(for: postponed) { journal(entry) }
    }

    /// Returns the journal's entries for outcomes that still have to be sent, one for each reason.
    static func entries(for endings: some Sequence<(utterance: Utterance, outcome: Outcome)>) -> [JournalEntry] {
        let announcements = endings.filter { $0.utterance.isAnnouncement && !$0.utterance.isFromDaemon }
        return Dictionary(grouping: announcements, by: \.outcome.reason)
            .map { .ending($0.value.map(\.utterance.id), $0.key) }
    }
}
