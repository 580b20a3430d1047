import Accessibility
import Narration
package import SpeechQueue

// What the voice tells, and what becomes of the utterance in progress when voice or device is lost (O4).
extension Conductor {
    /// The voice has told something.
    package mutating func voice(_ report: VoiceReport, at now: Instant) -> [Effect] {
        cause = nil
        return concluded(hear(report, at: now), at: now)
    }

    private mutating func hear(_ report: VoiceReport, at now: Instant) -> [Effect] {
        switch report {
        case .ready(let synthesizer):
            voiceStatus = Status.Voice(state: .ready, synthesizer: synthesizer, restarts: voiceStatus.restarts)
            voicelessSince = nil
            var effects: [Effect] = [.log(.voiceReady(synthesizer: synthesizer))]
            // In a pause it is given nothing: it would not say that it has started.
            if queue.isPaused { return effects + [.pause] }
            if let speaking = queue.speaking { effects += speak(speaking, from: sentence, at: now) }
            return effects
        case .lost(let message, let utterance):
            return lostVoice(message, unheardOf: utterance, at: now)
        case .started(let id):
            if given == id { outage?.hasBegun = true }
            let isNew = queue.started(id, at: now)
            guard isNew, let utterance = queue.speaking else { return [] }
            narrator.started(utterance, at: now)
            let earcons = utterance.runs.compactMap(\.earcon).flatMap { earcon in
                publish(
                    TraceEvent(
                        at: now - identity.started, event: .earcon, id: utterance.name, client: name(of: utterance.client),
                        rule: Rule.N1.rawValue, earcon: earcon))
            }
            return trace(.started, utterance, nil, at: now) + earcons
        case .sentence(let id, let position):
            guard queue.speaking?.id == id else { return [] }
            sentence = position
            return reached(\.sentence, position, of: id)
        case .word(let id, let position, let length):
            let recovered = reached(\.word, position, of: id)
            guard let utterance = queue.speaking, utterance.id == id, clients[utterance.client] != nil else { return recovered }
            let place = narrator.place(in: utterance, run: position.run, offset: position.offset, length: length)
            guard let progress = Progress(of: utterance, at: place) else { return recovered }
            return recovered + [.send(.progress(progress), to: utterance.client)]
        case .mark(let id, let name):
            guard let utterance = queue.speaking, utterance.id == id, clients[utterance.client]?.hello.progress == true else { return [] }
            return [.send(.mark(Mark(id: utterance.name, name: name)), to: utterance.client)]
        case .finished(let id):
            let recovered = given == id ? deviceIsBack() : []
            if given == id { given = nil }
            if let more = goOnSearching(after: id, at: now) { return recovered + more }
            // Before the next begins: it may be what this one has told already.
            let told = queue.speaking?.id == id ? narrator.lastValues(toldBy: id) : []
            let needless = told.isEmpty ? [] : carryOut(queue.cancel(told, .superseded, .U3, at: now), at: now)
            return recovered + needless + carryOut(queue.finished(id, at: now), at: now)
        case .paused(let id, let position):
            if queue.speaking?.id == id, queue.isPaused { pausedAt = position }
            return []
        case .failed(let id, let reason, let message):
            if given == id { given = nil }
            guard let utterance = queue.speaking, utterance.id == id else { return [] }
            if reason == .deviceFailed { return loseDevice(at: now) }
            if reason == .unspeakable, let more = goOnSearching(after: id, at: now) { return more }
            // In an outage nothing is tried any more: the next may be.
            outage?.didSilence()
            outage?.hasten()
            return [.log(.failed(id, message: message))]
                + carryOut(queue.failed(id, reason, at: now), at: now)
        case .voices(let entries):
            narrator.voices = VoiceCatalog(voices: entries.voices, variants: entries.variants)
            pendingUntil = nil
            return checkSettings() + tellMistakes(at: now) + performPending(at: now)
        case .voicesUnknown:
            hasGivenUpOnVoices = true
            pendingUntil = nil
            return tellMistakes(at: now) + performPending(at: now)
        case .device(let device):
            toldDevice = device
            // While it is tried again and again it stays what it is for people: unavailable, and why.
            guard outage == nil || device.message != nil else { return [] }
            return show(device) + tellMissingDevice(device, at: now)
        }
    }

