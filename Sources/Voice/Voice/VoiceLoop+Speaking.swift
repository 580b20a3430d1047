import Messages
import VoiceProtocol

extension VoiceLoop {
    /// Speaks `command`. Returns when it has been heard to its end, was silenced, or has failed.
    func speak(_ command: SpeakCommand) {
        rest.end()
        utterance = UtteranceInProgress(command)
        keepEndPause(before: command)
        if utterance == nil { return }
        for index in command.segments.indices.dropFirst(max(0, command.from?.segment ?? 0)) {
            do {
                try speak(segment: index, of: command)
            } catch {
                fail(.synthesizer, error.description)
            }
            answerQueries()
            if utterance == nil { return }
        }
        guard let spoken = utterance else { return }
        guard spoken.hasSound else {
            utterance = nil
            if spoken.isSounding { soundDidEnd() }
            // When an utterance is resumed, only its silent end may be left.
            guard command.from == nil else { return events.write(.finished(id: command.id)) }
            let message = "the text makes no sound"
            return events.write(.failed(.init(id: command.id, reason: .unspeakable, message: message)))
        }
        let end = output.framesWritten
        waitUntilHeard(end)
        guard let heard = utterance else { return }
        // Send the remaining events: entries at the very end, and those that libsonic placed after it.
        sendEvents(upTo: .max)
        utterance = nil
        output.didFallSilent()
        soundDidEnd()
        rest.endPause = (.now, heard.clausePause.atEnd(of: synthesizer))
        if !settings.keepsTime { events.write(.rendered(id: heard.command.id, frames: end - heard.startFrame)) }
        events.write(.finished(id: heard.command.id))
    }

    /// E11: keeps the rest of the pause after the previous utterance, if `command` follows that utterance. A device rests during the pause;
    /// a file gets silence.
    private func keepEndPause(before command: SpeakCommand) {
        defer { rest.endPause = nil }
        guard let since = command.follows, let (began, frames) = rest.endPause else { return }
        let length = synthesizer.rate.duration(of: frames)
        if choice.device == nil {
            let left = length - (settings.keepsTime ? .now - began : .seconds(max(0, since)))
            if left > .zero, beginSound() { _ = handOverSilence(synthesizer.rate.frames(in: left)) }
            return
        }
        while utterance != nil, case let left = length - (.now - began), left > .zero { wait(forRoom: false, atMost: left) }
    }

    private func speak(segment index: Int, of command: SpeakCommand) throws(SynthesisError) {
        let segment = command.segments[index]
        let from = command.from.flatMap { $0.segment == index ? $0.offset : nil }
        let passage = UtteranceInProgress.Passage(
            segment: index, rate: segment.rate ?? SpeechSegment.usualRate, isMuted: segment.volume == 0)
        begin(passage)
        // Resuming mid-utterance skips the pause.
        if from == nil, let pause = segment.pause {
            guard keepSilence(for: pause) else { return }
            begin(passage)
        }
        if from ?? 0 == 0 {
            if let mark = segment.mark { utterance?.note(.mark(mark)) }
            if let earcon = segment.earcon {
                guard sound(earcon, volume: segment.volume) else { return }
            }
            if soundIcon(of: segment) { return }
        }
        utterance?.playedIcon = nil
        begin(passage)
        let next = command.segments.dropFirst(index + 1).first
        try synthesizer.speak(segment, from: from ?? 0, leadsOn: next != nil && next?.pause == nil, into: self)
    }

    /// Plays the pause before a segment, exact to the frame, because the synthesizer's own silence after it is cut.
    /// - Returns: whether the utterance continues.
    private func keepSilence(for seconds: Double) -> Bool {
        let frames = Int((min(max(seconds, 0), Self.longestPause) * Double(synthesizer.rate.framesPerSecond)).rounded())
        guard utterance?.isSounding == true || beginSound() else { return false }
        utterance?.note(.lead)
        utterance?.awaitsSound = true
        utterance?.clausePause = ClausePause()
        return handOverSilence(frames)
    }
    private static let longestPause = 60.0

    /// Plays the earcon of a segment.
    /// - Returns: whether the utterance continues.
    private func sound(_ earcon: Earcon, volume: Int?) -> Bool {
        guard utterance?.isSounding == true || beginSound() else { return false }
        utterance?.note(.lead)
        utterance?.hasSound = true
        utterance?.awaitsSound = true
        utterance?.clausePause = ClausePause()
        return hand(over: earcon.samples(rate: synthesizer.rate, volume: volume).span)
    }

    /// Plays the icon of a segment. If the next segment has the same icon, it belongs to the same text.
    /// - Returns: whether the segment is over.
    private func soundIcon(of segment: SpeechSegment) -> Bool {
        guard let name = segment.icon, let icons, let former = utterance else { return false }
        if former.playedIcon == name { return true }
        utterance?.note(.lead)
        utterance?.awaitsSound = false
        utterance?.clausePause = ClausePause()
        let isPlayed = icons.play(name, volume: segment.volume, rate: synthesizer.rate, into: self)
        utterance?.playedIcon = isPlayed ? name : nil
        utterance?.awaitsSound = isPlayed || former.awaitsSound
        if !isPlayed { utterance?.clausePause = former.clausePause }
        return isPlayed
    }

    /// Begins the next passage, after the samples handed over so far.
    private func begin(_ passage: UtteranceInProgress.Passage) {
        guard let current = utterance else { return }
        utterance?.passage = passage
        utterance?.passage.startFrame = current.isSounding ? output.framesWritten - current.startFrame : 0
    }

    private func fail(_ reason: VoiceEvent.Failure.Reason, _ message: String) {
        guard let id = utterance?.command.id else { return }
        if utterance?.hasStarted == true { output.silence() }
        utterance = nil
        events.write(.failed(.init(id: id, reason: reason, message: message)))
    }

    /// Handles the loss of the device: the utterance fails, and the next one tries to open the device again.
    func didLoseDevice(_ error: OutputError) {
        // Report the error before closing the device: closing may hang.
        let message = choice.message(of: error)
        sendDevice(.unavailable, message)
        if let id = utterance?.command.id { events.write(.failed(.init(id: id, reason: .device, message: message))) }
        utterance = nil
        earcon = nil
        output.close()
    }
}
