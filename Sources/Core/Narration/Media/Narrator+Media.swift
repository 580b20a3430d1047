package import Messages
package import SpeechQueue

// §6: media sessions.
extension Narrator {
    /// Begins, extends or ends a session (M2), or ends other clients' sessions (M7).
    package mutating func mediaSession(
        _ request: MediaSessionRequest, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        var narrated = Narrated()
        switch request {
        case .begin(var session):
            try checkMayBegin(session.name, of: client, at: now)
            session.lease = shortened(session.lease, &narrated.warnings)
            if let name = session.name, media.session(of: client, named: name) != nil {
                throw .sessionHasBegun(name)
            }
            guard media.active.count < MediaSessions.most else { throw .tooManySessions(most: MediaSessions.most) }
            if let both = session.mute.first(where: session.allow.contains) {
                narrated.warnings.append(Warning(.inconsistent, "mute: \"\(both.prefix(64))\" is in allow too"))
            }
            narrated.steps = begin(session, element: nil, name: name, of: client, at: now)
        case .extend(let session, var lease):
            lease = lease.map { shortened($0, &narrated.warnings) }
            let known = try self.session(session, of: client)
            narrated.steps = extend(known.name, lease: lease, .M2, name: name, of: known.client, at: now)
        case .end(let session):
            let known = try self.session(session, of: client)
            narrated.steps = end(.end, name: name, at: now) { $0.client == known.client && $0.name == known.name }
        case .endAll(let app): narrated.steps = try endAll(of: app, name: name, at: now)
        }
        return narrated
    }

    /// M2: Returns a lease no longer than the user allows.
    private func shortened(_ lease: Double, _ warnings: inout [Warning]) -> Double {
        let longest = options.longestLease
        guard lease > longest else { return lease }
        let most = longest == longest.rounded() ? "\(Int(longest))" : "\(longest)"
        warnings.append(Warning(.adjusted, "lease: \(lease) s is shortened to \(most) s (M2)"))
        return longest
    }

    /// Returns the session that a client refers to by name, or its app's only one. Sessions belong to the app, because each run of a
    /// command is a new client; but if several sessions share the name, the client's own is meant.
    private func session(_ session: String?, of client: ClientID) throws(Refusal) -> MediaSessions.Session {
        let app = hellos[client]?.app
        let own = media.active.filter { $0.client == client || app != nil && hellos[$0.client]?.app == app }
        guard let session else {
            guard own.count == 1 else { throw .sessionNotNamed(of: own.map(\.name)) }
            return own[0]
        }
        let named = own.filter { $0.name == session }
        guard let known = named.first(where: { $0.client == client }) ?? named.last else {
            throw .unknownSession(session, of: own.map(\.name))
        }
        return known
    }

    mutating func begin(
        _ session: MediaSession, element: String?, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        let holdsOnlyLows = session.announcements == .holdLow
        if !holdsOnlyLows { hint = nil }
        var steps = holdsOnlyLows ? [] : dropEchoes(.M1)
        let begun = media.begin(session, of: client, element: element, at: now)
        if begun.gate != .open {
            // A session that lets more speech through must not end the quiet after a stricter session.
            if media.isQuietCovered(by: begun) { media.endQuiet() }
            steps.append(gate)
        }
        let screen = screens.id(of: client)
        if let focus = screens[screen]?.focus, begun.mute.contains(focus) {
            steps.append(.drop(UtteranceClass.focusSpeech.union([.screen]), of: screen, .mediaSession, .M2))
        } else if subjects.values.contains(where: { $0.screen == screen && begun.mute.contains($0.element.id) }) {
            steps.append(.drop([.screen, .summary, .echo], of: screen, .mediaSession, .M2))
        }
        // Last values (U7) are lows, as are announcements, which stay.
        let lastValues = subjects.filter { _, subject in
            guard case .lastValue = subject.kind else { return false }
            return subject.screen == screen && begun.mute.contains(subject.element.id)
        }
        steps += lastValues.keys.sorted().map { .dropUtterance($0, .mediaSession, .M2) }
        let event = MediaSessionEvent(session: begun.name, mode: begun.mode, change: .began, lease: begun.lease)
        return steps + report(event, element == nil ? .M2 : .M1, name: name, element: element, client)
    }

    mutating func extend(
        _ session: String, lease: Double?, _ rule: Rule, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        guard let extended = media.extend(session, of: client, lease: lease, longest: options.longestLease, at: now) else { return [] }
        let event = MediaSessionEvent(session: session, mode: extended.mode, change: .extended, lease: extended.lease)
        return report(event, rule, name: name, element: extended.element, client)
    }

    /// Ends the sessions that meet a condition (M4).
    mutating func end(
        _ reason: MediaSessionEvent.Reason, name: String? = nil, at now: Instant, where isOver: (MediaSessions.Session) -> Bool
    ) -> [Step] {
        let ended = media.end(where: isOver, at: now)
        guard !ended.isEmpty else { return [] }
        var steps = [gate]
        for session in ended {
            let event = MediaSessionEvent(session: session.name, mode: session.mode, change: .ended, reason: reason)
            let rule = reason == .user ? Rule.M7 : .M4
            steps += report(event, rule, name: name ?? session.name, element: session.element, session.client)
        }
        // A session that silenced only some elements, and no announcements, is followed by no quiet.
        if !media.isOn, let client = foregroundClient { steps += describeOwed(of: client, at: now) }
        return steps
    }

    private func report(_ event: MediaSessionEvent, _ rule: Rule, name: String, element: String?, _ client: ClientID) -> [Step] {
        [
            .note(
                Step.Note(event: .mediaSession, name: name, client: client, rule: rule, element: element, session: event, cause: cause)),
            .send(.mediaSession(event), to: client),
        ]
    }

    /// Ends sessions whose lease is over (M4), and the quiet after the last session (M5).
    mutating func endOverdueSessions(at now: Instant) -> [Step] {
        if media.active.contains(where: { $0.until <= now }) { return end(.lease, at: now) { $0.until <= now } }
        guard let quiet = media.quietUntil, quiet <= now else { return [] }
        media.endQuiet()
        guard media.gate.elements != .record, let client = foregroundClient else { return [gate] }
        return [gate] + describeOwed(of: client, at: now)
    }

    private var gate: Step { .gate(media.gate, hold: options.mediaHold) }

    /// Whether a media session is active.
    package var hasSessions: Bool { !media.active.isEmpty }

    /// Returns whether a client has a media session.
    package func hasSession(_ client: ClientID) -> Bool { media.active.contains { $0.client == client } }

    /// Returns the active sessions, for `status` (M4).
    package func sessions(at now: Instant) -> [(client: ClientID, status: Status.Media)] {
        media.active.map { session in
            (
                session.client,
                Status.Media(
                    client: "", session: session.name, mode: session.mode, endsIn: max(0, session.until - now), mute: session.mute.sorted(),
                    announcements: session.announcements)
            )
        }
    }
}
