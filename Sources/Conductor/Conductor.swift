package import Messages
package import Narration
package import SpeechQueue

/// Who is to be told what, who speaks, and when to look again: the daemon's whole mind, as one value.
///
/// Inputs are ``connect(_:name:)``, ``disconnect(_:at:)``, ``receive(_:id:from:at:)``, ``voice(_:at:)``, ``wake(at:)`` and
/// ``shutDown(at:)``; each answers with effects in the order in which they are to be carried out.
package struct Conductor: Sendable {
    /// What the process knows of itself, for `status`.
    package struct Identity: Sendable {
        package var version: String
        package var processID: Int
        package var started: Instant

        package init(version: String, processID: Int, started: Instant) {
            self.version = version
            self.processID = processID
            self.started = started
        }
    }

    let identity: Identity
    var narrator: Narrator
    var queue: SpeechQueue
    var clients: [ClientID: Client] = [:]
    /// The utterances that each id names, in whichever connection.
    var names: [String: Set<UtteranceID>] = [:]
    var delivery: Delivery

    /// Clients that have gone while something of theirs has not ended: what they were called, and how much that is.
    var departed: [ClientID: (name: String, unended: Int)] = [:]
    /// What waits until the voices are known, and until when it does.
    var pendingRequests: [PendingRequest] = []
    var pendingUntil: Instant?
    var hasGivenUpOnVoices = false

    /// What was said, and why.
    var history = History()
    /// What clients that are gone have missed (D4).
    var missed = MissedOutcomes()
    /// The request that is being carried out: what cuts because of it is cut by it.
    var cause: String?
    var wakesAt: Instant?
    /// How many clients have a subscription: with none, traces cost nothing.
    var subscribers = 0
    /// The requests that speech came of, or may come of, by the number of their cause; and those of which nothing is spoken or waits.
    var requests: [UInt64: OpenRequest] = [:]
    var quietRequests: Set<UInt64> = []
    var lastCause: UInt64 = 0
    /// The open requests that have yet to be written down.
    var unsavedRequests: Set<UInt64> = []
    /// Whether every event is an effect of its own, too.
    let isTraced: Bool

    /// Whether what must not be forgotten is written down (``takeUnsaved()``), and what of it is new.
    let isJournaled: Bool
    var unsaved: [JournalEntry] = []
    var savedNumber: UInt64 = 0
    var savedSessionChanges = 0
    var savedForeground: JournalEntry?
    /// What is wrong with the configuration, and whether the user has yet to hear of it (O6).
    var mistakes: [String]
    var hasUntoldMistakes = true
    /// The language that the system's locale asks for: where no voice speaks it, that is no mistake of the user's.
    let localeLanguage: String?
    /// Whether the user hears from announced itself.
    let speaksNotices: Bool
    /// Whether the user has heard that the chosen device does not exist.
    var hasToldMissingDevice = false
    /// How many of the dictionary's entries that are off have been reported (T2).
    var reportedEntriesOff = 0

    /// The settings, if a client has changed them since the configuration was read.
    var changedSettings: SpeechAttributes?

    package init(
        settings: SpeechAttributes, options: NarrationSettings = NarrationSettings(), words: [String: Words],
        limits: SpeechQueue.Limits = SpeechQueue.Limits(), device: String, devicePatience: Double = 10, identity: Identity,
        isTraced: Bool = false, isJournaled: Bool = false, mistakes: [String] = [], localeLanguage: String? = nil,
        speaksNotices: Bool = true
    ) {
        self.localeLanguage = localeLanguage
        self.mistakes = mistakes
        self.speaksNotices = speaksNotices
        narrator = Narrator(settings: settings, options: options, words: words)
        queue = SpeechQueue(limits: limits)
        delivery = Delivery(device: device, patience: devicePatience)
        self.identity = identity
        self.isTraced = isTraced
        self.isJournaled = isJournaled
    }

    /// The utterance that is spoken now, or is about to be.
    package var speaking: Utterance? { queue.speaking }

    /// The user's configuration has changed: `settings` hold from now on, and the device is another.
    package mutating func configure(
        _ settings: SpeechAttributes, options: NarrationSettings, device: String, at now: Instant
    ) -> [Effect] {
        narrator.settings = settings
        narrator.options = options
        reportedEntriesOff = 0
        changedSettings = nil
        journal(.settings(nil))
        delivery.note(nil)
        mistakes = []
        hasToldMissingDevice = false
        let effects = withdraw(.mistakes, at: now) + checkSettings() + tellMistakes(at: now)
        guard device != delivery.device.name else { return concluded(effects, at: now) }
        return concluded(effects + withdraw(.missingDevice, at: now) + choose(device: device, at: now), at: now)
    }

    /// Whether speech is paused, and waits.
    package var isPaused: Bool { queue.isPaused }

    /// How all are spoken to where nothing else is asked for.
    package var settings: SpeechAttributes { narrator.settings }

    /// Nobody is connected, nothing speaks and nothing waits.
    package var isIdle: Bool { clients.isEmpty && queue.isIdle }

    // MARK: Clients

    /// A client has come.
    package mutating func connect(_ client: ClientID, name: String) {
        clients[client] = Client(id: client, connectionName: name)
        narrator.connect(client)
        journal(client)
    }

    /// A client has gone (Q12).
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Effect] {
        // What it said at the very start is no less said: a wrong voice is better than none.
        let asked = pendingRequests.filter { $0.client == client }
        pendingRequests.removeAll { $0.client == client }
        return asked.flatMap { perform($0, at: now) } + leave(client, at: now)
    }

    private mutating func leave(_ client: ClientID, at now: Instant) -> [Effect] {
        guard let gone = clients.removeValue(forKey: client) else { return [] }
        if !gone.subscription.isEmpty { subscribers -= 1 }
        if let app = gone.hello.app, gone.unended > 0, gone.hello.replies != .none {
            missed.gone(client, of: app, owes: gone.unended, at: now)
        }
        departed[client] = (gone.name, gone.unended)
        let owesOutcomes = gone.unended > 0 && gone.hello.replies != .none
        journal(.left(DepartedClient(id: client, name: gone.name, app: owesOutcomes ? gone.hello.app : nil, at: now)))
        let actions = queue.disconnect(client, keepsAnnouncements: gone.hello.onDisconnect == .keep, at: now)
        if gone.hello.onDisconnect == .cancel, let speaking = queue.speaking, speaking.client == client, speaking.isAnnouncement {
            journal(.lifted(speaking.id, UtteranceStanding(of: speaking)))
        }
        let effects = carryOut(actions, at: now) + perform(narrator.disconnect(client, at: now), at: now)
        // What of it is settled now is told by its name.
        defer { if departed[client]?.unended == 0 { departed[client] = nil } }
        return concluded(effects, at: now)
    }

    /// A client has closed its sending end: when what it posted has ended, it has nothing to wait for.
    package mutating func saysNoMore(_ client: ClientID) -> [Effect] {
        clients[client]?.saysNoMore = true
        journal(client)
        return closesIfDone(client)
    }

    /// A client that says no more is served until nothing of it is left to be said.
    func closesIfDone(_ client: ClientID) -> [Effect] {
        guard let known = clients[client], known.saysNoMore, known.unended == 0, !narrator.owesEcho(client),
            !pendingRequests.contains(where: { $0.client == client })
        else { return [] }
        return [.close(client)]
    }

    /// The daemon ends: every announcement gets its outcome.
    package mutating func shutDown(at now: Instant) -> [Effect] {
        concluded(carryOut(queue.shutDown(at: now), at: now), at: now)
    }

    /// The moment named by the last ``Effect/wake(at:)`` has come.
    package mutating func wake(at now: Instant) -> [Effect] {
        wakesAt = nil
        var effects: [Effect] = []
        if let pendingUntil, pendingUntil <= now {
            hasGivenUpOnVoices = narrator.voices == nil
            self.pendingUntil = nil
            effects += performPending(at: now)
        }
        effects += carryOut(queue.wake(at: now), at: now)
        effects += giveUp(at: now)
        if let nextTry = delivery.nextTry, nextTry <= now, !queue.isPaused, let speaking = queue.speaking {
            effects += speak(speaking, from: delivery.resumption, at: now)
        }
        return concluded(effects, at: now)
    }

    /// What comes of a request that is carried out from now on comes of this.
    mutating func nextCause(_ name: String, of client: ClientID) -> Cause {
        lastCause += 1
        return Cause(number: lastCause, client: client, name: name)
    }

    mutating func subscribe(_ client: ClientID, to events: Set<SubscribedEvent>) {
        guard let had = clients[client]?.subscription else { return }
        subscribers += (events.isEmpty ? 0 : 1) - (had.isEmpty ? 0 : 1)
        clients[client]?.subscription = events
        journal(client)
    }
}
