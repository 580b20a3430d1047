import Messages
package import SpeechQueue

// The state of screens and sessions that the next narrator needs to continue, and how it restores that state.
extension Narrator {
    /// All screens that clients show.
    package var rememberedScreens: [ScreenID: RememberedScreen] {
        remembered(Dictionary(uniqueKeysWithValues: screens.map { ($0.key, nil) }))
    }

    /// Returns the screens that have changed since the last call, with the elements that have. The first time, these are all screens.
    package mutating func takeChangedScreens() -> [ScreenID: RememberedScreen] { remembered(screens.takeChanges()) }

    private func remembered(_ ids: [ScreenID: Set<String>?]) -> [ScreenID: RememberedScreen] {
        var all: [ScreenID: RememberedScreen] = [:]
        for (id, elements) in ids {
            guard let screen = screens[id], !screen.clients.isEmpty else { continue }
            var remembered = RememberedScreen(focus: screen.focus, page: screen.page?.text, isFirst: screen.isFirst)
            remembered.clients = screen.clients.sorted { $0.number < $1.number }
            remembered.isWhole = elements == nil
            if let elements {
                for element in elements {
                    remembered.elements[element] = screen[element].map { screen.remembered($0) }
                    if screen[element] == nil { remembered.removed.insert(element) }
                }
            } else {
                remembered.elements = screen.elements.all.mapValues { screen.remembered($0) }
            }
            all[id] = remembered
        }
        return all
    }

    /// Restores a screen of the previous process.
    package mutating func restore(_ screen: RememberedScreen) {
        guard let first = screen.clients.first else { return }
        let id = screens.begin(Screen(screen), for: first)
        for client in screen.clients.dropFirst() { screens.join(client, id) }
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

    /// Returns the media sessions if one of them has changed since the last call.
    package mutating func takeChangedSessions() -> RememberedSessions? {
        defer { media.haveChanged = false }
        return media.haveChanged ? sessions : nil
    }

    /// Restores media sessions.
    /// - Returns: the gate that follows from them.
    package mutating func restore(_ sessions: RememberedSessions) -> Gate {
        media.restore(sessions)
        return media.gate
    }
}
