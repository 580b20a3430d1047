public import Messages

// The user's own commands, for apps that act for the user. They affect all speech, including other apps'.
extension Announcer {
    /// Silences everything: ends the utterance in progress and all waiting utterances.
    public func stop() async throws { try await reply(to: .stop) }

    /// Ends the utterance in progress, and continues with the next.
    public func skip() async throws { try await reply(to: .skip) }

    /// Speaks from another sentence or paragraph of the utterance in progress, or of the last utterance that was heard.
    public func step(to direction: ReadingStep.Direction, by unit: ReadingStep.Unit = .sentence) async throws {
        try await reply(to: .step(ReadingStep(direction, by: unit)))
    }

    /// Pauses speech until ``resume()``. New announcements wait.
    public func pause() async throws { try await reply(to: .pause) }

    /// Continues at the word at which ``pause()`` interrupted.
    public func resume() async throws { try await reply(to: .resume) }

    /// Repeats the last utterances.
    /// - Parameters:
    ///   - count: the number of utterances, 1 to 200.
    ///   - id: as in ``announce(_:id:)``.
    public func `repeat`(_ count: Int = 1, id: String? = nil) async throws { try await reply(to: .repeat(count: count), id: id) }

    /// Describes the element that has the focus.
    /// - Parameters:
    ///   - isFull: whether its details and the names of its actions are spoken too, regardless of the verbosity.
    ///   - id: as in ``announce(_:id:)``.
    public func describeFocus(isFull: Bool = false, id: String? = nil) async throws { try await reply(to: .where(isFull: isFull), id: id) }

    /// Speaks the details of the element that has the focus: its ``AccessibilityCustomContent``.
    /// - Parameter id: as in ``announce(_:id:)``.
    public func speakDetails(id: String? = nil) async throws { try await reply(to: .details, id: id) }

    /// Cancels an announcement, or the speech that another request caused, whether it waits or is being spoken.
    public func cancel(_ id: PostedNotification.ID) async throws { try await reply(to: .cancel(.id(id))) }

    /// Cancels the announcements in one of the app's groups.
    public func cancel(group: String) async throws { try await reply(to: .cancel(.group(group))) }
}
