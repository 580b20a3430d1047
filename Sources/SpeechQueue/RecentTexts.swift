import Accessibility
import DequeModule

/// Which texts each client is having spoken, or had spoken a moment ago, so that a repeat of one can be merged with it (Q10).
struct RecentTexts: Sendable {
    /// Seconds after the first one's end in which a repeat is still the same announcement.
    static let window = 0.25
    /// How many of those that ended are remembered.
    static let mostEnded = 4096

    /// A client's text, and how it is pronounced if it says so, without keeping them: 64 bits of a hash seeded at start, and the length.
    struct Key: Sendable, Hashable {
        private var client: ClientID
        private var hash: Int
        private var length: Int

        init(_ utterance: Utterance) {
            client = utterance.client
            var hasher = Hasher()
            hasher.combine(utterance.text)
            for run in utterance.runs where run.ipa != nil { hasher.combine(run.ipa) }
            hash = hasher.finalize()
            length = utterance.text.utf8.count
        }
    }

    private struct Ended: Sendable {
        var outcome: Outcome
        var at: Instant
    }

    private var live: [Key: UtteranceID] = [:]
    private var ended: [Key: Ended] = [:]
    /// The keys of ``ended`` in the order of their ends; one may stand here twice.
    private var order: Deque<(key: Key, at: Instant)> = []

    /// The utterance that waits or is spoken with the same text from the same client.
    func live(_ key: Key) -> UtteranceID? { live[key] }

    /// The outcome of the one that ended less than ``window`` ago.
    func outcome(_ key: Key, at now: Instant) -> Outcome? {
        guard let ended = ended[key], now - ended.at <= Self.window else { return nil }
        return ended.outcome
    }

    mutating func begin(_ key: Key, _ id: UtteranceID) {
        live[key] = id
        ended[key] = nil
    }

    /// `id` ended. Only what was heard, or silenced by the user, makes a repeat needless: one that was lost is spoken.
    mutating func end(_ key: Key, _ id: UtteranceID, _ outcome: Outcome, at now: Instant) {
        guard live[key] == id else { return }
        live[key] = nil
        guard outcome.reason == .spoken || outcome.reason == .stopped else { return }
        while let oldest = order.first, order.count >= Self.mostEnded || now - oldest.at > Self.window {
            order.removeFirst()
            if ended[oldest.key]?.at == oldest.at { ended[oldest.key] = nil }
        }
        ended[key] = Ended(outcome: outcome, at: now)
        order.append((key, now))
    }

    /// A repeat of what ended is spoken.
    mutating func forget(_ key: Key) { ended[key] = nil }
}
