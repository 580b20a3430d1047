import Messages
import Narration
package import SpeechQueue

// Handles the voice's reports, and the loss of the voice or the device (O4).
extension Conductor {
    /// Receives a report from the voice.
    package mutating func receive(_ report: VoiceReport, at now: Instant) -> [Effect] {
        cause = nil
        handle(report, at: now)
        return conclude(at: now)
    }

    private mutating func handle(_ report: VoiceReport, at now: Instant) {
        switch report {
        case .ready(let synthesizer):
            delivery.didStartVoice(synthesizer)
            effects.append(.log(.voiceReady(synthesizer: synthesizer)))
            // During a pause the voice receives no utterance, because it could not report the start.
            if queue.isPaused {
                effects.append(.voice(.pause))
            } else if let speaking = queue.speaking {
                speak(speaking, from: delivery.resumption, at: now)
            }
        case .lost(let message, let utterance, let wasKilled):
            didLoseVoice(message, unheardOf: utterance, wasKilled: wasKilled, at: now)
        case .started(let id):
            delivery.didStart(id)
            let isNew = queue.didStart(id, at: now)
            guard isNew, let utterance = queue.speaking else { return }
            missedAnnouncements.didStart(id)
            narrator.didStart(utterance, at: now)
            trace(.started, utterance, nil, at: now)
            for earcon in utterance.runs.compactMap(\.earcon) {
                publish(
                    TraceEvent(
                        at: now - identity.started, event: .earcon, id: utterance.name, client: name(of: utterance.client),
                        rule: (utterance.isTone ? Rule.N9 : .N1).rawValue, earcon: earcon))
            }
        case .sentence(let id, let position):
            guard queue.speaking?.id == id else { return }
            didRecover(delivery.didReach(sentence: narrator.written(position, in: id), of: id))
            carryOut(queue.didReachSentence(of: id, at: now), at: now)
        case .word(let id, let position, let length):
            didRecover(delivery.didReach(word: position, of: id))
            guard let utterance = queue.speaking, utterance.id == id, clients[utterance.client] != nil else { return }
            let place = narrator.place(in: utterance, run: position.run, offset: position.offset, length: length)
            guard let progress = Progress(of: utterance, at: place) else { return }
            effects.append(.send(.progress(progress), to: utterance.client))
        case .mark(let id, let name):
            guard let utterance = queue.speaking, utterance.id == id, hello(of: utterance.client).progress else { return }
            effects.append(.send(.mark(Mark(id: utterance.name, name: name)), to: utterance.client))
        case .finished(let id):
            didRecover(delivery.didFinish(id))
            if !goOn(after: id, wasHeard: true, at: now) { didHear(id, at: now) }
        case .paused(let id, let position):
            if queue.speaking?.id == id, queue.isPaused { delivery.didPause(at: narrator.written(position, in: id)) }
        case .silenced(let id, let position):
            // O5: after the client's pause, its utterance continues at this word.
            if queue.isWithheld(id) { delivery.keep(narrator.written(position, in: id), of: id) }
        case .failed(let id, let reason, let message):
            delivery.didFail(id)
            guard let utterance = queue.speaking, utterance.id == id else { return }
            if reason == .deviceFailed { return loseDevice(at: now) }
            if reason == .unspeakable {
                if goOn(after: id, wasHeard: false, at: now) { return }
                // Only the last part makes no sound.
                if delivery.hasHeardPart { return didHear(id, at: now) }
            }
            // During an outage, the next utterance may try the device earlier.
            delivery.hasten()
            effects.append(.log(.failed(id, message: message)))
            carryOut(queue.didFail(id, reason, at: now), at: now)
        case .voices(let catalog):
            narrator.voices = catalog
            pending.endWait(voicesAreKnown: true)
            checkSettings()
            notifyOfMistakes(at: now)
            performPending(at: now)
        case .voicesUnknown:
            pending.endWait(voicesAreKnown: false)
            notifyOfMistakes(at: now)
            performPending(at: now)
        case .device(let device):
            guard delivery.didReport(device) else { return }
            show(device)
            notify(notices.ofMissingDevice(device), at: now)
        }
    }

    /// Handles the loss of the voice. The next voice repeats the utterance in progress, unless the utterance itself seems to end voices.
    private mutating func didLoseVoice(
        _ message: String, unheardOf utterance: UtteranceID?, wasKilled: Bool, at now: Instant
    ) {
        effects.append(.log(.voiceLost(message: message)))
        let loss = delivery.didLoseVoice(message, unheard: utterance, wasKilled: wasKilled, speaking: queue.speaking, at: now)
        if loss == .utterance || loss == .endedUtterance, let speaking = queue.speaking {
            history.note(.voiceLost, speaking.id, at: now)
        }
        switch loss {
        case .device: failAtOnce(.deviceFailed, at: now)
        case .voice:
            // Without patience, all waiting utterances fail.
            guard delivery.patience == 0 else { break }
            while let next = queue.speaking { carryOut(queue.didFail(next.id, .synthesizerFailed, at: now), at: now) }
        case .utterance: break
        case .endedUtterance:
            if let speaking = queue.speaking { carryOut(queue.didFail(speaking.id, .synthesizerFailed, at: now), at: now) }
        }
    }

