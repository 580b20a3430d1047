import DequeModule
package import Messages
package import Narration
package import SpeechQueue

/// The daemon's whole logic as one value: it decides what to speak, what to send to each client, and when to act next.
///
/// Inputs are mutating methods, above all ``receive(_:id:warnings:line:size:from:at:)``, ``receive(_:at:)`` and ``wake(at:)``. Most of them
/// return effects, to be carried out in order. After carrying them out, call ``complete(at:)`` while ``isIncomplete``.
package struct Conductor: Sendable {
    /// The process's description of itself, for `status`.
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
    /// How many clients may be connected.
    package var mostClients = Status.mostClients
    /// The utterances with each id, on any connection.
    var names: [String: Set<UtteranceID>] = [:]
    var delivery: Delivery
    /// Where utterances that wait again will continue: a screen reader's text at its sentence (Q6), a paused client's at its word (O5).
    var resumptions: [UtteranceID: RunPosition] = [:]

    /// Disconnected clients with unfinished utterances: the client's name, and the number of these utterances.
    var departed: [ClientID: (name: String, unended: Int)] = [:]
    /// Requests that wait until the voices are known, and until when they may wait.
    var pendingRequests: [PendingRequest] = []
    var pendingUntil: Instant?
    var hasGivenUpOnVoices = false
    /// The utterance that a step has posted, and the earlier utterance whose text it repeats.
    var stepped: (utterance: UtteranceID, record: UtteranceID?)?
    /// The utterance that the user stopped, and the position, until another utterance speaks (Q20).
    var stopped: (record: UtteranceID, place: RunPosition)?
    /// The name of the utterance that the user has just skipped.
    var skipped: String?

    /// Recent utterances, and the decisions about them.
    var history = History()
    /// Outcomes that disconnected clients have missed (D4).
    var missedOutcomes = MissedOutcomes()
    /// The announcements that the user has missed (D6).
    var missedAnnouncements = MissedAnnouncements()
    /// The last utterance that began to be heard.
    var lastStarted: UtteranceID?
    /// The request being carried out. It counts as the cause of every cut among its effects.
    var cause: String?
    /// Whether a stop has silenced the voice but not yet ended the waiting utterances.
    var isStopping = false
    /// The utterances whose outcomes are sent in the next slices.
    var endings: Deque<Ending> = []
    /// The memory of `endings`, in bytes.
    var endingBytes = 0
    var wakesAt: Instant?
    /// The number of clients with a subscription; with none, traces cost nothing.
    var subscribers = 0
    /// The requests that have led to speech or still may, by the number of their cause, and the requests among them without an unfinished
    /// utterance.
    var requests: [UInt64: OpenRequest] = [:]
    var quietRequests: Set<UInt64> = []
    var lastCause: UInt64 = 0
    /// The open requests that still have to be journaled.
    var unsavedRequests: Set<UInt64> = []
    /// Whether every event is also an effect.
    let isTraced: Bool

    /// Whether state is journaled (``takeUnsaved()``), and the entries since the last call.
    let isJournaled: Bool
    var unsaved: [JournalEntry] = []
    var savedNumber: UInt64 = 0
    var savedSessionChanges = 0
    var savedAges = AgeClock()
    var savedForeground: JournalEntry?
    var savedOwed = OwedSpeech()
    /// The configuration's mistakes, and whether the user still has to be notified of them (O6).
    var mistakes: [Status.Mistake]
    var hasNewMistakes = true
    /// The first voice or language of the settings that the synthesizer lacks.
    var unknownSetting: UnknownVoice?
    /// The language of the system's locale. If no voice speaks it, that is not the user's mistake.
    let localeLanguage: String?
    /// Whether announced itself speaks notices to the user.
    let speaksNotices: Bool
    /// The paths of the daemon's sockets whose place another program has taken (O9).
    package internal(set) var takenSockets: [String] = []
    /// The taken paths of which the user has been notified.
    var toldSockets: Set<String> = []
    /// Whether the user has been notified that the chosen device is missing.
    var hasNotifiedOfMissingDevice = false
    /// The number of turned-off dictionary entries that have been reported (T2).
    var reportedEntriesOff = 0

    /// The settings changed by clients since the configuration was read; nil: none.
    var changedSettings: UserSettings?
    /// The file in which the user's choice is saved (O8); nil: in none.
    let settingsFile: String?

    package init(
        settings: SpeechAttributes, options: NarrationSettings = NarrationSettings(), words: [String: Words],
        limits: SpeechQueue.Limits = SpeechQueue.Limits(), device: String, devicePatience: Double = 10, identity: Identity,
        isTraced: Bool = false, isJournaled: Bool = false, mistakes: [Status.Mistake] = [], localeLanguage: String? = nil,
        speaksNotices: Bool = true, settingsFile: String? = nil
    ) {
        self.settingsFile = settingsFile
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

    /// The utterance in progress, or about to be.
    package var speaking: Utterance? { queue.speaking }

    /// Applies the user's changed configuration: the new settings, and the device if it changed.
    package mutating func configure(
        _ settings: SpeechAttributes, options: NarrationSettings, device: String, at now: Instant
    ) -> [Effect] {
        narrator.settings = settings
        narrator.options = options
        reportedEntriesOff = 0
        changedSettings = nil
        journal(.settings(nil))
        unknownSetting = nil
        mistakes = []
        hasNotifiedOfMissingDevice = false
        let effects =
            withdraw(.mistakes, at: now) + checkSettings() + notifyOfMistakes(at: now)
            + perform(narrator.endForbiddenSessions(at: now), at: now)
        guard device != delivery.device.name else { return conclude(effects, at: now) }
        return conclude(effects + withdraw(.missingDevice, at: now) + choose(device: device, at: now), at: now)
    }

    /// Withholds a client's announcements until ``release(_:at:)``, while other clients are heard (O5).
    /// - Parameter sparesHighs: whether the client's highs are spoken nevertheless.
    package mutating func withhold(_ client: ClientID, sparesHighs: Bool, at now: Instant) -> [Effect] {
        conclude(carryOut(queue.withhold(client, sparesHighs: sparesHighs, at: now), at: now), at: now)
    }

    /// Ends the pause of ``withhold(_:sparesHighs:at:)``.
    package mutating func release(_ client: ClientID, at now: Instant) -> [Effect] {
        conclude(carryOut(queue.release(client, at: now), at: now), at: now)
    }

    /// Whether speech is paused.
    package var isPaused: Bool { queue.isPaused }
    /// The volume that the user has chosen, in percent; nil: the synthesizer's own.
    package var volume: Int? { narrator.settings.volume }

    /// The user's settings for speech.
    package var settings: SpeechAttributes { narrator.settings }

    /// The synthesizer's voices; nil until they are known.
    package var voices: VoiceCatalog? { narrator.voices }

    /// Whether nothing is spoken or waits.
    package var isSilent: Bool { endings.isEmpty && queue.isIdle && (queue.gate == .open || queue.waitingCount == 0) }
    /// Whether, in addition, no media session is active and only service clients, such as announced-watch, are connected.
    package var isIdle: Bool { isSilent && clients.values.allSatisfy { $0.hello.note != nil } && !narrator.hasSessions }

    // MARK: Clients

    /// Adds a client.
    package mutating func connect(_ client: ClientID, name: String) {
        clients[client] = Client(id: client, connectionName: name)
        narrator.connect(client)
        journal(client)
    }

    /// Records a client's program, by its process group.
    package mutating func identify(_ client: ClientID, program: Int32?) { clients[client]?.program = program }

    /// Removes a client (Q12).
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Effect] {
        // Requests that still wait for the voices count, too: a wrong voice is better than none.
        let pending = pendingRequests.filter { $0.client == client }
        pendingRequests.removeAll { $0.client == client }
        return pending.flatMap { perform($0, at: now) } + remove(client, at: now)
    }

    private mutating func remove(_ client: ClientID, at now: Instant) -> [Effect] {
        let published = isRecorded ? publishReceived(.disconnect, name: nil, from: client, at: now) : []
        guard let gone = clients.removeValue(forKey: client) else { return [] }
        if !gone.subscription.isEmpty { subscribers -= 1 }
        let owesOutcomes = gone.unended > 0 && gone.hello.replies != .none
        if let app = gone.hello.app, owesOutcomes {
            missedOutcomes.didDisconnect(client, of: app, owes: gone.unended, at: now)
        }
        departed[client] = (gone.name, gone.unended)
        journal(.left(DepartedClient(id: client, name: gone.name, app: owesOutcomes ? gone.hello.app : nil, at: now)))
        let actions = gone.hello.onDisconnect == .cancel ? queue.cancelAnnouncements(of: client, at: now) : []
        if gone.hello.onDisconnect == .cancel, let speaking = queue.speaking, speaking.client == client, speaking.isAnnouncement {
            journal(.lifted(speaking.id, UtteranceStanding(of: speaking)))
        }
        let effects = published + carryOut(actions, at: now) + perform(narrator.disconnect(client, at: now), at: now)
        // The name is needed until the requests that settle now have been published.
        defer { if departed[client]?.unended == 0 { departed[client] = nil } }
        return conclude(effects, at: now)
    }

    /// Records that a client has closed its sending end. Once everything that the client posted has finished, its connection is closed.
    package mutating func didCloseInput(_ client: ClientID) -> [Effect] {
        clients[client]?.hasClosedInput = true
        journal(client)
        return closeIfDone(client)
    }

    /// Closes the connection of a client that has closed its sending end, once nothing is pending for it.
    func closeIfDone(_ client: ClientID) -> [Effect] {
        guard let known = clients[client], known.hasClosedInput, known.unended == 0, !narrator.owesEcho(client),
            !pendingRequests.contains(where: { $0.client == client })
        else { return [] }
        return [.close(client)]
    }

    /// Ends everything. Each announcement receives its outcome.
    package mutating func shutDown(at now: Instant) -> [Effect] {
        conclude(carryOut(queue.shutDown(at: now), at: now), at: now)
    }

    /// Handles the moment named by the last ``Effect/wake(at:)``.
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
        return conclude(effects, at: now)
    }

    /// Returns a new cause for a request.
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
