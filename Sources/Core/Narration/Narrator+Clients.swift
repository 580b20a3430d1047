package import Messages
package import SpeechQueue

// Clients: how they connect, reconnect and disconnect, which client's focus counts (N5), and which state of their screens is kept (D4,
// Q12).
extension Narrator {
    package mutating func connect(_ client: ClientID) {
        apps[client] = AppState()
        hellos[client] = Hello()
    }

    /// Records a client's introduction.
    package mutating func introduce(_ client: ClientID, as hello: Hello, at now: Instant) {
        hellos[client] = hello
        // Y1: An app that was not just launched has shown its first screen already.
        if !hello.launch { apps[client]?.isFirstScreen = false }
    }

    /// Gives a client its app's screen when it first refers to elements. If the app disconnected a moment ago, the client gets its screen
    /// back (D4). If the app is still connected, as during another run of a command, the client gets a copy of a connection's screen,
    /// provided that the screen is small and contains the part that the client refers to.
    /// - Parameter reference: the part of the screen that the request refers to: an element or the focus.
    package mutating func bringBack(_ client: ClientID, for reference: ScreenReference, at now: Instant) {
        bringScreen(to: client, for: reference, at: now)
        takeTurn(client, for: reference)
    }

    private mutating func bringScreen(to client: ClientID, for reference: ScreenReference, at now: Instant) {
        guard apps[client]?.hasElements == false, let hello = hellos[client], let app = hello.app else { return }
        if let was = parked.removeValue(forKey: app), was.until > now {
            apps[client] = was.app
            apps[client]?.isFirstScreen = hello.launch
            guard was.wasForeground else { return }
            // If the foreground is now another connection of the same app with the same focus, the app continues on the restored screen.
            if let current = foreground, hellos[current]?.app == app, sharesFocus(current, with: was.app) { passForeground(to: client) }
            if foreground == nil { passForeground(to: client) }
            return
        }
        let siblings = hellos.keys.filter { sibling in
            guard let state = apps[sibling], sibling != client, hellos[sibling]?.app == app else { return false }
            return state.hasElements && state.footprint <= Self.ownBytes && refers(reference, to: sibling)
        }
        let newest = siblings.max { $0.number < $1.number }
        guard let sibling = siblings.first(where: { $0 == foreground }) ?? newest, let state = apps[sibling] else { return }
        apps[client] = state
        apps[client]?.pendingUpdates = []
        apps[client]?.origin = state.origin ?? sibling
        // The copy takes over the foreground, so that speech about the focus continues.
        if foreground == sibling { passForeground(to: client) }
    }

    /// N5: Gives a client the foreground if the foreground client shows a copy of the same screen and has the same focus.
    private mutating func takeTurn(_ client: ClientID, for reference: ScreenReference) {
        guard let other = foreground, other != client, original(of: other) == original(of: client), refers(reference, to: client),
            sharesFocus(client, with: apps[other])
        else { return }
        passForeground(to: client)
    }

    /// Returns whether a client's focus is the same element as the focus of `screen`, which another connection of its app shows.
    private func sharesFocus(_ client: ClientID, with screen: AppState?) -> Bool {
        screen?.focus != nil && screen?.focus == apps[client]?.focus
    }

    /// Moves the foreground to a connection with the same focus as before, or with the first focus, so that no earlier speech is out of
    /// date.
    private mutating func passForeground(to client: ClientID) {
        foreground = client
        recency.removeAll { $0 == client }
        recency.append(client)
    }

