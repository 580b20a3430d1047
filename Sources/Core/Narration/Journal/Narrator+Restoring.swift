package import Messages
package import SpeechQueue

// The state of screens and sessions that the next narrator needs to continue, and how it restores that state.
extension Narrator {
    /// Returns the number of a client's screen; nil if it has none.
    package func screenID(of client: ClientID) -> ScreenID? { screens.id(of: client) }

    /// Returns the whole state of a client's screen; nil if it has none.
    package func wholeScreen(of client: ClientID) -> RememberedScreen? {
        screens[client].map { RememberedScreen(elements: $0.remembered, focus: $0.focus, page: $0.page?.text, isFirst: $0.isFirst) }
    }

    /// Returns the changes that a notification may have made to a client's screen.
    package func changes(by notification: Notification, of client: ClientID) -> [ScreenEntry] {
        guard let screen = screens[client] else { return [] }
        func element(_ id: String?) -> [ScreenEntry] {
            id.flatMap { screen.remembered($0) }.map { [.element($0)] } ?? []
        }
        switch notification {
        case .elementFocused, .layoutChanged(.element): return element(screen.focus) + [.focus(id: screen.focus)]
        case .elementUpdated(let update): return element(update.id)
        case .elementRemoved(let id, _): return [.removed(id: id), .focus(id: screen.focus)]
        case .pageScrolled(let text): return screen.page?.text == text ? [.page(text)] : []
        // The first is journaled as a whole; the others don't move the focus.
        case .screenChanged, .layoutChanged(.text), .layoutChanged(.none), .elementActivated: return []
        }
    }

    /// Restores a screen of the previous narrator, and the clients that show it.
    package mutating func restore(_ entries: [ScreenEntry], of clients: [ClientID]) {
        guard let first = clients.first else { return }
        let id = screen(of: first)
        for client in clients.dropFirst() { screens.join(client, id) }
        for entry in entries { screens[id]?.restore(entry) }
    }

    /// Restores the clients that were in the foreground, the latest last (N5).
    /// - Parameters:
    ///   - focusIsKnown: whether the user has heard the focus; if not, it is described again.
    ///   - owed: the speech that the foreground client's screen still owes.
    package mutating func restoreForeground(_ clients: [ClientID], focusIsKnown: Bool, owed: OwedSpeech) {
        for client in clients {
            guard let id = screens.id(of: client) else { continue }
            screens[id]?.note(client)
            recency.removeAll { $0 == id }
            recency.append(id)
        }
        let owing = focusIsKnown ? nil : foreground
        for (id, _) in screens { screens[id]?.restoreKnowledge(owesFocus: id == owing) }
        screens[foreground]?.opening.show(owed.title, .held)
        screens[foreground]?.opening.heldSummary = owed.summary
        screens[foreground]?.hand.movedFocus = owed.wasMovedByUser
        if owed.owesValue { screens[foreground]?.known?.forgetValue() }
    }

    /// Returns the speech that the foreground client's screen still owes.
    /// - Parameter speaking: the utterance in progress, which may not be heard to its end.
    package func owedSpeech(speaking: Utterance?) -> OwedSpeech {
        guard let client = foregroundClient, let screen = screens[client] else { return OwedSpeech() }
        let isSpoken = speaking?.screen == foreground && speaking?.class == .screen
        return OwedSpeech(
            title: isSpoken || screen.opening.state != .said ? screen.opening.title : nil,
            summary: screen.opening.heldSummary ?? screen.opening.summary.flatMap { subjects[$0] }?.element.id,
            owesValue: owesValue(of: client),
            wasMovedByUser: screen.hand.movedFocus)
    }

    /// Speaks the owed speech that ``restoreForeground(_:focusIsKnown:owed:)`` received.
    package mutating func describeRestored(at now: Instant) -> [Step] {
        guard !media.isOn, let client = foregroundClient else { return [] }
        return describeOwed(of: client, at: now)
    }

    /// The clients whose screens were in the foreground, the latest last.
    package var foregrounds: [ClientID] { recency.compactMap { screens[$0]?.clients.last } }

    /// Whether the user has heard the focus: its description and its updates have started, or there is no focus.
    package var focusIsKnown: Bool {
        guard let screen = screens[foreground], screen.focus != nil else { return true }
        return screen.known.map { $0.said != nil && $0.updates.isEmpty } ?? false
    }

    // MARK: Sessions

    /// The active media sessions, and the owners whose sessions the user has ended.
    package var sessions: RememberedSessions {
        let active = media.active.map { session in
            RememberedSession(
                client: session.client,
                session: MediaSession(
                    name: session.name, mode: session.mode, lease: session.lease, mute: session.mute.sorted(),
                    allow: session.allow.sorted(), announcements: session.announcements),
                until: session.until, element: session.element)
        }
        var sessions = RememberedSessions(active, ended: media.ended)
        (sessions.quietUntil, sessions.quietGate) = (media.quietUntil, media.quietGate)
        return sessions
    }

    /// How many times a session began, changed or ended.
    package var sessionChanges: Int { media.changes }

    /// Restores media sessions.
    /// - Returns: the gate that follows from them.
    package mutating func restore(_ sessions: RememberedSessions) -> Gate {
        media.restore(sessions)
        return media.gate
    }
}
