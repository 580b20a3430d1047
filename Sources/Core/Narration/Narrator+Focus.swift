import Messages
import SpeechQueue

// The focus and its speech (§3, N5, Q5, Q7).
extension Narrator {
    mutating func elementFocused(
        _ reference: ElementReference, by mover: FocusMover, name: String, from client: ClientID, at now: Instant
    ) throws(Refusal) -> Narrated {
        var narrated = Narrated()
        let id: String
        switch reference {
        case .id(let known):
            guard screens[client]?[known] != nil else { throw .unknownElement(known) }
            id = known
        case .element(let element):
            let element = localized(element, client)
            id = try register(element, of: client)
            narrated.warnings = warnings(for: element, field: "element")
        }
        if mover == .user || foreground == nil { narrated.steps += bringToForeground(screen(of: client)) }
        screens[client]?.moveFocus(to: id)
        screens[client]?.hand.movedFocus = mover == .user
        if mover == .user { screens[client]?.hand.acted = now }
        screens[client]?.newest = cause
        if mover == .user {
            narrated.steps.append(.dropWaiting([.summary], of: screens.id(of: client), .superseded, .Q5))
            screens[client]?.opening.heldSummary = nil
        }
        narrated.steps += focusSteps(id, name: name, client)
        guard isInForeground(client) else {
            screens[client]?.known?.owesDescription = true
            narrated.steps.append(silent(name, client, .N5, element: id))
            return narrated
        }
        let kind: UtteranceClass = mover == .user || options.appFocusInterrupts ? .userFocus : .appFocus
        narrated.steps += describeFocus(as: kind, byUser: mover == .user, name: name, of: client, at: now)
        return narrated
    }

    /// Returns the steps that describe the client's focus, or that report silence and its rule during a media session.
    mutating func describeFocus(
        as kind: UtteranceClass, byUser: Bool, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        guard let element = screens[client]?.focused else { return [] }
        // N8: the description says the changes too.
        let changes = dropLiveChange(of: element.id, client, cutsSpeaking: true)
        guard !silences(element, of: client, byUser: byUser) else {
            screens[client]?.known?.owesDescription = true
            // Speech about the previous focus is out of date (Q5).
            return changes + [
                .drop([.userFocus, .appFocus, .update, .refresh, .hint], of: screens.id(of: client), .superseded, .Q5),
                silent(name, client, .M3, element: element.id),
            ]
        }
        if media.gate.elements == .open, screens[client]?.opening.state == .held { screens[client]?.opening.state = .pending }
        // Y4: if the summary is also the focus, it is spoken once.
        if screens[client]?.opening.heldSummary == element.id { screens[client]?.opening.heldSummary = nil }
        let isSummary = screens[client]?.opening.summary.flatMap { subjects[$0]?.element.id } == element.id
        // A screen that has not started is dropped with its focus, so its title is spoken with the new focus.
        let title = screens[client]?.opening.pendingTitle
        let description = describer(for: client).describe(
            element, previous: screens[client]?.container, title: title, in: hellos[client]?.language)
        let subject = self.subject(.description(hint: description.hint), element, of: client)
        var described = utterance(
            title == nil ? kind : .screen, description.runs, about: subject, name: name, from: client,
            media: max(permission(of: element, client), byUser ? .play : .none), at: now)
        var stale: Set<UtteranceClass> = [.update, .refresh, .hint]
        if title != nil {
            stale.formUnion([.screen, .userFocus, .appFocus])
            // Q7: a focus moved by an app cuts no announcement, not even with a screen's title.
            described.waits = kind != .userFocus
        }
        var steps: [Step] = [.drop(stale, of: screens.id(of: client), .superseded, .Q5)]
        // Without a title, a waiting screen contains only the previous focus.
        if title == nil { steps.append(.dropWaiting([.screen], of: screens.id(of: client), .superseded, .Q5)) }
        if isSummary { steps.append(.dropWaiting([.summary], of: screens.id(of: client), .superseded, .Y4)) }
        screens[client]?.known?.post(described.id, describes: true)
        return changes + steps + [.post(described)]
    }

    /// Describes a focus that moved while it could not be described, and speaks the title and summary that its screen still owes (M5).
    mutating func describeOwed(of client: ClientID, at now: Instant) -> [Step] {
        guard let screen = screens[client], isInForeground(client) else { return [] }
        // If a request waits for a polled focus, that request is the cause, not the current one.
        let other = cause
        cause = screen.newest
        defer { cause = other }
        var steps: [Step] = []
        if screen.known?.owesDescription == true, let element = screen.focused,
            !silences(element, of: client, byUser: screen.hand.movedFocus)
        {
            // A play session may still be active: it lets through speech about the user's own focus (M3).
            steps = describeFocus(as: .appFocus, byUser: screen.hand.movedFocus, name: nextName(), of: client, at: now)
        }
        guard media.gate.elements == .open else { return steps }
        if let title = screens[client]?.opening.heldTitle {
            screens[client]?.opening.state = .pending
            var screen = utterance(
                .screen, [describer.screen(title, in: hellos[client]?.language)], about: nil, name: nextName(), from: client, at: now)
            screen.waits = true
            steps.append(.post(screen))
        }
        if let id = screens[client]?.opening.heldSummary {
            screens[client]?.opening.heldSummary = nil
            if let element = screens[client]?[id] { steps += summarySteps(element, from: client, at: now) }
        }
        return steps
    }

    // MARK: Sessions

    /// Returns whether a session of a client that shows the element's screen mutes the element (M2).
    func mutes(_ id: String, of client: ClientID) -> Bool { media.mutes(id, of: sharers(of: client)) }

    /// Returns whether a media session silences an element (M2, M3).
    func silences(_ element: Element, of client: ClientID, byUser: Bool = false) -> Bool {
        if mutes(element.id, of: client) { return true }
        switch media.gate.elements {
        case .open, .low: return false
        case .play: return !byUser && permission(of: element, client) < .play
        case .record: return permission(of: element, client) < .always
        }
    }

    /// Returns the sessions in which an element is spoken: all sessions, if a session allows the element or the element has
    /// `speaksDuringMedia` (M3).
    func permission(of element: Element, _ client: ClientID) -> MediaPermission {
        element.speaksDuringMedia || media.allows(element.id, of: sharers(of: client)) ? .always : .none
    }
}