    /// Continues with the next part of an utterance after a part was heard, or made no sound (§9, O7).
    /// - Returns: false if nothing is left to speak, and no words were left out.
    private mutating func goOn(after id: UtteranceID, wasHeard: Bool, at now: Instant) -> Bool {
        guard let speaking = queue.speaking, speaking.id == id else { return false }
        switch delivery.didFinishPart(wasHeard: wasHeard) {
        // During a pause the voice could not report the start. It receives the part after the pause.
        case .part where queue.isPaused: break
        case .part(let start): speak(speaking, from: start, isNextPart: start != nil, at: now)
        case .end(hasLeftOut: true): carryOut(queue.didFail(id, .synthesizerFailed, at: now), at: now)
        case .end(hasLeftOut: false): return false
        }
        return true
    }

    /// Ends an utterance that was heard to its end.
    private mutating func didHear(_ id: UtteranceID, at now: Instant) {
        // Before the next utterance begins, because it may repeat a value that was just heard.
        let repeated = queue.speaking?.id == id ? narrator.lastValues(heardIn: id) : []
        if !repeated.isEmpty { carryOut(queue.cancel(repeated, .superseded, .U3, at: now), at: now) }
        carryOut(queue.didFinish(id, at: now), at: now)
    }

    // MARK: The device

    /// Records that the device failed. Once the device is available again, the utterance in progress is spoken from its current sentence
    /// (O4).
    private mutating func loseDevice(at now: Instant) {
        delivery.didLoseDevice(at: now)
        failAtOnce(.deviceFailed, at: now)
    }

    /// Fails the utterance in progress if nothing waits for the device.
    private mutating func failAtOnce(_ reason: FinishReason, at now: Instant) {
        guard delivery.patience == 0, let speaking = queue.speaking else { return }
        carryOut(queue.didFail(speaking.id, reason, at: now), at: now)
    }

    /// Records that the device can be used again, because something was heard.
    private mutating func didRecover(_ device: Status.Device?) {
        guard let device else { return }
        forgetOutageWarnings()
        show(device)
    }

    private mutating func show(_ device: Status.Device) {
        if delivery.show(device) { effects.append(.log(.device(device))) }
    }

    /// Returns a warning, once per outage, for a client that posts during a device outage, because the client would assume that its
    /// announcement is heard. Returns nil if the announcement fails at once anyway. Only an attempt with the new announcement shows whether
    /// the device is available again.
    mutating func outageWarning(for client: ClientID) -> Warning? {
        guard delivery.patience > 0, clients[client]?.isWarnedOfOutage == false else { return nil }
        clients[client]?.isWarnedOfOutage = true
        var reason = delivery.device.message ?? ""
        if reason.last == "." { reason.removeLast() }
        return Warning(
            .deviceUnavailable,
            "not heard yet: the sound device \"\(delivery.device.name)\" could not be used when it was last tried"
                + "\(reason.isEmpty ? "" : ": \(reason)"); `announce doctor` says what to do")
    }

    private mutating func forgetOutageWarnings() {
        for client in clients.connected.keys { clients[client]?.isWarnedOfOutage = false }
    }

    /// Tries another device at once.
    mutating func choose(device: String, at now: Instant) {
        forgetOutageWarnings()
        guard delivery.choose(device: device), !queue.isPaused, let speaking = queue.speaking else { return }
        speak(speaking, from: delivery.resumption, at: now)
    }

    // MARK: Patience

    /// Drops utterances that are neither high nor low if the device or the voice is unavailable for too long (O4). An utterance that has
    /// begun to sound is left to the device.
    mutating func giveUp(at now: Instant) {
        if let since = delivery.deviceOutSince {
            carryOut(
                queue.giveUpOnDevice(since: since, patience: delivery.patience, longest: delivery.longestPatience, at: now), at: now)
        }
        if let since = delivery.voicelessSince {
            let actions = queue.giveUpOnDevice(
                since: since, patience: delivery.patienceForVoice, longest: delivery.longestPatience, at: now)
            carryOut(actions.map(\.blamingSynthesizer), at: now)
        }
    }

    /// When the first utterance that waits for the device is dropped.
    mutating func endOfPatienceForDevice() -> Instant? {
        guard let since = delivery.deviceOutSince else { return nil }
        return queue.endOfPatience(since: since, patience: delivery.patience, longest: delivery.longestPatience)
    }

    /// When the first utterance that waits for a voice is dropped.
    mutating func endOfPatienceForVoice() -> Instant? {
        guard let since = delivery.voicelessSince else { return nil }
        return queue.endOfPatience(since: since, patience: delivery.patienceForVoice, longest: delivery.longestPatience)
    }

    // MARK: Speaking

    /// Gives `utterance` to the voice, if there is a voice and the device may be tried.
    /// - Parameter isNextPart: whether the part before it has just been heard (§9).
    mutating func speak(_ utterance: Utterance, from position: RunPosition?, isNextPart: Bool = false, at now: Instant) {
        guard let part = delivery.deliver(utterance, from: position, isNextPart: isNextPart, reading: &narrator, at: now) else { return }
        if part.replacesAttempt { effects.append(.voice(.silence)) }
        effects.append(.voice(.speak(part.utterance, from: part.position)))
        if part.isNewAttempt {
            queue.retry(utterance.id)
            history.note(.spokenAgain, utterance.id, at: now)
            changed.insert(utterance.id)
        }
    }
}

extension SpeechQueue.Action {
    /// The same action, failing for lack of a voice instead of a device.
    fileprivate var blamingSynthesizer: Self {
        guard case .ended(let utterance, var outcome) = self, outcome.reason == .deviceFailed else { return self }
        outcome.reason = .synthesizerFailed
        return .ended(utterance, outcome)
    }
}
