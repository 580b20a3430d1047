package import Messages
package import SpeechQueue

// The state of screens and sessions that the next narrator needs to continue, and how it restores that state.
extension Narrator {
    package func knowsElements(of client: ClientID) -> Bool { apps[client]?.hasElements == true }

    /// Returns the whole state of a client's screen; nil if it does not differ from a new client's.
    package func screen(of client: ClientID) -> RememberedScreen? {
        guard let app = apps[client], app.hasElements || app.pageText != nil || !app.isFirstScreen else { return nil }
        return RememberedScreen(elements: app.remembered, focus: app.focus, page: app.pageText, isFirst: app.isFirstScreen)
    }

    /// Returns the changes that a notification may have made to a screen that already had elements.
    package func changes(by notification: Notification, of client: ClientID) -> [ScreenEntry] {
        guard let app = apps[client] else { return [] }
        func element(_ id: String?) -> [ScreenEntry] {
            id.flatMap { app.remembered($0) }.map { [.element($0)] } ?? []
        }
        switch notification {
        case .screenChanged: return screen(of: client).map { [.screen($0)] } ?? []
        case .elementFocused, .layoutChanged(.element): return element(app.focus) + [.focus(id: app.focus)]
        case .elementUpdated(let update): return element(update.id)
        case .elementRemoved(let id, _): return [.removed(id: id), .focus(id: app.focus)]
        case .pageScrolled(let text): return app.pageText == text ? [.page(text)] : []
        // These don't move the focus.
        case .layoutChanged(.text), .layoutChanged(.none), .elementActivated: return []
        }
    }

    /// Restores the previous narrator's state of a client's screen.
    package mutating func restore(_ entry: ScreenEntry, of client: ClientID) {
        apps[client]?.restore(entry)
    }

    /// Restores the clients that were in the foreground, the latest last (N5).
    /// - Parameters:
    ///   - focusIsKnown: whether the user has heard the focus; if not, it is described again.
    ///   - owed: the speech that the foreground client's screen still owes.
    package mutating func restoreForeground(_ clients: [ClientID], focusIsKnown: Bool, owed: OwedSpeech) {
        recency = clients.filter { apps[$0] != nil }
        foreground = recency.last
        for (client, app) in apps {
            let isOwed = client == foreground && !focusIsKnown
            var app = app
            app.spoken = isOwed ? nil : app.focused
            app.markFormerPercentsHeard()
            app.container = isOwed ? nil : app.focused?.container
            app.owesDescription = isOwed && app.focus != nil
            apps[client] = app
        }
        guard let foreground else { return }
        apps[foreground]?.heldTitle = owed.title
        apps[foreground]?.heldSummary = owed.summary
        apps[foreground]?.wasMovedByUser = owed.wasMovedByUser
        if owed.owesValue { apps[foreground]?.spoken?.value = nil }
    }

    /// Returns the speech that the foreground client's screen still owes.
    /// - Parameter speaking: the utterance in progress, which may not be heard to its end.
    package func owedSpeech(speaking: Utterance?) -> OwedSpeech {
        guard let foreground, let app = apps[foreground] else { return OwedSpeech() }
        let isSpoken = speaking?.client == foreground && speaking?.class == .screen
        return OwedSpeech(
            title: app.heldTitle ?? app.unspokenTitle ?? (isSpoken ? app.title : nil),
            summary: app.heldSummary ?? app.summary.flatMap { subjects[$0] }?.element.id, owesValue: owesValue(of: foreground),
            wasMovedByUser: app.wasMovedByUser)
    }

    /// Speaks the owed speech that ``restoreForeground(_:focusIsKnown:owed:)`` received.
    package mutating func describeRestored(at now: Instant) -> [Step] {
        guard !media.isOn, let foreground else { return [] }
        return describeOwed(of: foreground, at: now)
    }

    /// The clients that were in the foreground, the latest last.
    package var foregrounds: [ClientID] { recency }

    /// Whether the user has heard the focus: its description and its updates have started, or there is no focus.
    package var focusIsKnown: Bool {
        guard let foreground, let app = apps[foreground], app.focus != nil else { return true }
        return app.spoken != nil && app.pendingUpdates.isEmpty
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

extension AppState {
    /// The elements, sorted by id.
    var remembered: [RememberedElement] {
        elements.keys.sorted().compactMap { remembered($0) }
    }

    func remembered(_ id: String) -> RememberedElement? {
        self[id].map { RememberedElement($0, isNameless: isNameless(id), hadFocus: formerPercents[id] != nil) }
    }

    mutating func restore(_ entry: ScreenEntry) {
        switch entry {
        case .screen(let screen):
            reset()
            for element in screen.elements { restore(element) }
            focus = screen.focus
            pageText = screen.page
            isFirstScreen = screen.isFirst
        case .element(let element): restore(element)
        case .removed(let id): _ = remove(id)
        case .focus(let id): moveFocus(to: id.flatMap { self[$0]?.id })
        case .page(let text): pageText = text
        }
    }
}