    /// Returns steps that drop the focus speech of other connections with copies of this screen, because the focus has moved (Q5) or was
    /// removed (U6).
    mutating func dropSpeechOfCopies(of client: ClientID, _ rule: Rule = .Q5) -> [Step] {
        let original = original(of: client)
        let others = Set([original] + apps.copies().filter { $0.value == original }.keys)
        return others.filter { $0 != client }.sorted { $0.number < $1.number }.map {
            .drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .superseded, rule)
        }
    }

    /// Makes the copies of a client's screen copies of the first one of them, because the client no longer shows the screen.
    /// - Returns: the client with the first copy; nil if there is none.
    @discardableResult
    mutating func regroupCopies(of client: ClientID) -> ClientID? {
        let copies = apps.copies().filter { $0.value == client && $0.key != client }.keys
        let first = copies.min { $0.number < $1.number }
        for copy in copies { apps[copy]?.origin = first }
        for (app, was) in parked where was.app.origin == client { parked[app]?.app.origin = first }
        return first
    }

    /// Returns the client whose screen `client` has a copy of, otherwise `client` itself.
    private func original(of client: ClientID) -> ClientID { apps[client]?.origin ?? client }

    private func refers(_ reference: ScreenReference, to client: ClientID) -> Bool {
        switch reference {
        case .focus: apps[client]?.focus != nil
        case .element(let id): apps[client]?[id] != nil
        case .nothing: false
        }
    }

    /// The part of a screen that a request refers to.
    package enum ScreenReference: Sendable {
        case focus
        case element(String)
        case nothing
    }

    /// Ends a client's focus, updates, hints and media sessions after it has disconnected (Q12). The queue itself drops the client's
    /// utterances.
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Step] {
        removeEcho(of: client)
        if hint?.client == client { hint = nil }
        // Do this first, so that nothing more is spoken for the client.
        let wasForeground = foreground == client
        recency.removeAll { $0 == client }
        if wasForeground { foreground = nil }
        let steps = end(.disconnect, at: now) { $0.client == client }
        let hello = hellos.removeValue(forKey: client)
        let gone = apps[client]
        let heir = regroupCopies(of: client)
        apps[client] = nil
        if var state = gone, let app = hello?.app, state.isWorthKeeping {
            state.pendingUpdates = []
            // The client's requests settle now.
            state.newest = nil
            state.origin = heir ?? state.origin
            parked = parked.filter { $0.value.until > now && $0.key != app }
            let taken = parked.values.reduce(0) { $0 + $1.app.footprint }
            if parked.count < Self.mostParked, taken + state.footprint <= Self.mostParkedBytes {
                parked[app] = Parked(until: now + Self.parkingTime, app: state, wasForeground: wasForeground)
            }
        }
        guard wasForeground else { return steps }
        foreground = recency.last
        guard let next = foreground else { return steps }
        // N5: the user returns to `next` and hears the focus there. A run of the command `announce` was in the foreground only for a
        // moment.
        let isSameApp = hello?.app != nil && hello?.app == hellos[next]?.app
        if hello?.app != Utterance.commandApp, !isSameApp || !sharesFocus(next, with: gone) {
            let hasFocus = apps[next]?.focus != nil
            apps[next]?.owesDescription = hasFocus
            apps[next]?.container = nil
        }
        return steps + describeOwed(of: next, at: now)
    }

    /// Sets the memory limit for a client's screen: a small share of its own, and the part of the common share that other clients leave.
    /// Call this before each request about a screen.
    package mutating func updateBudget(of client: ClientID) {
        let taken = apps.bytesTaken(byOthersThan: client)
        apps[client]?.room = Self.ownBytes + max(0, Self.sharedBytes - taken)
    }

    /// The memory for screens, in bytes: each client's own share, the common share, and the maximum including disconnected apps.
    static let ownBytes = 32 << 10
    static let sharedBytes = 16 << 20
    static let mostBytes = 256 * ownBytes + sharedBytes + mostParkedBytes

    /// Seconds for which a disconnected app's screen is kept (D4), and the maximum number and size of such screens.
    static let parkingTime = 60.0
    static let mostParked = 16
    static let mostParkedBytes = 8 << 20

    /// Brings a client to the foreground (N5). Speech about the previous client's focus is out of date (Q5).
    mutating func bringToForeground(_ client: ClientID) -> [Step] {
        guard foreground != client else { return [] }
        let former = foreground
        foreground = client
        recency.removeAll { $0 == client }
        recency.append(client)
        // N5: A description that was not heard to its end is spoken again when its app returns to the foreground.
        if let former, let description = apps[former]?.description, subjects[description] != nil { apps[former]?.owesDescription = true }
        return former.map { [.drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .superseded, .Q5)] } ?? []
    }

    /// Drops a client's echo (Q8) and any hint (H3), because the client posted an announcement or a media session.
    package mutating func didPost(by client: ClientID) -> [Step] {
        hint = nil
        return dropEcho(of: client, .Q8)
    }

    /// Returns the clients for which a request with this id still has a pending echo or hint.
    package func clientsYetToSay(_ name: String) -> [ClientID] {
        echoes.filter { $0.value.utterance.cause?.name == name }.map(\.key)
            + (hint?.cause?.name == name ? [hint?.client].compactMap(\.self) : [])
    }

    /// Cancels the pending echo and hint of a client's request (Q18).
    package mutating func cancel(_ name: String, of client: ClientID) -> [Step] {
        if hint?.client == client, hint?.cause?.name == name { hint = nil }
        return echoes[client]?.utterance.cause?.name == name ? dropEcho(of: client, .Q18) : []
    }

    /// Drops a client's waiting echo.
    mutating func dropEcho(of client: ClientID, _ rule: Rule) -> [Step] {
        guard let echo = removeEcho(of: client) else { return [] }
        return [.note(Step.Note(event: .silent, name: echo.name, client: client, rule: rule, cause: echo.cause))]
    }

    @discardableResult
    private mutating func removeEcho(of client: ClientID) -> Utterance? {
        guard let echo = echoes.removeValue(forKey: client) else { return nil }
        subjects[echo.utterance.id] = nil
        return echo.utterance
    }

    /// Also ends all pending speech at the user's `stop` (Q4): the hint, echoes, and the stored value.
    package mutating func stop(at now: Instant) -> [Step] {
        hint = nil
        if let foreground { apps[foreground]?.refreshed = now }
        return dropEchoes(.Q4)
    }

    mutating func dropEchoes(_ rule: Rule) -> [Step] {
        echoes.keys.sorted { $0.number < $1.number }.flatMap { dropEcho(of: $0, rule) }
    }
}
