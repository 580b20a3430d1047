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
    /// Whether every event is an effect, even without subscribers.
    let isTraced: Bool
    /// The effects of the current input, in order.
    var effects: [Effect] = []

    var narrator: Narrator
    var queue: SpeechQueue
    var delivery: Delivery
    var clients = Clients()

    /// The request being carried out. It counts as the cause of every cut among its effects.
    var cause: String?
    var pending = PendingRequests()
    var requests = OpenRequests()
    /// The utterances with each id, on any connection.
    var names: [String: Set<UtteranceID>] = [:]
    /// Whether a stop has silenced the voice but not yet ended the waiting utterances.
    var isStopping = false
    var endings = Endings()

    /// Recent utterances, and the decisions about them.
    var history = History()
    var steps = ReadingSteps()
    /// Outcomes that disconnected clients have missed (D4).
    var missedOutcomes = MissedOutcomes()
    /// The announcements that the user has missed (D6).
    var missedAnnouncements = MissedAnnouncements()
    var notices: Notices
    var choice: UserChoice
    /// The utterances that have changed or finished since ``takeChanges()``.
    var changed = ChangedKeys<UtteranceID>()
    var finished = ChangedKeys<UtteranceID>()
    /// Whether a private text (D7) was posted since then.
    var hadPrivateText = false

    package init(
        settings: SpeechAttributes, options: NarrationSettings = NarrationSettings(), words: [String: Words],
        limits: SpeechQueue.Limits = SpeechQueue.Limits(), device: String, devicePatience: Double = 10, identity: Identity,
        isTraced: Bool = false, mistakes: [Status.Mistake] = [], localeLanguage: String? = nil,
        speaksNotices: Bool = true, settingsFile: String? = nil
    ) {
        self.identity = identity
        self.isTraced = isTraced
        narrator = Narrator(settings: settings, options: options, words: words)
        queue = SpeechQueue(limits: limits)
        delivery = Delivery(device: device, patience: devicePatience)
        notices = Notices(areSpoken: speaksNotices, mistakes: mistakes)
        choice = UserChoice(file: settingsFile, localeLanguage: localeLanguage)
    }

    /// The utterance in progress, or about to be.
    package var speaking: Utterance? { queue.speaking }

    /// Applies the user's changed configuration: the new settings, and the device if it changed.
    package mutating func configure(
        _ settings: SpeechAttributes, options: NarrationSettings, device: String, at now: Instant
    ) -> [Effect] {
        let mode = narrator.options.mode
        narrator.settings = settings
        narrator.options = options
        notices.didReadConfiguration()
        choice.didReadConfiguration()
        withdraw(.mistakes, at: now)
        checkSettings()
        notifyOfMistakes(at: now)
        perform(narrator.endForbiddenSessions(at: now), at: now)
        didChangeMode(from: mode, at: now)
        if device != delivery.device.name {
            withdraw(.missingDevice, at: now)
            choose(device: device, at: now)
        }
        return conclude(at: now)
    }

    /// Withholds a client's announcements until ``release(_:at:)``, while other clients are heard (O5).
    /// - Parameter sparesHighs: whether the client's highs are spoken nevertheless.
    package mutating func withhold(_ client: ClientID, sparesHighs: Bool, at now: Instant) -> [Effect] {
        carryOut(queue.withhold(client, sparesHighs: sparesHighs, at: now), at: now)
        return conclude(at: now)
    }

    /// Ends the pause of ``withhold(_:sparesHighs:at:)``.
    package mutating func release(_ client: ClientID, at now: Instant) -> [Effect] {
        carryOut(queue.release(client, at: now), at: now)
        return conclude(at: now)
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
    package var isIdle: Bool { isSilent && clients.connected.keys.allSatisfy { hello(of: $0).note != nil } && !narrator.hasSessions }

    // MARK: Clients

    /// How many clients may be connected.
    package var mostClients: Int {
        get { clients.most }
        set { clients.most = newValue }
    }

    /// Adds a client.
    package mutating func connect(_ client: ClientID, name: String) {
        clients.connect(client, name: name)
        narrator.connect(client)
    }

    /// Records a client's program, by its process group.
    package mutating func identify(_ client: ClientID, program: Int32?) { clients[client]?.program = program }

    /// Removes a client (Q12).
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Effect] {
        remove(client, at: now)
        return takeEffects()
    }

    mutating func remove(_ client: ClientID, at now: Instant) {
        // Requests that still wait for the voices count, too: a wrong voice is better than none.
        perform(pending.take(of: client), at: now)
        guard let known = clients[client] else { return }
        if isRecorded { publish(received(.disconnect, name: nil, from: known, at: now)) }
        let hello = hello(of: client)
        let name = known.name(by: hello)
        clients.disconnect(client, name: name)
        let owesOutcomes = known.unended > 0 && hello.replies != .none
        if let app = hello.app, owesOutcomes {
            missedOutcomes.didDisconnect(client, of: app, owes: known.unended, at: now)
        }
        if hello.onDisconnect == .cancel { carryOut(queue.cancelAnnouncements(of: client, at: now), at: now) }
        perform(narrator.disconnect(client, at: now), at: now)
        finishInput(at: now)
        // The name was needed until the requests that have settled now were published.
        clients.forgetIfDone(client)
    }

    /// Records that a client has closed its sending end. Once everything that the client posted has finished, its connection is closed.
    package mutating func didCloseInput(_ client: ClientID) -> [Effect] {
        clients.didCloseInput(client)
        closeIfDone(client)
        return takeEffects()
    }

    /// Closes the connection of a client that has closed its sending end, once nothing is pending for it.
    mutating func closeIfDone(_ client: ClientID) {
        guard let known = clients[client], known.hasClosedInput, known.unended == 0, !narrator.owesEcho(client),
            !pending.contains(client)
        else { return }
        effects.append(.close(client))
    }

    /// Ends everything. Each announcement receives its outcome.
    package mutating func shutDown(at now: Instant) -> [Effect] {
        carryOut(queue.shutDown(at: now), at: now)
        return conclude(at: now)
    }

    /// Handles the moment named by the last ``Effect/wake(at:)``.
    package mutating func wake(at now: Instant) -> [Effect] {
        if let until = pending.until, until <= now {
            pending.endWait(voicesAreKnown: narrator.voices != nil)
            performPending(at: now)
        }
        carryOut(queue.wake(at: now), at: now)
        giveUp(at: now)
        if let nextTry = delivery.nextTry, nextTry <= now, !queue.isPaused, let speaking = queue.speaking {
            speak(speaking, from: delivery.resumption, at: now)
        }
        return conclude(at: now)
    }
}
