import Messages
import SpeechQueue

// M1: sessions that begin because the user activates an element.
extension Narrator {
    /// An activation, or a change of an element's state. A press is both, in either order.
    struct Press: Sendable {
        let element: String
        let at: Instant
        /// The state that was changed to; nil if this is an activation.
        let isOn: Bool?
        /// Whether this is an activation that was taken for switching off, because the app had just switched the element off.
        var isTakenForOff = false
    }

    /// Seconds within which an activation and a change of state are one press.
    private static let pressTime = 1.0

    /// Handles the activation of a startsMediaSession element. It begins a session, restarts the lease of its session, or extends another;
    /// if its state says off, it ends its session or begins none.
    mutating func pressStarter(_ element: Element, name: String, of client: ClientID, at now: Instant) -> Narrated {
        let begun = media.active.first { $0.element == element.id && isSameApp($0.client, client) }
        let isOff: Bool
        if let change = apps[client]?.press, let isOn = change.isOn, change.element == element.id, now - change.at <= Self.pressTime {
            isOff = !isOn
            // The app may have changed it by itself; then the press's own change follows.
            apps[client]?.press = isOff ? Press(element: element.id, at: now, isOn: nil, isTakenForOff: true) : nil
        } else {
            apps[client]?.press = Press(element: element.id, at: now, isOn: nil)
            // The change is still to come: what is on is about to be off. But a session beside a state of off is over.
            isOff = element.isSwitchedOn == (begun == nil)
        }
        if isOff {
            guard let begun else { return Narrated(steps: [silent(name, client, .M1, element: element.id)]) }
            return Narrated(steps: end(.end, name: name, at: now) { $0.client == begun.client && $0.element == element.id })
        }
        return Narrated(steps: beginOrExtend(begun, by: element, name: name, of: client, at: now))
    }

    /// Begins the session of an element that was switched on, restarts its lease, or extends another.
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

    /// Ends the session of an element that was switched off. One that was switched on begins its session only by an activation, which may
    /// have come before.
    mutating func didSwitch(from old: Element, to new: Element, name: String, of client: ClientID, at now: Instant) -> [Step] {
        guard new.traits.contains(.startsMediaSession), let isOn = new.state, isOn != old.state else { return [] }
        let begun = media.active.first { $0.element == new.id && isSameApp($0.client, client) }
        if let press = apps[client]?.press, press.isOn == nil, press.element == new.id, now - press.at <= Self.pressTime {
            apps[client]?.press = nil
            if isOn, press.isTakenForOff, allowsSessions(of: client) {
                return beginOrExtend(begun, by: new, name: name, of: client, at: now)
            }
        } else {
            apps[client]?.press = Press(element: new.id, at: now, isOn: isOn)
        }
        guard !isOn, let begun else { return [] }
        return end(.end, name: name, at: now) { $0.client == begun.client && $0.element == new.id }
    }
}

extension Element {
    /// A toggle's state; nil if it is no toggle, or neither on nor off.
    fileprivate var isSwitchedOn: Bool? {
        guard traits.contains(.toggleButton) else { return nil }
        return value == "1" ? true : value == "0" ? false : nil
    }

    /// A toggle's state, else whether it is selected.
    fileprivate var state: Bool? { traits.contains(.toggleButton) ? isSwitchedOn : traits.contains(.selected) }
}