    /// When the requests that wait for the voices are performed all the same.
    mutating func waitForVoices(from now: Instant) { pendingUntil = now + Self.patienceForVoices }

    private static let patienceForVoices = 2.0

    /// What it was speaking is spoken again by the next voice, unless it seems to be what kills them.
    private mutating func lostVoice(_ message: String, unheardOf utterance: UtteranceID?, at now: Instant) -> [Effect] {
        voiceStatus = Status.Voice(state: .failed, restarts: voiceStatus.restarts + 1, message: message)
        if voicelessSince == nil { voicelessSince = now }
        var effects: [Effect] = [.log(.voiceLost(message: message))]
        let lost = given == utterance ? nil : given
        given = nil
        // A voice that is lost while it opens the device is the device's victim, not the utterance's.
        let isDeviceFault = toldDevice?.state == .opening
        toldDevice = nil
        outage?.fail(at: now)
        if isDeviceFault {
            let message = "it does not answer; restart the sound server, or choose another device"
            deviceStatus = Status.Device(state: .unavailable, name: deviceStatus.name, message: message)
            if outage == nil { outage = Outage(at: now) }
            return effects + failAtOnce(.deviceFailed, at: now)
        }
        if outage == nil { deviceStatus = Status.Device(state: .closed, name: deviceStatus.name) }
        guard let speaking = queue.speaking else { return effects }
        guard lost == speaking.id else {
            // It has not killed this voice. Where nothing is waited for, all that waits is given up.
            guard devicePatience == 0 else { return effects }
            while let next = queue.speaking { effects += carryOut(queue.failed(next.id, .synthesizerFailed, at: now), at: now) }
            return effects
        }
        voiceLosses += 1
        mustBeginAgain = true
        guard voiceLosses >= Self.mostVoiceLosses else { return effects }
        if search == nil { search = KillerSearch(in: speaking, from: sentence) } else { search?.lose(at: sentence) }
        sentence = nil
        if search?.isOver != false || voiceLosses >= KillerSearch.mostLosses {
            effects += carryOut(queue.failed(speaking.id, .synthesizerFailed, at: now), at: now)
        }
        return effects
    }

    /// O7: a part of what is searched has been heard.
    /// - Returns: what comes of that; nil if the utterance was heard to its end.
    private mutating func goOnSearching(after id: UtteranceID, at now: Instant) -> [Effect]? {
        guard search?.utterance == id, let speaking = queue.speaking, speaking.id == id else { return nil }
        search?.hear()
        sentence = nil
        if search?.isOver == false { return speak(speaking, from: nil, at: now) }
        return search?.hasLeftOut == true ? carryOut(queue.failed(id, .synthesizerFailed, at: now), at: now) : nil
    }

    // MARK: The device

    /// O4: the utterance in progress is spoken again from its current sentence once the device is back.
    private mutating func loseDevice(at now: Instant) -> [Effect] {
        if outage == nil { outage = Outage(at: now) } else { outage?.fail(at: now) }
        return failAtOnce(.deviceFailed, at: now)
    }

    /// Where nothing is waited for, the utterance in progress is given up.
    private mutating func failAtOnce(_ reason: FinishReason, at now: Instant) -> [Effect] {
        guard devicePatience == 0, let speaking = queue.speaking else { return [] }
        return carryOut(queue.failed(speaking.id, reason, at: now), at: now)
    }

    /// The voice says that a place of what it speaks is heard. The first it says as soon as the device has taken something; at the second,
    /// what came before has sounded.
    private mutating func reached(
        _ kind: WritableKeyPath<FirstPlaces, RunPosition?>, _ place: RunPosition, of id: UtteranceID
    ) -> [Effect] {
        guard outage != nil, given == id else { return [] }
        guard let first = firstPlaces[keyPath: kind] else {
            firstPlaces[keyPath: kind] = place
            return []
        }
        return place == first ? [] : deviceIsBack()
    }

    /// Something was heard.
    private mutating func deviceIsBack() -> [Effect] {
        guard outage != nil else { return [] }
        outage = nil
        forgetWhoKnowsOutage()
        return show(Status.Device(state: .open, name: toldDevice?.name ?? deviceStatus.name))
    }

