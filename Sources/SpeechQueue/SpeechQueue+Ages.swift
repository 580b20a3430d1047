// Q13: held time is no age.
extension SpeechQueue {
    /// Whether all usual ages stand still: during a pause, a media session, and an outage of the voice or the device. Those of paused
    /// clients' announcements also do (O5).
    var agesStandStill: Bool { isPaused || gate.announcements != .open || isOutage }

    /// Sets whether the voice or the device is out.
    package mutating func set(isOutage: Bool, at now: Instant) -> [Action] {
        guard isOutage != self.isOutage else { return [] }
        self.isOutage = isOutage
        var actions: [Action] = []
        adjustAges(at: now, &actions)
        return actions
    }

    /// Stops all usual ages, or lets them continue, after a change that affects them.
    mutating func adjustAges(at now: Instant, _ actions: inout [Action]) {
        let standStill = agesStandStill
        for id in waiting.ids {
            let standsStill = standStill || isWithheld(id)
            if let aged = waiting.setAge(of: id, standsStill: standsStill, at: now) { actions.append(.aged(aged)) }
        }
        if case .speaking(var speaking) = state, speaking.utterance.setAge(standsStill: standStill, at: now) {
            state = .speaking(speaking)
            actions.append(.aged(speaking.utterance))
        }
    }
}
