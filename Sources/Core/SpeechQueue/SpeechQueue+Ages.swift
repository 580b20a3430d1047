// Q13: time spent held does not count toward an utterance's usual age.
extension SpeechQueue {
    /// Sets whether there is an outage of the voice or the device.
    package mutating func set(isOutage: Bool, at now: Instant) {
        self.isOutage = isOutage
        adjustAges(at: now)
    }

    /// Stops all usual ages, or lets them continue, after a change that affects them: they are suspended during a pause, a media session,
    /// and an outage, and while a long text is read.
    mutating func adjustAges(at now: Instant) {
        let isReading = speaking.map { $0.continues && !$0.isFromScreenReader } ?? false
        ages.set(standsStill: isPaused || gate.announcements != .open || isOutage || isReading, at: now)
    }

    /// Stops the usual ages of a paused client's announcements, or lets them continue (O5).
    mutating func adjustAges(of client: ClientID, at now: Instant, _ actions: inout [Action]) {
        for id in waiting.ids(of: client) { adjustAge(of: id, at: now, &actions) }
    }

    mutating func adjustAge(of id: UtteranceID, at now: Instant, _ actions: inout [Action]) {
        let reading = ages.reading(at: now)
        if let aged = waiting.setAge(of: id, standsStill: isWithheld(id), at: reading) { actions.append(.changed(aged)) }
    }
}
