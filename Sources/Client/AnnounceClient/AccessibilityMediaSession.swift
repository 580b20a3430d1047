public import Messages

/// A period in which speech would disturb, because sound is played, recorded or listened to.
///
/// The session ends with ``end()``, with its lease, or with its client, whichever is first. After a lost connection, it begins again on the
/// next one.
public struct AccessibilityMediaSession: Sendable, Identifiable {
    /// Which speech is still allowed.
    public typealias Mode = MediaSession.Mode
    /// Which announcements are held.
    public typealias Announcements = MediaSession.Announcements

    /// The session's name.
    public let id: String
    private let client: Announcer

    fileprivate init(id: String, client: Announcer) {
        self.id = id
        self.client = client
    }

    /// Renews the lease.
    /// - Parameter lease: the new length; nil: the previous length.
    public func extend(lease: Duration? = nil) async throws {
        try await client.reply(to: .mediaSession(.extend(name: id, lease: lease?.inSeconds)))
    }

    /// Ends the session. Held announcements that are not out of date (M5) are then spoken.
    public func end() async throws {
        try await client.reply(to: .mediaSession(.end(name: id)))
    }
}

extension Announcer {
    /// Begins a media session, and silences speech.
    /// - Parameters:
    ///   - mode: which speech is still allowed.
    ///   - id: the session's name, which the user sees; nil: the client makes one up.
    ///   - lease: the time after which the session ends by itself; the user sets the maximum, 10 minutes by default.
    ///   - mute: the elements to silence; empty: all elements.
    ///   - allow: elements that are spoken nevertheless.
    ///   - announcements: which announcements are held.
    public func beginMediaSession(
        _ mode: AccessibilityMediaSession.Mode = .play, id: AccessibilityMediaSession.ID? = nil, lease: Duration = .seconds(30),
        mute: [AccessibilityElement.ID] = [], allow: [AccessibilityElement.ID] = [],
        announcements: AccessibilityMediaSession.Announcements = .mode
    ) async throws -> AccessibilityMediaSession {
        let name = id ?? session.nextID()
        let request = MediaSession(
            name: name, mode: mode, lease: lease.inSeconds, mute: mute,
            allow: allow, announcements: announcements)
        try await reply(to: .mediaSession(.begin(request)))
        return AccessibilityMediaSession(id: name, client: self)
    }

    /// Keeps speech silent while `body` runs, however long it takes.
    /// - Parameters:
    ///   - mode: which speech is still allowed.
    ///   - body: the work that must not be disturbed.
    /// - Throws: the errors of `body`, and an ``AnnounceError`` if the session can't begin.
    public func withMediaSession<Value>(_ mode: AccessibilityMediaSession.Mode = .play, _ body: () async throws -> Value) async throws
        -> Value
    {
        let lease = Duration.seconds(30)
        let media = try await beginMediaSession(mode, lease: lease)
        let renewal = Task {
            while (try? await Task.sleep(for: lease / 3)) != nil {
                do {
                    try await media.extend()
                } catch AnnounceError.refused {
                    // The session has ended despite the renewals, for example because the machine slept. If it can't begin again, the user
                    // ended it.
                    do {
                        _ = try await beginMediaSession(mode, id: media.id, lease: lease)
                    } catch AnnounceError.refused {
                        return
                    } catch {}
                } catch {}
            }
        }
        // Even if this task was cancelled, end the session, so that held announcements are spoken.
        func end() async {
            renewal.cancel()
            await Task { try? await media.end() }.value
        }
        do {
            let value = try await body()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }
}
