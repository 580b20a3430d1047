import SpeechQueue

/// The screens of all apps, and which client shows which. Connections of one app can show one screen. A screen without clients is kept for
/// its app (D4).
///
/// The screens' memory is counted again only for those that have changed, so the cost does not grow with the number of clients.
struct Screens: Sendable {
    private var screens: [ScreenID: Screen] = [:]
    private var screenOf: [ClientID: ScreenID] = [:]
    private var lastNumber: UInt64 = 0
    /// The screens that may have changed since the last count.
    private var uncounted: Set<ScreenID> = []
    /// The screens that may have changed since ``takeChanges()``.
    private var changed = ChangedKeys<ScreenID>()
    /// The number of bytes of the common memory that each screen takes, if any, as last counted.
    private var taken: [ScreenID: Int] = [:]
    /// The sum of ``taken``.
    private var sum = 0

    subscript(id: ScreenID?) -> Screen? {
        get { id.flatMap { screens[$0] } }
        _modify {
            guard let id else {
                var none: Screen?
                yield &none
                return
            }
            defer { if screens[id] != nil { didChange(id) } }
            yield &screens[id]
        }
    }

    subscript(client: ClientID) -> Screen? {
        get { self[screenOf[client]] }
        _modify { yield &self[screenOf[client]] }
    }

    private mutating func didChange(_ id: ScreenID) {
        uncounted.insert(id)
        changed.insert(id)
    }

    /// Returns the screens that may have changed since the last call, and which of their elements have; nil stands for every element.
    mutating func takeChanges() -> [ScreenID: Set<String>?] {
        var changes: [ScreenID: Set<String>?] = [:]
        for id in changed.take() ?? Set(screens.keys) where screens[id] != nil { changes[id] = .some(screens[id]?.takeChanges()) }
        return changes
    }

    /// Returns the screen that a client shows.
    func id(of client: ClientID) -> ScreenID? { screenOf[client] }

    /// Returns whether a client's screen is also shown by other clients.
    func isShared(by client: ClientID) -> Bool { self[client].map { $0.clients.count > 1 } ?? false }

    /// Gives a client a new screen of its own.
    @discardableResult
    mutating func begin(_ screen: Screen, for client: ClientID) -> ScreenID {
        leave(client)
        lastNumber += 1
        let id = ScreenID(lastNumber)
        screens[id] = screen
        join(client, id)
        return id
    }

    /// Makes a client without a screen show this one.
    /// - Parameter isFirst: whether the others count as having reported something later.
    mutating func join(_ client: ClientID, _ id: ScreenID, isFirst: Bool = false) {
        screenOf[client] = id
        if isFirst { self[id]?.clients.insert(client, at: 0) } else { self[id]?.clients.append(client) }
    }

    /// Takes a client's screen away.
    /// - Returns: the screen, if no other client shows it.
    @discardableResult
    mutating func leave(_ client: ClientID) -> ScreenID? {
        guard let id = screenOf.removeValue(forKey: client) else { return nil }
        self[id]?.remove(client)
        return self[id]?.clients.isEmpty == true ? id : nil
    }

    mutating func remove(_ id: ScreenID) {
        screens[id] = nil
        // Nothing about a screen that has gone is kept here.
        uncounted.remove(id)
        count(id)
    }

    /// Returns the number of bytes that a screen may take: a small share of its own, and the part of the common share that others leave.
    /// - Parameter id: the screen; nil for a new one.
    mutating func room(for id: ScreenID?) -> Int {
        for id in uncounted { count(id) }
        uncounted.removeAll(keepingCapacity: true)
        return Narrator.ownBytes + Swift.max(0, Narrator.sharedBytes - (sum - (id.flatMap { taken[$0] } ?? 0)))
    }

    private mutating func count(_ id: ScreenID) {
        let screen = screens[id].flatMap { $0.kept == nil ? $0 : nil }
        let bytes = Swift.max(0, (screen?.footprint ?? 0) - Narrator.ownBytes)
        sum += bytes - (taken[id] ?? 0)
        taken[id] = bytes > 0 ? bytes : nil
    }

    // MARK: Kept screens

    /// The screens that are kept for their apps.
    var kept: [(id: ScreenID, screen: Screen)] { screens.filter { $0.value.kept != nil }.map { ($0.key, $0.value) } }

    /// Returns the screen that is kept for an app.
    func kept(for app: String, at now: Instant) -> ScreenID? {
        screens.first { $0.value.kept.map { $0.app == app && $0.until > now } ?? false }?.key
    }

    /// Keeps a screen that no client shows any more, if there is room for it. It replaces the one that is kept for the same app.
    mutating func keep(_ id: ScreenID, _ kept: Screen.Kept, at now: Instant) {
        for (other, screen) in self.kept where screen.kept?.app == kept.app || screen.kept.map({ $0.until <= now }) == true {
            remove(other)
        }
        let others = self.kept
        let bytes = others.reduce(self[id]?.footprint ?? 0) { $0 + $1.screen.footprint }
        guard others.count < Narrator.mostKept, bytes <= Narrator.mostKeptBytes else { return remove(id) }
        self[id]?.kept = kept
    }
}

extension Screens: Sequence {
    func makeIterator() -> Dictionary<ScreenID, Screen>.Iterator { screens.makeIterator() }
}
