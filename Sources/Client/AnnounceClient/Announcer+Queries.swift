public import Messages

extension Announcer {
    /// Waits until the daemon has carried out all earlier requests.
    public func ping() async throws { try await reply(to: .ping) }

    /// Returns the daemon's state.
    public func status() async throws -> DaemonStatus {
        try await result(of: .status) { if case .status(let status) = $0 { status } else { nil } }
    }

    /// Returns the latest utterances, oldest first.
    /// - Parameter limit: the maximum number, 1 to 200.
    public func history(limit: Int = 200) async throws -> [PastUtterance] {
        try await result(of: .history(limit: limit)) { if case .history(let entries) = $0 { entries } else { nil } }
    }

    /// Returns the last announcements that the user has missed, of all apps, the newest first, up to 64.
    public func missed() async throws -> [PastUtterance] {
        try await result(of: .missed(speaks: false)) { if case .missed(let entries) = $0 { entries } else { nil } }
    }

    /// Explains why something was spoken, waited or was dropped.
    /// - Parameter id: the id of a ``PostedNotification`` or an ``AnnouncementOutcome/id``, from the last 200 utterances.
    public func explain(_ id: PostedNotification.ID) async throws -> SpeechExplanation {
        try await result(of: .explain(target: id)) {
            if case .explanation(let explanation) = $0 { explanation } else { nil }
        }
    }

    /// Returns the available voices.
    /// - Parameter language: select voices that speak this language or a dialect of it; nil: all voices.
    public func voices(language: String? = nil) async throws -> [SpeechVoice] {
        try await result(of: .voices(language: language)) { if case .voices(let voices) = $0 { voices } else { nil } }
    }

    /// Returns the user's settings. The manner of speaking applies unless an announcement or app sets its own.
    public func settings() async throws -> SpeechSettings { try await changeSettings(SpeechSettings()) }

    /// Changes the user's settings for all apps, until the daemon ends or reloads its configuration; `announce settings --save` makes the
    /// changes permanent. Values that are nil remain unchanged.
    /// - Returns: the settings after the change.
    @discardableResult
    public func changeSettings(_ settings: SpeechSettings) async throws -> SpeechSettings {
        try await result(of: .settings(settings)) {
            if case .settings(let report) = $0 { report.settings } else { nil }
        }
    }

    /// Moves the user's settings for all apps by steps, such as 20 or -20, like ``changeSettings(_:)``. The daemon adds the steps of all
    /// clients; a setting stays in its range.
    /// - Returns: the settings after the change.
    @discardableResult
    public func adjustSettings(rate: Int? = nil, pitch: Int? = nil, volume: Int? = nil) async throws -> SpeechSettings {
        let steps = SettingsAdjustment(rate: rate, pitch: pitch, volume: volume)
        return try await result(of: .settings(UserSettings(), adjust: steps)) {
            if case .settings(let report) = $0 { report.settings } else { nil }
        }
    }

    /// Subscribes to ``AnnounceEvent/trace(_:)`` events of all clients; an empty set unsubscribes. The subscription survives a lost
    /// connection.
    public func subscribe(to events: Set<SubscribedEvent>) async throws {
        try await reply(to: .subscribe(events))
    }

    private func result<Value>(of request: Request, _ value: (Reply.Result?) -> Value?) async throws -> Value {
        guard let value = value(try await reply(to: request).result) else {
            throw AnnounceError.refused(
                AnnounceError.Refusal(code: .invalidMessage, message: "the daemon's reply has no result; is it another version?"))
        }
        return value
    }
}
