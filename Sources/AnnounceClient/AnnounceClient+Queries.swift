import Messages

extension AnnounceClient {
    /// Returns when the daemon has carried out all that was asked before.
    public func ping() async throws(AnnounceError) { try await reply(to: .ping) }

    /// How the daemon is.
    public func status() async throws(AnnounceError) -> DaemonStatus {
        try await result(of: .status) { if case .status(let status) = $0 { DaemonStatus(status) } else { nil } }
    }

    /// What was posted last, the newest last.
    /// - Parameter limit: how much of it, 1 to 200.
    public func history(limit: Int = 200) async throws(AnnounceError) -> [PastUtterance] {
        try await result(of: .history(limit: limit)) { if case .history(let entries) = $0 { entries.map(PastUtterance.init) } else { nil } }
    }

    /// Why something was spoken, waited or was dropped.
    /// - Parameter id: ``PostedNotification/id`` or ``AnnouncementOutcome/id``, of the last 200 utterances.
    public func explain(_ id: PostedNotification.ID) async throws(AnnounceError) -> SpeechExplanation {
        try await result(of: .explain(target: id)) {
            if case .explanation(let explanation) = $0 { SpeechExplanation(explanation) } else { nil }
        }
    }

    /// The voices that can be asked for.
    /// - Parameter language: only those that speak this language, or a dialect of it.
    public func voices(language: String? = nil) async throws(AnnounceError) -> [SpeechVoice] {
        try await result(of: .voices(language: language)) { if case .voices(let voices) = $0 { voices.map(SpeechVoice.init) } else { nil } }
    }

    /// How everybody is spoken to who asks for nothing else.
    public func settings() async throws(AnnounceError) -> AccessibilitySpeechAttributes {
        try await changeSettings(AccessibilitySpeechAttributes())
    }

    /// Sets how everybody is spoken to, as far as it is not nil, until the daemon ends or reads its configuration again.
    /// - Returns: what holds then.
    @discardableResult
    public func changeSettings(_ settings: AccessibilitySpeechAttributes) async throws(AnnounceError) -> AccessibilitySpeechAttributes {
        try await result(of: .settings(settings.attributes)) {
            if case .settings(let settings) = $0 { AccessibilitySpeechAttributes(settings) } else { nil }
        }
    }

    /// Asks for ``AnnounceEvent/trace(_:)`` of all clients; an empty set ends it. It outlasts a lost connection.
    public func subscribe(to events: Set<SpeechTrace.Event>) async throws(AnnounceError) {
        try await reply(to: .subscribe(Set(events.compactMap { SubscribedEvent(rawValue: $0.rawValue) })))
    }

    private func result<Value>(of request: Request, _ value: (Reply.Result?) -> Value?) async throws(AnnounceError) -> Value {
        guard let value = value(try await reply(to: request).result) else {
            throw .refused(
                AnnounceError.Refusal(code: .invalidMessage, message: "the daemon's reply has no result; is it another version?"))
        }
        return value
    }
}
