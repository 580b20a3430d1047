package import Conductor
package import Messages
package import SpeechQueue
package import VoiceProtocol

// Conversions between the conductor's values and the voice's protocol.

extension VoiceReport {
    /// Converts a voice's event; nil for an event that only a command in a terminal needs.
    package init?(_ event: VoiceEvent) {
        switch event {
        case .ready(let ready): self = .ready(synthesizer: ready.synthesizer)
        case .started(let id): self = .started(UtteranceID(id))
        case .sentence(let span): self = .sentence(UtteranceID(span.id), RunPosition(run: span.segment, offset: span.offset))
        case .word(let span):
            self = .word(UtteranceID(span.id), RunPosition(run: span.segment, offset: span.offset), length: span.length)
        case .mark(let id, let name, _): self = .mark(UtteranceID(id), name: name)
        case .finished(let id): self = .finished(UtteranceID(id))
        case .paused(let id, let position): self = .paused(UtteranceID(id), RunPosition(run: position.segment, offset: position.offset))
        case .stopped(let id, let position?):
            self = .silenced(UtteranceID(id), RunPosition(run: position.segment, offset: position.offset))
        case .failed(let failure):
            let reason: FinishReason =
                switch failure.reason {
                case .unspeakable: .unspeakable
                case .synthesizer: .synthesizerFailed
                case .device: .deviceFailed
                }
            self = .failed(UtteranceID(failure.id), reason, message: failure.message)
        case .voices(let voices):
            self = .voices(
                VoiceCatalog(
                    voices: voices.lazy.filter { !$0.isVariant }.map(InstalledVoice.init),
                    variants: voices.lazy.filter(\.isVariant).map(InstalledVoice.init)))
        case .device(let device):
            let state: Status.Device.State =
                switch device.state {
                case .closed: .closed
                case .opening: .opening
                case .open: .open
                case .unavailable: .unavailable
                }
            self = .device(Status.Device(state: state, name: device.name, message: device.message))
        case .sandbox, .rendered, .stopped, .transcription, .pong, .invalid: return nil
        }
    }
}

extension InstalledVoice {
    fileprivate init(_ voice: VoiceEvent.Voice) {
        self.init(
            identifier: voice.identifier, name: voice.name, languages: voice.languages.map { Language($0.tag, priority: $0.priority) })
    }
}

extension SpeakCommand {
    package init(_ utterance: Utterance, from position: RunPosition?) {
        self.init(
            id: utterance.id.number, segments: utterance.runs.map(SpeechSegment.init), words: utterance.wantsWords,
            from: position.map { TextPosition(segment: $0.run, offset: $0.offset) }, follows: utterance.follows)
    }
}

extension SpeechSegment {
    package init(_ run: SpeechRun) {
        let manner = run.attributes
        self.init(
            text: run.text, language: manner.language, voice: manner.voice, rate: manner.rate, pitch: manner.pitch,
            inflection: manner.inflection, volume: manner.volume, punctuation: manner.punctuation, capitals: manner.capitals,
            spell: manner.spell,
            ipa: run.ipa, earcon: run.earcon, icon: run.icon, pause: run.pause, mark: run.mark)
    }
}
