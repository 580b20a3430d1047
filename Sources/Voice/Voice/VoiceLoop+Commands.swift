import DequeModule
import JSONLines
import Messages
import VoiceProtocol

extension VoiceLoop {
    /// Reads and carries out the commands that have arrived. Called between any two writes of sound, even while the synthesizer runs, so no
    /// command starts to speak here.
    func readCommands() {
        input.readOnce()
        while let line = input.next() {
            switch line {
            case .tooLong: refuse("the line is too long")
            case .line(let bytes):
                if bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) { continue }
                do {
                    perform(try VoiceCommand(jsonLine: bytes))
                } catch {
                    refuse(error.description)
                }
            }
            if isEnding { return }
        }
        if input.isAtEnd, settings.isSupervised {
            isEnding = true
            output.silence()
            utterance = nil
        }
    }

    private func refuse(_ reason: String) {
        events.write(.invalid(message: "line \(input.lineNumber): \(reason)"))
    }

    private func perform(_ command: VoiceCommand) {
        switch command {
        case .speak(let speak): backlog.append(speak)
        case .stop: stop()
        case .pause: pause()
        case .resume: backlog.resume()
        case .transcribe(let id, let segments): transcriptionsAsked.append((id, segments))
        case .voices: voicesAsked += 1
        case .ping: events.write(.pong)
        case .device(let name): chooseDevice(name)
        case .earcon(let earcon, let volume): begin(earcon, volume: volume)
        }
    }

    private func stop() {
        if utterance != nil || earcon != nil {
            sendHeard()
            let silenced = utterance
            silence()
            if let silenced { events.write(.stopped(id: silenced.command.id, position: silenced.timeline.position)) }
        }
        for id in backlog.removeAll() { events.write(.stopped(id: id)) }
        rest.endPause = nil
        output.didFallSilent()
    }

    /// O5.
    private func pause() {
        guard !backlog.isPaused else { return }
        backlog.pause()
        guard let utterance else {
            if earcon != nil { silence() }
            return
        }
        sendHeard()
        let position = self.utterance?.timeline.position ?? utterance.timeline.position
        silence()
        var rest = utterance.command
        rest.from = position
        backlog.suspend(rest)
        events.write(.paused(id: rest.id, position: position))
        output.didFallSilent()
    }

    /// Silences the output at once; the synthesizer stops when its callback returns.
    private func silence() {
        output.silence()
        // A lead-in alone does not count as sound: the next utterance repeats it (O1).
        if utterance?.isSounding == true || earcon != nil { soundDidEnd() }
        utterance = nil
        earcon = nil
    }

    /// Answers `voices` and `transcribe`. Not called while the synthesizer speaks, because the answer may reload the synthesizer's lists.
    func answerQueries() {
        while let (id, segments) = transcriptionsAsked.popFirst() {
            rest.keepWarm()
            do {
                events.write(.transcription(id: id, try segments.map { try synthesizer.transcription(of: $0) }))
            } catch {
                events.write(.failed(.init(id: id, reason: .synthesizer, message: "\(error)")))
            }
        }
        guard voicesAsked > 0 else { return }
        let voices = synthesizer.voices()
        while voicesAsked > 0 {
            voicesAsked -= 1
            events.write(.voices(voices))
        }
    }
}
