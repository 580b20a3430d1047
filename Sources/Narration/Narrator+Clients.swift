package import Accessibility
package import SpeechQueue

// The clients: how they come, come back and go, whose focus is the focus (N5), and what of a screen is remembered (D4, Q12).
extension Narrator {
    package mutating func connect(_ client: ClientID) {
        apps[client] = AppState()
        hellos[client] = Hello()
    }

    /// A client says who it is.
    package mutating func hello(_ hello: Hello, from client: ClientID, at now: Instant) {
        hellos[client] = hello
        // Y1: who was not launched just now has shown its first screen before.
        if !hello.launch { apps[client]?.isFirstScreen = false }
    }

    /// A client speaks of elements: one whose app was here a moment ago gets its screen back (D4), and one whose app is still here, as another
    /// run of a command is, a copy of what it has, if that is little and meant.
    /// - Parameter reference: what it speaks of: an element's id, or the focus.
    package mutating func comesBack(_ client: ClientID, for reference: ScreenReference, at now: Instant) -> [Step] {
        // The focus that a copy took along is its own again.
        if let copier = foreground, copier != client, apps[copier]?.origin == client, refers(reference, to: client) { give(client) }
        guard apps[client]?.hasElements == false, let hello = hellos[client], let app = hello.app else { return [] }
        if let was = parked.removeValue(forKey: app), was.until > now {
            apps[client] = was.app
            apps[client]?.isFirstScreen = hello.launch
            guard was.wasForeground else { return [] }
            // Who has the focus since is the same app: it goes on where it was.
            if let current = foreground, hellos[current]?.app == app { give(client) }
            return foreground == nil ? takeForeground(client) : []
        }
        let siblings = hellos.keys.filter { sibling in
            sibling != client && hellos[sibling]?.app == app && apps[sibling]?.hasElements == true && refers(reference, to: sibling)
        }
        guard let sibling = siblings.max(by: { $0.number < $1.number }), let state = apps[sibling], state.footprint <= Self.ownBytes else {
            return []
        }
        apps[client] = state
        apps[client]?.pendingUpdates = []
        apps[client]?.origin = sibling
        // The focus goes with it: what is said of it goes on.
        if foreground == sibling { give(client) }
        return []
    }

    /// The focus goes from one connection of an app to another, and stays what it is.
    private mutating func give(_ client: ClientID) {
        foreground = client
        recency.removeAll { $0 == client }
        recency.append(client)
    }

    /// What copies of a client's screen have to say of the focus is out of date: it has moved (Q5).
    func dropCopies(of client: ClientID) -> [Step] {
        apps.filter { $0.value.origin == client }.keys.sorted { $0.number < $1.number }.map {
            .drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .superseded, .Q5)
        }
    }

    private func refers(_ reference: ScreenReference, to client: ClientID) -> Bool {
        switch reference {
        case .focus: apps[client]?.focus != nil
        case .element(let id): apps[client]?[id] != nil
        case .nothing: false
        }
    }

    /// What of a screen a request speaks of.
    package enum ScreenReference: Sendable {
        case focus
        case element(String)
        case nothing
    }

    /// A client has gone: its focus, updates, hints and media sessions end (Q12). The queue drops its utterances itself.
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Step] {
        dropEcho(of: client)
        if hint?.client == client { hint = nil }
        // First of all: nothing is told of who has gone.
        let wasForeground = foreground == client
        recency.removeAll { $0 == client }
        if wasForeground { foreground = nil }
        var steps = end(.disconnect, at: now) { $0.client == client }
        let hello = hellos.removeValue(forKey: client)
        if var state = apps.removeValue(forKey: client), let app = hello?.app, state.isWorthKeeping {
            state.pendingUpdates = []
            parked = parked.filter { $0.value.until > now && $0.key != app }
            let taken = parked.values.reduce(0) { $0 + $1.app.footprint }
            if parked.count < Self.mostParked, taken + state.footprint <= Self.mostParkedBytes {
                parked[app] = Parked(until: now + Self.parkingTime, app: state, wasForeground: wasForeground)
            }
        }
        guard wasForeground else { return steps }
        foreground = recency.last
        if let next = foreground { steps += describeOwed(of: next, at: now) }
        return steps
    }

    /// Sees how much a client may have remembered of its screen: a little of its own, whatever the others have, and what they leave of the
    /// rest. Called before each request that says something about a screen.
    package mutating func makeRoom(for client: ClientID) {
        let taken = apps.reduce(0) { $1.key == client ? $0 : $0 + max(0, $1.value.footprint - Self.ownBytes) }
        apps[client]?.room = Self.ownBytes + max(0, Self.sharedBytes - taken)
    }

    /// What the screens of all clients may cost, in bytes: of each a little that is its own, and what they share; and of those that have gone.
    static let ownBytes = 32 << 10
    static let sharedBytes = 16 << 20
    static let mostBytes = 256 * ownBytes + sharedBytes + mostParkedBytes

    /// Seconds for which an app that has gone keeps its screen (D4), and how many do.
    static let parkingTime = 60.0
    static let mostParked = 16
    static let mostParkedBytes = 8 << 20

    /// From now on the focus is this client's (N5); what is said about another's is out of date (Q5).
    mutating func takeForeground(_ client: ClientID) -> [Step] {
        guard foreground != client else { return [] }
        let former = foreground
        foreground = client
        recency.removeAll { $0 == client }
        recency.append(client)
        // N5: a description that has not been heard to its end is told when its app is in the foreground again.
        if let former, let description = apps[former]?.description, subjects[description] != nil { apps[former]?.owesDescription = true }
        return former.map { [.drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .superseded, .Q5)] } ?? []
    }

    /// A client has posted something: its echo is needless (Q8), and so is any hint (H3).
    /// - Parameter keepsHint: whether nothing may come of it that is spoken.
    package mutating func posted(by client: ClientID, keepsHint: Bool = false) -> [Step] {
        if !keepsHint { hint = nil }
        return dropEcho(of: client).map { [silent($0, .Q8)] } ?? []
    }

    private func silent(_ echo: Utterance, _ rule: Rule) -> Step {
        .note(Step.Note(event: .silent, name: echo.name, client: echo.client, rule: rule, cause: echo.cause))
    }

    /// A client's echo will not be spoken.
    @discardableResult
    mutating func dropEcho(of client: ClientID) -> Utterance? {
        guard let echo = echoes.removeValue(forKey: client) else { return nil }
        subjects[echo.utterance.id] = nil
        return echo.utterance
    }

    /// The user's stop is for what is still to come too (Q4): the hint, echoes, and the value that would be polled now.
    package mutating func stop(at now: Instant) -> [Step] {
        hint = nil
        if let foreground { apps[foreground]?.refreshed = now }
        return dropEchoes(.Q4)
    }

    /// Nobody's echo will be spoken.
    mutating func dropEchoes(_ rule: Rule) -> [Step] {
        echoes.keys.sorted { $0.number < $1.number }.compactMap { client in
            dropEcho(of: client).map { silent($0, rule) }
        }
    }
}
