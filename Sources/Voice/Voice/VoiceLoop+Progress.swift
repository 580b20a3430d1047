import VoiceProtocol

// Waits until the sound that was handed over is heard, and reports it.
extension VoiceLoop {
    /// D2: waits until the frame before `end` has been heard. An earcon may continue after it.
    func waitUntilHeard(_ end: Int) {
        while utterance != nil {
            do {
                let isWritten = try writeRest()
                let delay = try output.delay()
                let next = sendHeard(delay: delay)
                let left = delay - (output.framesWritten - end)
                guard left > 0 else { return }
                let time = min(synthesizer.rate.duration(of: left), isWritten ? .seconds(3600) : Self.earconWait)
                wait(forRoom: false, atMost: min(time, next ?? time))
            } catch {
                didLoseDevice(error)
            }
        }
    }

    /// Sends the events of all sentences, words and marks that have begun to be heard.
    /// - Returns: how long until the next one; nil if there is none, or nothing sounds.
    @discardableResult
    func sendHeard() -> Duration? {
        // The next write will report a device error again.
        guard let current = utterance, current.isSounding, let delay = try? output.delay() else { return nil }
        return sendHeard(delay: delay)
    }

    /// - Parameter delay: the output's delay in frames.
    private func sendHeard(delay: Int) -> Duration? {
        guard let current = utterance, current.isSounding else { return nil }
        let heard = output.framesWritten - delay - current.startFrame
        sendEvents(upTo: heard)
        return utterance?.timeline.nextFrame.map { synthesizer.rate.duration(of: $0 - heard) }
    }

    func sendEvents(upTo frame: Int) {
        guard let heard = utterance?.timeline.pass(frame) else { return }
        for entry in heard {
            if let event = utterance?.event(entry, withFrame: !settings.keepsTime) { events.write(event) }
        }
    }
}
