import Messages

// Q20: one change that an app tells twice, by its element and by an announcement, is heard once.
extension SpeechQueue {
    /// Seconds between the two.
    private static let toldTime = 0.25

    /// Lets a new utterance share the speech of another that tells the same in the other way, or that one share the new one's.
    /// - Returns: Whether the new one waits for the other's outcome.
    mutating func share(_ utterance: Utterance, at now: Instant) -> Bool {
        guard let twin = twin(of: utterance, at: now), repeats.hasRoom(for: utterance) else { return false }
        // What is being spoken goes on; of two that wait, the more urgent one is spoken.
        if speaking?.id == twin.id || twin.class.rawValue <= utterance.class.rawValue {
            repeats.add(utterance, to: twin.id)
            return true
        }
        if waiting.remove(twin.id) != nil { repeats.add(twin, to: utterance.id) }
        return false
    }

    private func twin(of utterance: Utterance, at now: Instant) -> Utterance? {
        guard let key = utterance.toldKey, let id = tellers[key], utterance.class != .high, utterance.class != .user,
            !utterance.isFromScreenReader,
            utterance.supersede == .none, !isPaused
        else { return nil }
        guard let other = speaking?.id == id ? speaking : waiting[id], other.isAnnouncement != utterance.isAnnouncement,
            now - other.posted <= Self.toldTime, other.class != .high, !mustWait(other)
        else { return nil }
        return other
    }

    /// Returns whether an announcement that shared an element's speech is spoken after all, because that was not heard.
    func outlives(_ first: Utterance, _ outcome: Outcome, _ sharer: Utterance) -> Bool {
        guard sharer.isAnnouncement, !first.isAnnouncement else { return false }
        return outcome.reason == .interrupted || outcome.reason == .superseded || outcome.reason == .reset
    }
}
