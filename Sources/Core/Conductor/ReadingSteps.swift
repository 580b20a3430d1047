import Messages
import SpeechQueue

/// The user's latest stop, skip and step, which later commands need (Q20).
struct ReadingSteps: Sendable {
    /// The utterance that a step has posted, and the earlier utterance whose text it repeats.
    private var stepped: (utterance: UtteranceID, record: UtteranceID?)?
    /// The utterance that the user stopped, and the position, until another utterance speaks.
    private(set) var stopped: (record: UtteranceID, place: RunPosition)?
    /// The name of the utterance that the user has just skipped.
    private var skipped: String?

    /// Returns whether a step has posted an utterance.
    func hasPosted(_ id: UtteranceID) -> Bool { stepped?.utterance == id }

    /// Returns the utterance whose text is heard in `id`: that utterance itself, or the earlier one that a step repeats.
    func record(of id: UtteranceID) -> UtteranceID? { hasPosted(id) ? stepped?.record : id }

    mutating func didPost(_ id: UtteranceID, repeating record: UtteranceID?) { stepped = (id, record) }

    /// Records that the user stopped an utterance.
    mutating func didStop(_ id: UtteranceID, at place: RunPosition) {
        if let record = record(of: id) { stopped = (record, place) }
    }

    mutating func didBegin(_ utterance: Utterance) {
        if utterance.client != .daemon { stopped = nil }
    }

    mutating func didSkip(_ utterance: Utterance?) { skipped = utterance?.name }

    /// Returns the name of the utterance that the user has just skipped, once.
    mutating func takeSkipped() -> String? {
        defer { skipped = nil }
        return skipped
    }
}
