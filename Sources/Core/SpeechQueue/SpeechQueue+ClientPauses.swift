// O5: a screen reader may pause clients of its protocol, while other clients are heard.
extension SpeechQueue {
    /// Withholds a client's announcements, waiting and future ones, until ``release(_:at:)``. Its announcement in progress is silenced and
    /// returns to its place in the queue.
    /// - Parameter sparesHighs: whether the client's highs are spoken nevertheless.
    package mutating func withhold(_ client: ClientID, sparesHighs: Bool, at now: Instant) -> [Action] {
        withheld[client] = sparesHighs
        var actions: [Action] = []
        for id in waiting.ids(of: client) where !waiting.isHeld(id) {
            guard let utterance = waiting[id], isWithheld(utterance) else { continue }
            waiting.hold(id)
            actions.append(.held(utterance, by: .O5))
        }
        if case .speaking(let speaking) = state, isWithheld(speaking.utterance) {
            let utterance = speaking.utterance
            state = .idle
            actions += [.silence, .cut(utterance, by: .O5), .held(utterance, by: .O5)]
            // The announcement continues where it was silenced, so this does not count as an attempt.
            waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: speaking.attempts - 1, isHeld: true), comesBack: true)
        }
        adjustAges(of: client, at: now, &actions)
        speakNext(at: now, &actions)
        return actions
    }

    /// Lets a client's announcements be spoken again.
    package mutating func release(_ client: ClientID, at now: Instant) -> [Action] {
        guard withheld.removeValue(forKey: client) != nil else { return [] }
        for id in waiting.ids(of: client) where waiting.isHeld(id) {
            if let utterance = waiting[id], !mustWait(utterance) { waiting.release(id, at: now) }
        }
        var actions: [Action] = []
        adjustAges(of: client, at: now, &actions)
        speakNext(at: now, &actions)
        return actions
    }

    /// The clients whose speech is paused while other clients are heard, in the order of their connections (O5).
    package var pausedClients: [ClientID] { withheld.keys.sorted { $0.number < $1.number } }

    /// Returns whether an utterance must wait for the end of a media session or of its client's pause.
    func mustWait(_ utterance: Utterance) -> Bool { !gate.admits(utterance) || isWithheld(utterance) }

    /// Returns whether an utterance waits for the end of its client's pause.
    package func isWithheld(_ id: UtteranceID) -> Bool { waiting[id].map { isWithheld($0) } ?? false }

    /// Returns whether a client's pause keeps an utterance from being spoken.
    func isWithheld(_ utterance: Utterance) -> Bool {
        guard let sparesHighs = withheld[utterance.client] else { return false }
        return utterance.isAnnouncement && !(sparesHighs && utterance.class == .high)
    }
}
