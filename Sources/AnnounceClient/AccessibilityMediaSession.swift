import Messages

/// A time in which speech would disturb: something plays, is recorded, or is listened to.
///
/// It ends with ``end()``, its lease, or its client, whichever is first; a connection that is lost and comes back begins it again.
public struct AccessibilityMediaSession: Sendable, Identifiable {
    /// What is spoken still.
    public enum Mode: String, Sendable, CaseIterable {
        /// Highs, what the user focuses, and the user's commands.
        case play
        /// What is allowed, elements that speak during media, announcements with force, and the user's commands.
        case record
        /// As ``record``.
        case listen
    }

    /// Its name.
    public let id: String
    private let client: AnnounceClient

    fileprivate init(id: String, client: AnnounceClient) {
        self.id = id
        self.client = client
    }

    /// Its lease begins anew: with this length, or as long as before.
    public func extend(lease: Duration? = nil) async throws(AnnounceError) {
        try await client.reply(to: .mediaSession(.extend(name: id, lease: lease?.inSeconds)))
    }

    /// Ends it: what was held is spoken.
    public func end() async throws(AnnounceError) {
        try await client.reply(to: .mediaSession(.end(name: id)))
    }
}

extension AnnounceClient {
    /// Begins a media session: what speaks falls silent.
    /// - Parameters:
    ///   - mode: what is spoken still.
    ///   - lease: how long until it ends by itself, an hour at most.
    ///   - mute: only these elements are silent; empty: all are.
    ///   - allow: elements that are spoken all the same.
    public func beginMediaSession(
        _ mode: AccessibilityMediaSession.Mode = .play, lease: Duration = .seconds(30), mute: [AccessibilityElement.ID] = [],
        allow: [AccessibilityElement.ID] = []
    ) async throws(AnnounceError) -> AccessibilityMediaSession {
        try await beginMediaSession(session.nextID(), mode, lease: lease, mute: mute, allow: allow)
    }

    private func beginMediaSession(
        _ name: String, _ mode: AccessibilityMediaSession.Mode, lease: Duration, mute: [AccessibilityElement.ID] = [],
        allow: [AccessibilityElement.ID] = []
    ) async throws(AnnounceError) -> AccessibilityMediaSession {
        let request = MediaSession(
            name: name, mode: MediaSession.Mode(rawValue: mode.rawValue) ?? .play, lease: lease.inSeconds, mute: mute,
            allow: allow)
        try await reply(to: .mediaSession(.begin(request)))
        return AccessibilityMediaSession(id: name, client: self)
    }

    /// Keeps speech silent while `body` runs, however long that is.
    /// - Parameters:
    ///   - mode: what is spoken still.
    ///   - body: what must not be disturbed. Whatever it throws is thrown on.
    public func withMediaSession<Value>(_ mode: AccessibilityMediaSession.Mode = .play, _ body: () async throws -> Value) async throws
        -> Value
    {
        let lease = Duration.seconds(30)
        let media = try await beginMediaSession(mode, lease: lease)
        let renewal = Task {
            while (try? await Task.sleep(for: lease / 3)) != nil {
                do throws(AnnounceError) {
                    try await media.extend()
                } catch .refused {
                    // It has ended all the same: the machine slept, for example.
                    _ = try? await beginMediaSession(media.id, mode, lease: lease)
                } catch {}
            }
        }
        // Also where this task was cancelled: what was held is to be spoken.
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
