package import Accessibility
package import SpeechQueue

// What is to be known of screens and sessions for another narrator to go on, and how that one does.
extension Narrator {
    package func knowsElements(of client: ClientID) -> Bool { apps[client]?.hasElements == true }

    /// All that is known of a client's screen; nil: nothing but what each client begins with.
    package func screen(of client: ClientID) -> RememberedScreen? {
        guard let app = apps[client], app.hasElements || app.pageText != nil || !app.isFirstScreen else { return nil }
        return RememberedScreen(elements: app.remembered, focus: app.focus, page: app.pageText, isFirst: app.isFirstScreen)
    }

    /// What a request may have changed of a screen on which there were elements before.
    package func changes(by notification: Notification, of client: ClientID) -> [ScreenEntry] {
        guard let app = apps[client] else { return [] }
        func element(_ id: String?) -> [ScreenEntry] {
            id.flatMap { app.remembered($0) }.map { [.element($0)] } ?? []
        }
        switch notification {
        case .screenChanged: return screen(of: client).map { [.screen($0)] } ?? []
        case .elementFocused, .layoutChanged(.element): return element(app.focus) + [.focus(id: app.focus)]
        case .elementUpdated(let update): return element(update.id)
        case .elementRemoved(let id): return [.removed(id: id), .focus(id: app.focus)]
        case .pageScrolled(let text): return app.pageText == text ? [.page(text)] : []
        // The focus stays as it is.
        case .layoutChanged(.text), .layoutChanged(.none), .elementActivated: return []
        }
    }

    /// Takes over what was known of a client's screen.
    package mutating func restore(_ entry: ScreenEntry, of client: ClientID) {
        apps[client]?.restore(entry)
    }

    /// The clients that were in the foreground are these, the latest last (N5).
    /// - Parameter isTold: whether the user knows the focus: else it is described once more.
    package mutating func restoreForeground(_ clients: [ClientID], isTold: Bool) {
        recency = clients.filter { apps[$0] != nil }
        foreground = recency.last
        for (client, app) in apps {
            let isOwed = client == foreground && !isTold
            var app = app
            app.spoken = isOwed ? nil : app.focused
            app.container = isOwed ? nil : app.focused?.container
            app.owesDescription = isOwed && app.focus != nil
            apps[client] = app
        }
    }

    /// The description that ``restoreForeground(_:isTold:)`` owes.
    package mutating func describeRestored(at now: Instant) -> [Step] {
        guard !media.isOn, let foreground else { return [] }
        return describeOwed(of: foreground, at: now)
    }

    /// The clients that were in the foreground, the latest last.
    package var foregrounds: [ClientID] { recency }

    /// Whether the user knows the focus: its description has begun, or there is none to come.
    package var focusIsTold: Bool {
        guard let foreground, let app = apps[foreground], app.focus != nil else { return true }
        return app.spoken != nil
    }

    // MARK: Sessions

    /// The sessions that are on.
    package var sessions: [RememberedSession] {
        media.active.map { session in
            RememberedSession(
                client: session.client,
                session: MediaSession(
                    name: session.name, mode: session.mode, lease: session.lease, mute: session.mute.sorted(),
                    allow: session.allow.sorted()),
                until: session.until, element: session.element)
        }
    }

    /// How often a session has begun, changed or ended.
    package var sessionChanges: Int { media.changes }

    /// - Returns: what they let through.
    package mutating func restore(_ sessions: [RememberedSession]) -> Gate {
        media.restore(sessions)
        return media.gate
    }
}

extension AppState {
    /// Its elements in the order of their ids.
    var remembered: [RememberedElement] {
        elements.values.sorted { $0.id < $1.id }.map { RememberedElement($0, isNameless: isNameless($0.id)) }
    }

    func remembered(_ id: String) -> RememberedElement? { self[id].map { RememberedElement($0, isNameless: isNameless(id)) } }

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
