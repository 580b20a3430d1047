import Messages

// The user's own commands, for apps that are the user's hands: they are for the whole daemon, whoever posted what is spoken.
extension AnnounceClient {
    /// Silence: ends what is spoken and all that waits.
    public func stop() async throws(AnnounceError) { try await reply(to: .stop) }

    /// Ends what is spoken; the next follows.
    public func skip() async throws(AnnounceError) { try await reply(to: .skip) }

    /// Stops sounding until ``resume()``; what is posted meanwhile waits.
    public func pause() async throws(AnnounceError) { try await reply(to: .pause) }

    /// Goes on at the word at which ``pause()`` came.
    public func resume() async throws(AnnounceError) { try await reply(to: .resume) }

    /// Says again what was spoken last.
    /// - Parameter count: how many utterances, 1 to 200.
    public func `repeat`(_ count: Int = 1) async throws(AnnounceError) { try await reply(to: .repeat(count: count)) }

    /// Describes the focus.
    public func describeFocus() async throws(AnnounceError) { try await reply(to: .where) }

    /// Ends one announcement, whether it waits or is spoken.
    public func cancel(_ id: PostedNotification.ID) async throws(AnnounceError) { try await reply(to: .cancel(.id(id))) }

    /// Ends the announcements of one of the app's groups.
    public func cancel(group: String) async throws(AnnounceError) { try await reply(to: .cancel(.group(group))) }
}
