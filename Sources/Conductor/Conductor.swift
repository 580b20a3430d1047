package import Accessibility
import Narration
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

    /// How often an utterance may take the voice down with it before it is given up.
    static let mostVoiceLosses = 2

    let identity: Identity
    var narrator: Narrator
    var queue: SpeechQueue
    var clients: [ClientID: Client] = [:]
    /// The utterances that each id names, in whichever connection.
    var names: [String: Set<UtteranceID>] = [:]
    var voiceStatus = Status.Voice(state: .starting)
    var deviceStatus: Status.Device

    /// What waits until the voices are known, and until when it does.
    var asking: [Asked] = []
    private var askingUntil: Instant?
    private(set) var hasGivenUpOnVoices = false

    private var lastUtterance: UInt64 = 0
    /// The sentence that is being heard: where to go on if the voice is lost.
    private var sentence: RunPosition?
    /// How often the utterance that is spoken has lost the voice.
    private var voiceLosses = 0
    /// Since when the device can't be used; nil while it can, as far as is known.
    var outage: Outage?
    /// Seconds for which what is neither high nor low waits for a device that can't be used (O4); with 0, nothing waits for one.
    private let devicePatience: Double
    private var wakesAt: Instant?
    /// How many clients have a subscription: with none, traces cost nothing.
    private var subscribers = 0

    package init(
        settings: SpeechAttributes, limits: SpeechQueue.Limits = SpeechQueue.Limits(), device: String, devicePatience: Double = 10,
        identity: Identity
    ) {
        narrator = Narrator(settings: settings)
        queue = SpeechQueue(limits: limits)
        deviceStatus = Status.Device(state: .closed, name: device)
        self.devicePatience = devicePatience
        self.identity = identity
    }

    /// The utterance that is spoken now, or is about to be.
    package var speaking: Utterance? { queue.speaking }

    /// The user's configuration has changed: `settings` hold from now on, and the device is another.
    package mutating func configure(_ settings: SpeechAttributes, device: String, at now: Instant) -> [Effect] {
        narrator.settings = settings
        voiceStatus.message = nil
        if device != deviceStatus.name { deviceStatus = Status.Device(state: .closed, name: device) }
        return checkSettings()
    }

    /// Nobody is connected, nothing speaks and nothing waits.
    package var isIdle: Bool { clients.isEmpty && queue.isIdle }

    // MARK: Clients

    /// A client has come.
    package mutating func connect(_ client: ClientID, name: String) {
        clients[client] = Client(id: client, connectionName: name)
    }

    /// A client has gone (Q12).
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Effect] {
        guard let gone = clients.removeValue(forKey: client) else { return [] }
        if !gone.subscription.isEmpty { subscribers -= 1 }
        return carryOut(queue.disconnect(client, keepsAnnouncements: gone.hello.onDisconnect == .keep, at: now), at: now)
    }

    /// A client has closed its sending end: when what it posted has ended, it has nothing to wait for.
    package mutating func saysNoMore(_ client: ClientID) -> [Effect] {
        clients[client]?.saysNoMore = true
        return clients[client]?.unended == 0 ? [.close(client)] : []
    }

    /// The daemon ends: every announcement gets its outcome.
    package mutating func shutDown(at now: Instant) -> [Effect] {
        carryOut(queue.shutDown(at: now), at: now)
    }

    /// The moment named by the last ``Effect/wake(at:)`` has come.
    package mutating func wake(at now: Instant) -> [Effect] {
        wakesAt = nil
        var effects: [Effect] = []
        if let askingUntil, askingUntil <= now {
            hasGivenUpOnVoices = narrator.voices == nil
            self.askingUntil = nil
            effects += performAsked(at: now)
        }
        effects += carryOut(queue.wake(at: now), at: now)
        if let outage {
            effects += carryOut(queue.giveUpOnDevice(since: outage.since, patience: devicePatience, at: now), at: now)
            if outage.nextTry <= now, let speaking = queue.speaking { effects += speak(speaking, from: sentence, at: now) }
            effects += scheduleWake()
        }
        return effects
    }

    mutating func nextUtteranceID() -> UtteranceID {
        lastUtterance += 1
        return UtteranceID(lastUtterance)
    }

    mutating func subscribe(_ client: ClientID, to events: Set<SubscribedEvent>) {
        guard let had = clients[client]?.subscription else { return }
        subscribers += (events.isEmpty ? 0 : 1) - (had.isEmpty ? 0 : 1)
        clients[client]?.subscription = events
    }

    // MARK: The voice

    /// The voice has told something.
    package mutating func voice(_ report: VoiceReport, at now: Instant) -> [Effect] {
        switch report {
        case .ready(let synthesizer):
            voiceStatus = Status.Voice(state: .ready, synthesizer: synthesizer, restarts: voiceStatus.restarts)
            var effects: [Effect] = [.log(.voiceReady(synthesizer: synthesizer))]
            if queue.isPaused { effects.append(.pause) }
            if let speaking = queue.speaking { effects += speak(speaking, from: sentence, at: now) }
            return effects + scheduleWake()
        case .lost(let message):
            return lostVoice(message, at: now)
        case .started(let id):
            outage = nil
            let isNew = queue.started(id, at: now)
            guard isNew, let utterance = queue.speaking else { return scheduleWake() }
            return trace(.started, utterance, nil, at: now) + scheduleWake()
        case .sentence(let id, let position):
            if queue.speaking?.id == id { sentence = position }
            return []
        case .word(let id, let position, let length):
            guard let utterance = queue.speaking, utterance.id == id, clients[utterance.client] != nil else { return [] }
            return [.send(.progress(Progress(of: utterance, at: position, length: length)), to: utterance.client)]
        case .finished(let id):
            return carryOut(queue.finished(id, at: now), at: now)
        case .failed(let id, let reason, let message):
            guard let utterance = queue.speaking, utterance.id == id else { return [] }
            if reason == .deviceFailed { return loseDevice(at: now) }
            return [.log(.failed(id, message: message))]
                + carryOut(queue.failed(id, reason, at: now), at: now)
        case .voices(let entries):
            narrator.voices = VoiceCatalog(voices: entries.voices, variants: entries.variants)
            askingUntil = nil
            return checkSettings() + performAsked(at: now) + scheduleWake()
        case .device(let device):
            // While it is tried again and again it stays what it is for people: unavailable, and why.
            guard device != deviceStatus, outage == nil || device.state == .open || device.message != nil else { return [] }
            deviceStatus = device
            return [.log(.device(device))]
        }
    }

    /// The user's own voice and language may be wrong too: then the default speaks, and says so where somebody looks.
    private mutating func checkSettings() -> [Effect] {
        do throws(ErrorReply) {
            narrator.settings = try narrator.voices?.resolve(narrator.settings) ?? narrator.settings
            return []
        } catch {
            voiceStatus.message = "settings: \(error.message)"
            narrator.settings.voice = nil
            if (try? narrator.voices?.resolve(narrator.settings)) == nil { narrator.settings.language = nil }
            return [.log(.wrongSetting(message: error.message))]
        }
    }

    /// When the requests that wait for the voices are performed all the same.
    mutating func waitForVoices(from now: Instant) { askingUntil = now + Self.patienceForVoices }

    private static let patienceForVoices = 2.0

    /// What it was speaking is spoken again by the next voice, unless it seems to be what kills them.
    private mutating func lostVoice(_ message: String, at now: Instant) -> [Effect] {
        voiceStatus = Status.Voice(state: .failed, restarts: voiceStatus.restarts + 1, message: message)
        var effects: [Effect] = [.log(.voiceLost(message: message))]
        // A voice that is lost while it opens the device, or while the device is known to fail, is the device's victim, not the utterance's.
        let isDevices = deviceStatus.state == .opening || outage != nil
        deviceStatus = Status.Device(
            state: isDevices ? .unavailable : .closed, name: deviceStatus.name,
            message: isDevices ? "it does not answer; restart the sound server, or choose another device" : nil)
        guard let speaking = queue.speaking else { return effects }
        if isDevices { return effects + loseDevice(at: now) }
        voiceLosses += 1
        if voiceLosses >= Self.mostVoiceLosses {
            effects += carryOut(queue.failed(speaking.id, .synthesizerFailed, at: now), at: now)
        }
        return effects
    }

    /// O4: the utterance in progress is spoken again from its current sentence once the device is back.
    private mutating func loseDevice(at now: Instant) -> [Effect] {
        if outage == nil { outage = Outage(at: now) } else { outage?.failedAgain(at: now) }
        guard devicePatience > 0 else {
            guard let speaking = queue.speaking else { return [] }
            return carryOut(queue.failed(speaking.id, .deviceFailed, at: now), at: now)
        }
        return scheduleWake()
    }

    /// Gives `utterance` to the voice, if there is one and the device may be tried.
    private mutating func speak(_ utterance: Utterance, from position: RunPosition?, at now: Instant) -> [Effect] {
        guard voiceStatus.state == .ready else { return [] }
        if let outage {
            guard outage.nextTry <= now else { return [] }
            self.outage?.tries(at: now)
        }
        return [.speak(utterance, from: position)]
    }

    // MARK: What the queue decided

    /// The effects of the queue's actions, and the next wake-up if it has changed.
    mutating func carryOut(_ actions: [SpeechQueue.Action], at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        effects.reserveCapacity(actions.count + 2)
        for action in actions {
            switch action {
            case .speak(let utterance):
                sentence = nil
                voiceLosses = 0
                effects += speak(utterance, from: nil, at: now)
            case .silence: effects.append(.silence)
            case .pause: effects.append(.pause)
            case .resume: effects.append(.resume)
            case .cut(let utterance, let rule):
                effects += trace(.cut, utterance, nil, rule: rule, at: now)
            case .merged(let utterance, _):
                effects += trace(.refused, utterance, Outcome(reason: .duplicate, rule: .Q10), at: now)
            case .ended(let utterance, let outcome):
                end(utterance, outcome, at: now, &effects)
            }
        }
        effects += scheduleWake()
        return effects
    }

    /// Asks to be woken when something is due: an age, or the next try of the device. Nothing, if that moment has not changed.
    mutating func scheduleWake() -> [Effect] {
        var moment = queue.nextDeadline()
        func wakeBy(_ other: Instant?) {
            if let other { moment = min(moment ?? other, other) }
        }
        wakeBy(askingUntil)
        if let outage, let speaking = queue.speaking {
            wakeBy(outage.nextTry)
            wakeBy(speaking.deadline)
        }
        guard moment != wakesAt else { return [] }
        wakesAt = moment
        return [.wake(at: moment)]
    }

    private mutating func end(_ utterance: Utterance, _ outcome: Outcome, at now: Instant, _ effects: inout [Effect]) {
        if var ids = names.removeValue(forKey: utterance.name) {
            ids.remove(utterance.id)
            if !ids.isEmpty { names[utterance.name] = ids }
        }
        effects += trace(.finished, utterance, outcome, at: now)
        clients[utterance.client]?.unended -= 1
        guard let client = clients[utterance.client] else { return }
        if client.hello.replies != .none {
            let did = AnnouncementDidFinish(
                id: utterance.name, text: utterance.text, successful: outcome.isSuccessful, reason: outcome.reason,
                attempts: outcome.attempts, spokenSeconds: outcome.spokenSeconds)
            effects.append(.send(.announcementDidFinish(did), to: utterance.client))
        }
        if client.saysNoMore, client.unended == 0 { effects.append(.close(client.id)) }
    }

    private func trace(
        _ event: SubscribedEvent, _ utterance: Utterance, _ outcome: Outcome?, rule: Rule? = nil, at now: Instant
    ) -> [Effect] {
        guard subscribers > 0 else { return [] }
        let trace = TraceEvent(
            at: now - identity.started, event: event, id: utterance.name, client: clients[utterance.client]?.name ?? "",
            class: utterance.class.name, text: utterance.text, successful: outcome?.isSuccessful, reason: outcome?.reason,
            rule: (outcome?.rule ?? rule)?.rawValue)
        return clients.values.filter { $0.subscription.contains(event) }.sorted { $0.id.number < $1.id.number }
            .map { .send(.event(trace), to: $0.id) }
    }
}

extension Progress {
    /// The word of `utterance` that is heard at `position` (D5).
    init(of utterance: Utterance, at position: RunPosition, length: Int) {
        // The announcement's text is its runs with a space between them.
        let before = utterance.runs.prefix(position.run).reduce(0) { $0 + $1.text.unicodeScalars.count + 1 }
        let scalars = position.run < utterance.runs.count ? utterance.runs[position.run].text.unicodeScalars : "".unicodeScalars
        let word = scalars.dropFirst(position.offset).prefix(length)
        self.init(
            id: utterance.name, word: String(String.UnicodeScalarView(word)), offset: before + position.offset, length: length)
    }
}
