import Messages
import Narration
package import SpeechQueue

// Outcomes are sent in slices. An input that ends thousands of utterances at once must neither block the event loop for other clients nor
// hold all outcomes in memory before the first is sent. Speech about elements finishes at once, because the narrator continues from its
// outcome.
extension Conductor {
    /// The number of outcomes in a slice, and the length of their texts after which the slice ends, in bytes.
    static let mostEndingsAtOnce = 32
    private static let sliceOfTexts = 64 << 10
    /// The number of waiting outcomes that are sent before each request. A request ends one utterance on average, so they can't pile up.
    private static let endingsBeforeRequest = 4

    /// Whether ``complete(at:)`` has something to do.
    package var isIncomplete: Bool { isStopping || !endings.isEmpty }

    /// Whether a stop has silenced the voice, and the waiting utterances still have to end.
    package var owesStop: Bool { isStopping }

    /// Continues the work that the last inputs have left. After a stop has silenced the voice, ends the waiting utterances (Q4). Otherwise
    /// sends the next slice of outcomes.
    package mutating func complete(at now: Instant) -> [Effect] {
        if isStopping { return conclude(at: now) }
        if endings.isEmpty { return [] }
        finishEndings(atMost: Self.mostEndingsAtOnce, at: now)
        return conclude(at: now)
    }

    /// Sends the outcomes that a client still has to receive before its next request is carried out, and some of other clients' outcomes. A
    /// screen reader may have queued a whole book, and a text may have thousands of duplicates: their outcomes stay in their slices.
    mutating func finishEndings(before client: ClientID, at now: Instant) {
        guard !endings.isEmpty else { return }
        for ending in endings.take(of: client, atMost: queue.limits.clientBytes) { finish(ending, at: now) }
        finishEndings(atMost: Self.endingsBeforeRequest, at: now)
        // Keeps the outcomes and the waiting utterances together within the queue's memory limits.
        let most = queue.limits.totalBytes + queue.limits.totalReadingBytes
        while endings.bytes + queue.waitingBytes > most, let ending = endings.popFirst() { finish(ending, at: now) }
    }

    /// Returns whether the outcomes of a screen reader's texts still have to be sent.
    package func owesReadingOutcomes(to client: ClientID) -> Bool { endings.owesReading(client) }

    private mutating func finishEndings(atMost count: Int, at now: Instant) {
        var left = Self.sliceOfTexts
        for _ in 0..<count where left > 0 {
            guard let ending = endings.popFirst() else { break }
            left -= ending.utterance.text.utf8.count
            finish(ending, at: now)
        }
    }

    private mutating func finish(_ ending: Ending, at now: Instant) {
        cause = ending.cause
        finish(ending.utterance, ending.outcome, at: now)
    }

    /// Makes outcomes wait for their slice.
    mutating func postpone(_ postponed: [(utterance: Utterance, outcome: Outcome)]) {
        for (utterance, outcome) in postponed {
            changed.insert(utterance.id)
            endings.append(Ending(utterance: utterance, outcome: outcome, cause: cause))
        }
    }
}
