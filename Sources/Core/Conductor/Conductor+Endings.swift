import DequeModule
import Messages
import Narration
package import SpeechQueue

// Outcomes are sent in slices. An input that ends thousands of utterances at once must neither block the event loop for other clients nor
// hold all outcomes in memory before the first is sent. Speech about elements finishes at once, because the narrator continues from its
// outcome.
extension Conductor {
    /// An utterance that has left the queue. Its outcome still has to be sent.
    struct Ending: Sendable {
        var utterance: Utterance
        var outcome: Outcome
        /// The request that ended it.
        var cause: String?

        /// Its approximate memory, in bytes. A duplicate shares the text of the original.
        var cost: Int { 1024 + (utterance.runs.isEmpty ? 0 : utterance.text.utf8.count) }
    }

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
        if clients[client]?.endings ?? 0 > 0 {
            var (own, rest): ([Ending], Deque<Ending>) = ([], [])
            var left = queue.limits.clientBytes
            for ending in endings {
                if left > 0, ending.utterance.client == client, !ending.utterance.isFromScreenReader {
                    left -= ending.utterance.text.utf8.count
                    own.append(ending)
                } else {
                    rest.append(ending)
                }
            }
            endings = rest
            for ending in own { finish(ending, at: now) }
        }
        finishEndings(atMost: Self.endingsBeforeRequest, at: now)
        // Keeps the outcomes and the waiting utterances together within the queue's memory limits.
        let most = queue.limits.totalBytes + queue.limits.totalReadingBytes
        while endingBytes + queue.waitingBytes > most, let ending = endings.popFirst() { finish(ending, at: now) }
    }

    /// Returns whether the outcomes of a screen reader's texts still have to be sent.
    package func owesReadingOutcomes(to client: ClientID) -> Bool { clients[client]?.readingEndings ?? 0 > 0 }

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
        endingBytes -= ending.cost
        count(ending, by: -1)
        finish(ending.utterance, ending.outcome, at: now)
    }

    /// Makes outcomes wait for their slice. They are journaled, as the queue is.
    mutating func postpone(_ postponed: [(utterance: Utterance, outcome: Outcome)]) {
        for (utterance, outcome) in postponed {
            let ending = Ending(utterance: utterance, outcome: outcome, cause: cause)
            endings.append(ending)
            endingBytes += ending.cost
            count(ending, by: 1)
        }
        for entry in Self.entries(for: postponed) { journal(entry) }
    }

    private mutating func count(_ ending: Ending, by change: Int) {
        if ending.utterance.isFromScreenReader {
            clients[ending.utterance.client]?.readingEndings += change
        } else {
            clients[ending.utterance.client]?.endings += change
        }
    }

    /// Returns the journal's entries for outcomes that still have to be sent, one for each reason.
    static func entries(for endings: some Sequence<(utterance: Utterance, outcome: Outcome)>) -> [JournalEntry] {
        Dictionary(grouping: endings, by: \.outcome.reason)
            .map { .ending($0.value.map(\.utterance.id), $0.key) }
    }
}
