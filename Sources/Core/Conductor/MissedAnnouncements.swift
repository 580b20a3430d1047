import DequeModule
package import Messages
import Narration
package import SpeechQueue

/// The last announcements that finished before their turn came (D6), the newest last, and how many of them the user has not been notified
/// of.
struct MissedAnnouncements: Sendable {
    private(set) var latest: Deque<MissedAnnouncement> = []
    var unreported = 0
    /// The last utterance that began to be heard.
    private var lastStarted: UtteranceID?
    /// How many have been added since ``takeNew()``.
    private var new = 0

    mutating func didStart(_ id: UtteranceID) { lastStarted = id }

    /// Returns whether an utterance that has just finished was the last that began to be heard.
    func hasBegun(_ id: UtteranceID) -> Bool { lastStarted == id }

    mutating func add(_ missed: MissedAnnouncement) {
        latest.append(missed)
        if latest.count > HistoryEntry.mostMissed { latest.removeFirst() }
        // N9: the user has chosen not to hear of it unasked.
        if missed.rule != .N9 { unreported += 1 }
        new += 1
    }

    /// Returns those that have been added since the last call.
    mutating func takeNew() -> [MissedAnnouncement] {
        defer { new = 0 }
        return Array(latest.suffix(new))
    }
}

/// An announcement that the user has missed.
package struct MissedAnnouncement: Sendable, Equatable {
    package var posted: Instant
    /// The client's id for the announcement.
    package var name: String
    /// The client's name.
    package var client: String
    package var `class`: UtteranceClass
    /// The text as it would have been heard, possibly shortened.
    package var text: String
    package var reason: FinishReason
    package var rule: Rule

    package init(posted: Instant, name: String, client: String, class: UtteranceClass, text: String, reason: FinishReason, rule: Rule) {
        self.posted = posted
        self.name = name
        self.client = client
        self.class = `class`
        self.text = text
        self.reason = reason
        self.rule = rule
    }

    func entry(since start: Instant) -> HistoryEntry {
        HistoryEntry(
            at: posted - start, id: name, client: client, class: `class`.name, text: text, reason: reason, rule: rule.rawValue)
    }
}

extension Outcome {
    /// Returns whether the announcement's turn never came, although neither the user nor its app wanted that (D6).
    /// - Parameter hasBegun: whether the announcement began to be heard.
    fileprivate func isMissed(hasBegun: Bool) -> Bool {
        switch reason {
        case .expired, .overflow: true
        case .mediaSession: rule == .M5
        case .stopped: rule == .M3
        case .superseded: rule == .Q17 || rule == .Q19
        case .deviceFailed, .synthesizerFailed: !hasBegun
        case .muted: rule == .N9
        case .spoken, .interrupted, .reset, .disconnected, .unspeakable, .shutdown, .duplicate: false
        }
    }
}

extension Conductor {
    /// The maximum length of a missed announcement's text, in bytes.
    private static let longestMissed = 1000

    /// Counts a finished announcement if the user has missed it. A duplicate (Q10) is not counted in addition to the original.
    mutating func countIfMissed(_ utterance: Utterance, _ outcome: Outcome) {
        guard utterance.owesOutcome, utterance.countsAsMissed, !utterance.runs.isEmpty,
            outcome.isMissed(hasBegun: missedAnnouncements.hasBegun(utterance.id))
        else { return }
        let missed = MissedAnnouncement(
            posted: utterance.posted, name: utterance.name, client: name(of: utterance.client), class: utterance.class,
            text: utterance.shownText.shortened(toBytes: Self.longestMissed), reason: outcome.reason,
            rule: outcome.rule)
        missedAnnouncements.add(missed)
    }

    /// Notifies the user of the number of missed announcements, once nothing else is spoken or waits, and everything is spoken (N9).
    mutating func notifyOfMissed(at now: Instant) {
        let count = missedAnnouncements.unreported
        guard count > 0, narrator.options.notifiesOfMissed, narrator.options.mode == .talk, queue.isIdle, !queue.isPaused,
            queue.gate == .open, !delivery.isOut
        else {
            return
        }
        markReported()
        notify(.missed(count), at: now)
    }

    /// Returns the missed announcements, the newest first, for a user who has asked for them.
    mutating func takeMissed() -> [MissedAnnouncement] {
        markReported()
        return missedAnnouncements.latest.reversed()
    }

    /// Records that the user has been notified of all missed announcements.
    private mutating func markReported() { missedAnnouncements.unreported = 0 }
}
