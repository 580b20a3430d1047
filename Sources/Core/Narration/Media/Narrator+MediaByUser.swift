import Messages
package import SpeechQueue

// M7: the user ends media sessions, and keeps apps from beginning them.
extension Narrator {
    /// Ends all sessions, or the sessions of one app. Their owners may not begin another for a while, unless the user activates an element
    /// that starts one.
    mutating func endAll(of app: String?, name: String, at now: Instant) throws(Refusal) -> [Step] {
        let clients = Set(media.active.map(\.client).filter { app == nil || app == self.name(of: $0) })
        if let app, clients.isEmpty {
            throw .noSessions(of: app, others: Set(media.active.map { self.name(of: $0.client) }).sorted())
        }
        for session in media.active where clients.contains(session.client) {
            media.refuse(owner(of: session.client, session: session.name), at: now)
        }
        return end(.user, name: name, at: now) { clients.contains($0.client) }
    }

    /// Ends the sessions of apps that may not have any according to the configuration.
    package mutating func endForbiddenSessions(at now: Instant) -> [Step] {
        let forbidden = Set(media.active.map(\.client).filter { !allowsSessions(of: $0) })
        return end(.user, at: now) { forbidden.contains($0.client) }
    }

    func checkMayBegin(_ session: String?, of client: ClientID, at now: Instant) throws(Refusal) {
        if !allowsSessions(of: client) { throw .sessionsNever(app: name(of: client)) }
        if let seconds = media.refusal(of: owner(of: client, session: session), at: now) {
            throw .sessionsEndedByUser(seconds: Int(seconds.rounded(.up)))
        }
    }

    /// Returns whether the configuration lets a client's app begin sessions.
    func allowsSessions(of client: ClientID) -> Bool {
        hellos[client]?.app.flatMap { options.apps[$0] }?.media != .never
    }

    func isSameApp(_ a: ClientID, _ b: ClientID) -> Bool {
        guard a != b else { return true }
        guard let app = hellos[a]?.app else { return false }
        return hellos[b]?.app == app
    }

    /// Returns the owner of a client's sessions: its app, or the client if it has not named one. Each run of the command `announce` is its
    /// own owner, because the user may begin another session. A service client begins sessions for other apps, each with its own name.
    func owner(of client: ClientID, session: String?) -> String {
        guard let hello = hellos[client], let app = hello.app, app != Utterance.commandApp else { return "client \(client.number)" }
        return hello.note == nil ? app : "\(app): \(session ?? "")"
    }

    /// Returns a client's name as `status` shows it.
    private func name(of client: ClientID) -> String {
        hellos[client]?.app ?? hellos[client]?.name ?? "client-\(client.number)"
    }
}
