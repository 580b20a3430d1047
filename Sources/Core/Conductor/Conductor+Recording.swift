import Messages
import Narration
import SpeechQueue

// Requests as subscribers may record them.
extension Conductor {
    /// Whether a client subscribes to requests.
    var isRecorded: Bool { !clients.subscribers(to: .received).isEmpty }

    /// Introduces the other clients to a new subscriber, because they sent `hello` before it subscribed.
    mutating func introduceOthers(to subscriber: ClientID, at now: Instant) {
        for client in clients.inOrder where client.id != subscriber {
            var hello = hello(of: client.id)
            if hello == Hello() { continue }
            hello.launch = false
            effects.append(.publish(received(.request(.hello(hello), id: nil), name: nil, from: client, at: now), to: [subscriber]))
        }
    }

    /// Returns the event of a client's request, or of its end.
    func received(_ request: ReceivedRequest, name: String?, from client: Client, at now: Instant) -> TraceEvent {
        // A client that introduces itself is shown under its new name.
        let hello = if case .request(.hello(let new), _) = request { new } else { hello(of: client.id) }
        return TraceEvent(
            at: now - identity.started, event: .received, id: name ?? client.connectionName, client: client.name(by: hello),
            connection: client.connectionName, request: request)
    }
}

extension Request {
    /// Returns the request as others may see it (K3); nil if the request is secret, or a query, which has no further effect.
    func forOthers(of narrator: Narrator, from client: ClientID, at now: Instant) -> Request? {
        switch self {
        case .announcement(var announcement) where announcement.isPrivate:
            announcement.runs = [SpeechRun(text: Announcement.privateText)]
            return .announcement(announcement)
        case .notification(let notification):
            return narrator.withoutSecrets(notification, about: notification.screenReference, from: client, at: now).map {
                .notification($0)
            }
        case .settings(let change, let steps): return change == UserSettings() && steps == SettingsAdjustment() ? nil : self
        case .missed(let speaks): return speaks ? self : nil
        case .hello, .announcement, .mediaSession, .repeat, .where, .details, .stop, .skip, .step, .cancel, .pause, .resume: return self
        case .history, .explain, .ping, .status, .voices, .subscribe: return nil
        }
    }
}
