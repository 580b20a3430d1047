import Messages
import Narration
import SpeechQueue

// Requests as subscribers may record them.
extension Conductor {
    /// Whether a client subscribes to requests.
    var isRecorded: Bool { subscribers > 0 && clients.values.contains { $0.subscription.contains(.received) } }

    /// Publishes a client's request, before all events that follow from it.
    func publishReceived(_ request: ReceivedRequest, name: String?, from client: ClientID, at now: Instant) -> [Effect] {
        clients[client].map { publish(received(request, name: name, from: $0, at: now)) } ?? []
    }

    /// Introduces the other clients to a new subscriber, because they sent `hello` before it subscribed.
    func introductions(to subscriber: ClientID, at now: Instant) -> [Effect] {
        clients.values.filter { $0.hello != Hello() && $0.id != subscriber }.sorted { $0.id.number < $1.id.number }.map { client in
            var hello = client.hello
            hello.launch = false
            return .publish(received(.request(.hello(hello), id: nil), name: nil, from: client, at: now), to: [subscriber])
        }
    }

    private func received(_ request: ReceivedRequest, name: String?, from client: Client, at now: Instant) -> TraceEvent {
        TraceEvent(
            at: now - identity.started, event: .received, id: name ?? client.connectionName, client: client.name,
            connection: client.connectionName, request: request)
    }
}

extension Request {
    /// Returns the request as others may see it (K3); nil if the request is secret, or a query, which has no further effect.
    func forOthers(of narrator: Narrator, from client: ClientID, at now: Instant) -> Request? {
        switch self {
        case .notification(let notification):
            narrator.withoutSecrets(notification, about: notification.screenReference, from: client, at: now).map { .notification($0) }
        case .settings(let change, let steps): change == UserSettings() && steps == SettingsAdjustment() ? nil : self
        case .missed(let speaks): speaks ? self : nil
        case .hello, .announcement, .mediaSession, .repeat, .where, .stop, .skip, .step, .cancel, .pause, .resume: self
        case .history, .explain, .ping, .status, .voices, .subscribe: nil
        }
    }
}
