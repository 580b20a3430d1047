import Messages
import SpeechQueue

// M1: sessions that begin because the user activates an element.
extension Narrator {
    /// An activation, or a change of an element's state. A press consists of both, in either order.
    struct Press: Sendable {
        let element: String
        let at: Instant
        /// The state after the change; nil if this is an activation.
        let isOn: Bool?
        /// Whether this activation was interpreted as switching off, because the element had just changed to off.
        var isTakenForOff = false
    }

    /// The maximum time between an activation and a change of state that form one press, in seconds.
    private static let pressTime = 1.0

    /// Handles the activation of a startsMediaSession element. The activation begins a session, restarts the lease of the element's
    /// session, or extends another session. If the element is being switched off, its session ends, or none begins.
    mutating func pressStarter(_ element: Element, name: String, of client: ClientID, at now: Instant) -> Narrated {
        let begun = media.active.first { $0.element == element.id && isSameApp($0.client, client) }
        let isOff: Bool
        if let change = screens[client]?.hand.press, let isOn = change.isOn, change.element == element.id, now - change.at <= Self.pressTime
        {
            isOff = !isOn
            // The app may have changed the element on its own. In that case the change that belongs to the press follows.
            screens[client]?.hand.press = isOff ? Press(element: element.id, at: now, isOn: nil, isTakenForOff: true) : nil
        } else {
            screens[client]?.hand.press = Press(element: element.id, at: now, isOn: nil)
            // The change is pending: an element that is on is about to be off. If the element is off but has a session, the session also
            // ends.
            isOff = element.isSwitchedOn == (begun == nil)
        }
        if isOff {
            guard let begun else { return Narrated(steps: [silent(name, client, .M1, element: element.id)]) }
            return Narrated(steps: end(.end, name: name, at: now) { $0.client == begun.client && $0.element == element.id })
        }
        return Narrated(steps: beginOrExtend(begun, by: element, name: name, of: client, at: now))
    }

    /// Begins the session of an element that was switched on, restarts the session's lease, or extends another session.
    private mutating func beginOrExtend(
        _ begun: MediaSessions.Session?, by element: Element, name: String, of client: ClientID, at now: Instant
    ) -> [Step] {
        media.allow(owner(of: client, session: nil))
        if let known = begun ?? media.active.last(where: { $0.client == client && $0.gate.elements != .open }) {
            return extend(known.name, lease: nil, .M1, name: name, of: known.client, at: now)
        }
        guard media.active.count < MediaSessions.most else { return [silent(name, client, .M1, element: element.id)] }
        let session = MediaSession(lease: min(options.implicitLease, options.longestLease))
        return begin(session, element: element.id, name: name, of: client, at: now)
    }

    /// Ends the session of an element that was switched off. An element that was switched on begins its session only by an activation,
    /// which may have preceded the change.
    mutating func didSwitch(from old: Element, to new: Element, name: String, of client: ClientID, at now: Instant) -> [Step] {
        guard new.traits.contains(.startsMediaSession), let isOn = new.state, isOn != old.state else { return [] }
        let begun = media.active.first { $0.element == new.id && isSameApp($0.client, client) }
        if let press = screens[client]?.hand.press, press.isOn == nil, press.element == new.id, now - press.at <= Self.pressTime {
            screens[client]?.hand.press = nil
            if isOn, press.isTakenForOff, allowsSessions(of: client) {
                return beginOrExtend(begun, by: new, name: name, of: client, at: now)
            }
        } else {
            screens[client]?.hand.press = Press(element: new.id, at: now, isOn: isOn)
        }
        guard !isOn, let begun else { return [] }
        return end(.end, name: name, at: now) { $0.client == begun.client && $0.element == new.id }
    }
}

extension Element {
    /// The state of a toggle; nil if the element is not a toggle, or is neither on nor off.
    fileprivate var isSwitchedOn: Bool? {
        switch toggleState {
        case .on: true
        case .off: false
        case .mixed, nil: nil
        }
    }

    /// The state of a toggle; of any other element, whether it is selected.
    fileprivate var state: Bool? { traits.isDisjoint(with: .toggles) ? traits.contains(.selected) : isSwitchedOn }
}
