package import Messages
package import SpeechQueue

// Clients: how they connect, reconnect and disconnect, which screen they show, which screen's focus counts (N5), and which screens are kept
// (D4, Q12).
extension Narrator {
    package mutating func connect(_ client: ClientID) { hellos[client] = Hello() }

    /// Records a client's introduction.
    package mutating func introduce(_ client: ClientID, as hello: Hello, at now: Instant) {
        hellos[client] = hello
        // Y1: An app that was not just launched has shown its first screen already.
        if !hello.launch { screens[client]?.isFirst = false }
    }

    /// Gives a client without a screen its app's screen, when the client first refers to one: the screen that is kept since the app
    /// disconnected (D4), otherwise the screen of another connection, which both then show (N5).
    package mutating func findScreen(for client: ClientID, showing reference: ScreenReference, at now: Instant) {
        if screens.id(of: client) == nil, let id = appScreen(of: client, showing: reference, at: now) {
            let kept = screens[id]?.kept
            screens.join(client, id, isFirst: reference == .focus)
            if kept != nil {
                screens[id]?.kept = nil
                screens[id]?.isFirst = hellos[client]?.launch ?? true
            }
            if kept?.wasForeground == true, foreground == nil { recency.append(id) }
        }
        if reference != .focus { screens[client]?.note(client) }
    }

    /// Returns the screen of a client's app that a request refers to.
    func appScreen(of client: ClientID, showing reference: ScreenReference, at now: Instant) -> ScreenID? {
        guard let app = hellos[client]?.app else { return nil }
        var found = [screens.kept(for: app, at: now)].compactMap(\.self)
        if reference != .another {
            let shown = hellos.filter { $0.value.app == app }.keys.sorted { $0.number > $1.number }.compactMap { screens.id(of: $0) }
            found += shown.filter { $0 == foreground } + shown
        }
        guard case .element(let element) = reference else { return found.first }
        return found.first { screens[$0]?[element] != nil }
    }

    /// The part of a screen that a request refers to.
    package enum ScreenReference: Sendable, Equatable {
        case element(String)
        /// Any part: the request adds to the screen.
        case any
        /// The focus, about which the request only asks.
        case focus
        /// Another screen, which the request shows.
        case another
    }

    /// Returns the id of a client's screen, which begins now if the client has none.
    mutating func screen(of client: ClientID) -> ScreenID {
        screens.id(of: client) ?? screens.begin(Screen(isFirst: hellos[client]?.launch ?? true), for: client)
    }

    /// Returns the clients that show the same screen as a client, which are at least the client itself.
    package func sharers(of client: ClientID) -> [ClientID] { screens[client]?.clients ?? [client] }

    /// Returns whether a client shows the screen whose focus counts (N5).
    func isInForeground(_ client: ClientID) -> Bool { foreground != nil && screens.id(of: client) == foreground }

    /// Ends a client's hints and media sessions after it has disconnected, and its focus and the speech about its screen, unless another
    /// client shows that screen (Q12).
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Step] {
        removeEcho(of: client)
        if hint?.client == client { hint = nil }
        // Do this first, so that nothing more is spoken for the client.
        let gone = screens.leave(client)
        let wasForeground = gone != nil && gone == foreground
        recency.removeAll { $0 == gone }
        var steps: [Step] = gone.map { [.drop(UtteranceClass.focusSpeech.union([.screen]), of: $0, .disconnected, .Q12)] } ?? []
        steps += end(.disconnect, at: now) { $0.client == client }
        let app = hellos.removeValue(forKey: client)?.app
        if let gone {
            if let app, screens[gone]?.isWorthKeeping == true {
                screens.keep(gone, Screen.Kept(app: app, until: now + Self.keepingTime, wasForeground: wasForeground), at: now)
            } else {
                screens.remove(gone)
            }
        }
        guard wasForeground, let next = foregroundClient else { return steps }
        // N5: the user returns to `next` and hears the focus there. A run of the command `announce` was in the foreground only for a
        // moment.
        if app != Utterance.commandApp {
            let hasFocus = screens[foreground]?.focus != nil
            screens[foreground]?.known?.owesDescription = hasFocus
            screens[foreground]?.container = nil
        }
        return steps + describeOwed(of: next, at: now)
    }

    /// The memory for screens, in bytes: each screen's own share, the common share, and the maximum including kept screens.
    static let ownBytes = 32 << 10
    static let sharedBytes = 16 << 20
    static let mostBytes = 256 * ownBytes + sharedBytes + mostKeptBytes

    /// Seconds for which a disconnected app's screen is kept (D4), and the maximum number and size of such screens.
    static let keepingTime = 60.0
    static let mostKept = 16
    static let mostKeptBytes = 8 << 20

    /// Brings a screen to the foreground (N5). Speech about the previous screen's focus is out of date (Q5).
    mutating func bringToForeground(_ screen: ScreenID) -> [Step] {
        guard foreground != screen else { return [] }
        let former = foreground
        recency.removeAll { $0 == screen }
        recency.append(screen)
        guard let former else { return [] }
        // N5: A description that was not heard to its end is spoken again when its app returns to the foreground.
        if let description = screens[former]?.known?.description, subjects[description] != nil {
            screens[former]?.known?.owesDescription = true
        }
        return [.drop(UtteranceClass.focusSpeech.union([.screen]), of: former, .superseded, .Q5)]
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
        screens[foreground]?.known?.refreshed = now
        return dropEchoes(.Q4)
    }

    mutating func dropEchoes(_ rule: Rule) -> [Step] {
        echoes.keys.sorted { $0.number < $1.number }.flatMap { dropEcho(of: $0, rule) }
    }
}
