import Accessibility
import Narration
package import SpeechQueue

// What the voice tells, and what becomes of the utterance in progress when voice or device is lost (O4).
extension Conductor {
    /// The voice has told something.
    package mutating func voice(_ report: VoiceReport, at now: Instant) -> [Effect] {
        cause = nil
        return settled(hear(report, at: now), at: now)
    }

    private mutating func hear(_ report: VoiceReport, at now: Instant) -> [Effect] {
        switch report {
        case .ready(let synthesizer):
            voiceStatus = Status.Voice(state: .ready, synthesizer: synthesizer, restarts: voiceStatus.restarts)
            var effects: [Effect] = [.log(.voiceReady(synthesizer: synthesizer))]
            if queue.isPaused { effects.append(.pause) }
            if let speaking = queue.speaking { effects += speak(speaking, from: sentence, at: now) }
            return effects
        case .lost(let message):
            return lostVoice(message, at: now)
        case .started(let id):
            outage = nil
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
            if queue.speaking?.id == id { sentence = position }
            return []
        case .word(let id, let position, let length):
            guard let utterance = queue.speaking, utterance.id == id, clients[utterance.client] != nil else { return [] }
            let place = narrator.place(in: utterance, run: position.run, offset: position.offset, length: length)
            guard let progress = Progress(of: utterance, at: place) else { return [] }
            return [.send(.progress(progress), to: utterance.client)]
        case .mark(let id, let name):
            guard let utterance = queue.speaking, utterance.id == id, clients[utterance.client]?.hello.progress == true else { return [] }
            return [.send(.mark(Mark(id: utterance.name, name: name)), to: utterance.client)]
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
            return checkSettings() + performAsked(at: now)
        case .voicesUnknown:
            hasGivenUpOnVoices = true
            askingUntil = nil
            return performAsked(at: now)
        case .device(let device):
            // While it is tried again and again it stays what it is for people: unavailable, and why.
            guard device != deviceStatus, outage == nil || device.state == .open || device.message != nil else { return [] }
            deviceStatus = device
            return [.log(.device(device))]
        }
    }

    /// The user's own voice and language may be wrong too: then the default speaks, and says so where somebody looks.
    mutating func checkSettings() -> [Effect] {
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
        return []
    }

    /// Gives `utterance` to the voice, if there is one and the device may be tried.
    mutating func speak(_ utterance: Utterance, from position: RunPosition?, at now: Instant) -> [Effect] {
        guard voiceStatus.state == .ready else { return [] }
        if let outage {
            guard outage.nextTry <= now else { return [] }
            self.outage?.tries(at: now)
            // Nothing came of the try before: the voice may not speak it twice.
            if outage.isTrying { return [.silence, .speak(utterance, from: position)] }
        }
        return [.speak(utterance, from: position)]
    }

    /// Whether a device that can't be used may be tried again: there is a voice to do it, and it is not to be silent.
    var triesDevice: Bool { voiceStatus.state == .ready && !queue.isPaused }
}
