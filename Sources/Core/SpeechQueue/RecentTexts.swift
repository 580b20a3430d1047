import DequeModule
import Messages

/// The texts of each client that are waiting, being spoken or just finished, so that a duplicate can be merged with the original (Q10).
struct RecentTexts: Sendable {
    /// Seconds after the original's end during which a duplicate is still merged with it.
    static let window = 0.25
    /// The maximum number of finished texts to store.
    static let mostEnded = 4096

    /// Identifies a client's text and its pronunciation without storing them: a 64-bit hash, seeded at start, and the length.
    struct Key: Sendable, Hashable {
        private var client: ClientID
        private var hash: Int
        private var length: Int

        init(_ utterance: Utterance) {
            client = utterance.client
            var hasher = Hasher()
            // Hash the bytes: Unicode's equivalence of texts would take milliseconds.
            unsafe utterance.text.utf8.span.withUnsafeBufferPointer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            if utterance.isPrivate { hasher.combine(true) }
            for run in utterance.runs where run.ipa != nil { hasher.combine(run.ipa) }
            hash = hasher.finalize()
            length = utterance.text.utf8.count
        }
    }

    private struct Ended: Sendable {
        var outcome: Outcome
        var posted: Instant
        var at: Instant
    }

    private var live: [Key: UtteranceID] = [:]
    private var ended: [Key: Ended] = [:]
    /// The keys of ``ended`` in the order of their ends; a key may occur twice.
    private var order: Deque<(key: Key, at: Instant)> = []

    /// Returns the waiting or spoken utterance with the same text from the same client.
    func live(_ key: Key) -> UtteranceID? { live[key] }

    /// Returns the outcome of the same text if it finished within the last ``window``.
    /// - Parameter userActed: when the user last did something in the client; an earlier text does not count.
    func outcome(_ key: Key, since userActed: Instant?, at now: Instant) -> Outcome? {
        guard let ended = ended[key], now - ended.at <= Self.window, userActed.map({ ended.posted >= $0 }) ?? true else { return nil }
        return ended.outcome
    }

    mutating func begin(_ key: Key, _ id: UtteranceID) {
        live[key] = id
        ended[key] = nil
    }

    /// Records the end of an utterance. A duplicate is needless only if the text was heard. A text that was lost is spoken again.
    mutating func end(_ key: Key, _ utterance: Utterance, _ outcome: Outcome, at now: Instant) {
        guard live[key] == utterance.id else { return }
        live[key] = nil
        guard outcome.reason == .spoken else { return }
        while let oldest = order.first, order.count >= Self.mostEnded || now - oldest.at > Self.window {
            order.removeFirst()
            if ended[oldest.key]?.at == oldest.at { ended[oldest.key] = nil }
        }
        ended[key] = Ended(outcome: outcome, posted: utterance.posted, at: now)
        order.append((key, now))
    }

    /// Allows a duplicate of a finished text to be spoken.
    mutating func forget(_ key: Key) { ended[key] = nil }
}
