import Accessibility
import SpeechQueue

// Where the focus is, and what is said about it (§3, N5, Q5, Q7).
extension Narrator {
    mutating func elementFocused(
        _ reference: ElementReference, by mover: FocusMover, name: String, from client: ClientID, at now: Instant
    ) throws(ErrorReply) -> Narrated {
        var narrated = Narrated()
        let id: String
        switch reference {
        case .id(let known):
            guard apps[client]?[known] != nil else { throw Self.unknown(known, "element") }
            id = known
        case .element(let element):
            let element = localized(element, client)
            guard let registered = try apps[client]?.register(element, field: "element") else { return narrated }
            id = registered
            narrated.warnings = warnings(for: element, field: "element")
        }
        if mover == .user || foreground == nil { narrated.steps += takeForeground(client) }
        apps[client]?.moveFocus(to: id)
        apps[client]?.newest = cause
        narrated.steps += dropCopies(of: client)
        narrated.steps += focusSteps(id, name: name, client)
        guard client == foreground else {
            apps[client]?.owesDescription = true
            narrated.steps.append(silent(name, client, .N5, element: id))
            return narrated
        }
        let kind: UtteranceClass = mover == .user || options.appFocusInterrupts ? .userFocus : .appFocus
        narrated.steps += describeFocus(as: kind, byUser: mover == .user, name: name, of: client, at: now)
        return narrated
    }

    /// The description of the client's focus; silence, with the rule, where a session forbids it.
    mutating func describeFocus(
        as kind: UtteranceClass, byUser: Bool, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        guard let element = apps[client]?.focused else { return [] }
        guard !silences(element, of: client, byUser: byUser) else {
            apps[client]?.owesDescription = true
            // What was said about the former focus is out of date (Q5).
            return [
                .drop([.userFocus, .appFocus, .update, .refresh, .hint], of: client, .superseded, .Q5),
                silent(name, client, .M3, element: element.id),
            ]
        }
        apps[client]?.owesDescription = false
        // A screen that has not begun is dropped with its focus: its title goes with the new one.
        let title = apps[client]?.untoldTitle
        let description = describer.describe(
            element, previous: apps[client]?.container, title: title, in: hellos[client]?.language)
        let subject = Subject(kind: .description(hint: description.hint), client: client, element: element)
        var described = utterance(
            title == nil ? kind : .screen, description.runs, about: subject, name: name, from: client,
            media: max(permission(of: element, client), byUser ? .play : .none), at: now)
        var stale: Set<UtteranceClass> = [.update, .refresh, .hint]
        if title != nil {
            stale.formUnion([.screen, .userFocus, .appFocus])
            // Q7: what an app moves cuts no announcement, though it be with a screen's title.
            described.waits = kind != .userFocus
        }
        apps[client]?.describe(by: described.id)
        return [.drop(stale, of: client, .superseded, .Q5), .post(described)]
    }

    /// The focus that moved while nobody could be told.
    mutating func describeOwed(of client: ClientID, at now: Instant) -> [Step] {
        guard apps[client]?.owesDescription == true, client == foreground else { return [] }
        // A polled focus whose request waits for it comes of that, and of no other.
        let other = cause
        cause = apps[client]?.newest
        defer { cause = other }
        return describeFocus(as: .appFocus, byUser: false, name: nextName(), of: client, at: now)
    }

    // MARK: Sessions

    /// Whether a media session keeps an element silent (M2, M3).
    func silences(_ element: Element, of client: ClientID, byUser: Bool = false) -> Bool {
        if media.mutes(element.id, of: client) { return true }
        switch media.gate {
        case .open: return false
        case .play: return !byUser && permission(of: element, client) < .play
        case .record: return permission(of: element, client) < .always
        }
    }

    /// In which sessions an element is spoken: those that name it, or all, if it says so itself (M3).
    func permission(of element: Element, _ client: ClientID) -> MediaPermission {
        element.speaksDuringMedia || media.allows(element.id, of: client) ? .always : .none
    }
}