    private mutating func show(_ device: Status.Device) -> [Effect] {
        guard device != deviceStatus else { return [] }
        deviceStatus = device
        return [.log(.device(device))]
    }

    /// What a client that posts something is told once in an outage, for it would think that it is heard; nil where it is told at once that
    /// nothing was heard. Whether the device is back is known only when it is tried with what was posted.
    mutating func outageWarning(for client: ClientID) -> Warning? {
        guard devicePatience > 0, clients[client]?.knowsOutage == false else { return nil }
        clients[client]?.knowsOutage = true
        var reason = deviceStatus.message ?? ""
        if reason.last == "." { reason.removeLast() }
        return Warning(
            .deviceUnavailable,
            "not heard yet: the sound device \"\(deviceStatus.name)\" could not be used when it was last tried"
                + "\(reason.isEmpty ? "" : ": \(reason)"); `announce doctor` says what to do")
    }

    private mutating func forgetWhoKnowsOutage() {
        for client in clients.keys { clients[client]?.knowsOutage = false }
    }

    /// Another device was chosen: it is tried at once.
    mutating func tryDevice(at now: Instant) -> [Effect] {
        forgetWhoKnowsOutage()
        guard let old = outage else { return [] }
        outage = nil
        guard triesDevice, let speaking = queue.speaking else { return [] }
        return (old.isTrying ? [.silence] : []) + speak(speaking, from: sentence, at: now)
    }

    // MARK: Patience

    /// What is neither high nor low is given up when device or voice are away for too long (O4). What the device has begun is left to it.
    mutating func giveUp(at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        if let outage, !outage.hasBegun {
            effects += carryOut(queue.giveUpOnDevice(since: outage.since, patience: devicePatience, at: now), at: now)
        }
        if let voicelessSince {
            let actions = queue.giveUpOnDevice(since: voicelessSince, patience: devicePatience, at: now)
            effects += carryOut(actions.map(\.blamingSynthesizer), at: now)
        }
        return effects
    }

    /// When the first of those that wait for a voice is given up.
    var endOfPatienceForVoice: Instant? {
        guard let voicelessSince else { return nil }
        let all = [queue.speaking].compactMap { $0 } + queue.waiting(atMost: queue.waitingCount)
        let ends = all.filter { $0.class != .high && $0.class != .low }.map { max($0.posted, voicelessSince) + devicePatience }
        return (ends + [queue.speaking?.deadline].compactMap { $0 }).min()
    }

    // MARK: Speaking

    /// Gives `utterance` to the voice, if there is one and the device may be tried.
    mutating func speak(_ utterance: Utterance, from position: RunPosition?, at now: Instant) -> [Effect] {
        guard voiceStatus.state == .ready else { return [] }
        var (utterance, position) = (utterance, position)
        if let search, search.utterance == utterance.id { (utterance, position) = search.part(of: utterance, from: position) }
        if let outage {
            guard outage.nextTry <= now else { return [] }
            self.outage?.didTry(at: now)
            given = utterance.id
            firstPlaces = FirstPlaces()
            // Nothing came of the try before: the voice may not speak it twice.
            if outage.isTrying { return [.silence, .speak(utterance, from: position)] }
        }
        given = utterance.id
        firstPlaces = FirstPlaces()
        if mustBeginAgain {
            mustBeginAgain = false
            queue.beginAgain(utterance.id)
            if utterance.isAnnouncement { journal(.begun(utterance.id)) }
        }
        return [.speak(utterance, from: position)]
    }

    /// Whether a device that can't be used may be tried again: there is a voice to do it, and it is not to be silent.
    var triesDevice: Bool { voiceStatus.state == .ready && !queue.isPaused }
}

/// Where the voice began to speak what it was given, as it told.
struct FirstPlaces: Sendable {
    var sentence: RunPosition?
    var word: RunPosition?
}

extension SpeechQueue.Action {
    /// The same for who lacks a voice and not a device.
    fileprivate var blamingSynthesizer: Self {
        guard case .ended(let utterance, var outcome) = self, outcome.reason == .deviceFailed else { return self }
        outcome.reason = .synthesizerFailed
        return .ended(utterance, outcome)
    }
}
