import Messages
import Testing

@testable import Watch

@Suite struct WatchedSessionsTests {
    private static func begin(_ name: String) -> MediaSessionRequest { .begin(MediaSession(name: name, mode: .play, lease: 60)) }

    private static func ended(_ name: String, _ reason: MediaSessionEvent.Reason) -> MediaSessionEvent {
        MediaSessionEvent(session: name, mode: .play, change: .ended, reason: reason)
    }

    @Test func `Sessions begin and end as they are wanted, and again on each connection; without one nothing is sent`() {
        var sessions = WatchedSessions()
        #expect(sessions.want(["a": .mode]) == [] && !sessions.needsRenewal)
        #expect(sessions.connect() == [Self.begin("a")] && sessions.needsRenewal)
        #expect(sessions.want(["a": .mode]) == [])
        #expect(sessions.want(["b": .mode, "c": .mode]) == [.end(name: "a"), Self.begin("b"), Self.begin("c")])
        sessions.disconnect()
        #expect(!sessions.needsRenewal && sessions.want(["c": .mode]) == [])
        #expect(sessions.connect() == [Self.begin("c")])
        #expect(sessions.want([:]) == [.end(name: "c")] && !sessions.needsRenewal)
        #expect(sessions.connect() == [])
    }

    @Test func `A lease is renewed three times in its length, also one that the user's longest cuts`() {
        var sessions = WatchedSessions()
        _ = sessions.connect()
        _ = sessions.want(["b": .mode, "a": .mode])
        #expect(sessions.interval == 20)
        #expect(sessions.receive(MediaSessionEvent(session: "a", mode: .play, change: .began, lease: 6)) == [])
        #expect(sessions.interval == 2)
        #expect(sessions.renew() == [.extend(name: "a", lease: nil), .extend(name: "b", lease: nil)])
    }

    @Test func `A session whose lease ran out begins again; one that the user ended does not before the app has stopped`() {
        var sessions = WatchedSessions()
        _ = sessions.connect()
        _ = sessions.want(["a": .mode, "b": .mode])
        #expect(sessions.receive(Self.ended("a", .lease)) == [Self.begin("a")])
        #expect(sessions.receive(Self.ended("a", .user)) == [])
        #expect(sessions.renew() == [.extend(name: "b", lease: nil)])
        #expect(sessions.receive(Self.ended("a", .lease)) == [])
        _ = sessions.want(["a": .mode])
        #expect(!sessions.needsRenewal && sessions.connect() == [])
        // Nothing to end, and both may begin again.
        #expect(sessions.want([:]) == [])
        #expect(sessions.want(["a": .mode, "b": .mode]) == [Self.begin("a"), Self.begin("b")])
        // A message from the daemon about a session that is no longer wanted changes nothing.
        #expect(sessions.want([:]) == [.end(name: "a"), .end(name: "b")])
        #expect(sessions.receive(Self.ended("a", .end)) == [])
        sessions.didRefuse("b")
        #expect(sessions.want(["b": .mode]) == [Self.begin("b")])
    }

    @Test func `A session that is refused is asked for again while the app records, at each renewal`() {
        var sessions = WatchedSessions()
        _ = sessions.connect()
        _ = sessions.want(["a": .mode, "b": .holdLow])
        sessions.didRefuse("b")
        let again = MediaSessionRequest.begin(MediaSession(name: "b", mode: .play, lease: 60, announcements: .holdLow))
        #expect(sessions.renew() == [.extend(name: "a", lease: nil), again])
        sessions.didRefuse("b")
        #expect(sessions.needsRenewal)
        // Another daemon is asked for both.
        sessions.disconnect()
        #expect(sessions.connect() == [Self.begin("a"), again])
        sessions.didRefuse("b")
        // There is nothing to end.
        #expect(sessions.want(["a": .mode]) == [] && sessions.renew() == [.extend(name: "a", lease: nil)])
    }
}
