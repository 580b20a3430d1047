import VoiceProtocol

extension VoiceLoop: SampleSink {
    package func receive(_ samples: Span<Int16>, _ begun: [SynthesisEvent]) -> Bool {
        wait(forRoom: false, atMost: .zero)
        guard let current = utterance else { return false }
        var first = 0
        if current.awaitsSound {
            while first < samples.count, samples[first].magnitude < ClausePause.audible, !current.passage.isMuted { first += 1 }
            utterance?.passage.shift -= first
        } else if let missing = utterance?.clausePause.missing(before: samples, rate: synthesizer.rate), missing > 0 {
            utterance?.passage.shift += missing
            guard handOverSilence(missing) else { return false }
        }
        for event in begun { utterance?.note(event) }
        if first < samples.count {
            guard current.isSounding || beginSound() else { return false }
            // A clause without sound calls for no pause.
            if current.awaitsSound { utterance?.clausePause = ClausePause() }
            utterance?.hasSound = true
            utterance?.awaitsSound = false
            guard hand(over: samples.extracting(first...)) else { return false }
            utterance?.clausePause.didHandOver(samples)
        }
        for event in begun { utterance?.end(event) }
        return true
    }

    /// Opens the device if necessary, and plays the lead-in (O1).
    func beginSound() -> Bool {
        do {
            try openOutput()
        } catch {
            didLoseDevice(error)
            return false
        }
        guard handOverSilence(synthesizer.rate.frames(in: leadIn)) else { return false }
        utterance?.isSounding = true
        utterance?.startFrame = output.framesWritten
        utterance?.passage.startFrame = 0
        return true
    }

    /// Hands `frames` of silence to the output.
    /// - Returns: whether the utterance continues.
    func handOverSilence(_ frames: Int) -> Bool {
        let silence = [Int16](repeating: 0, count: min(frames, synthesizer.rate.framesPerSecond / 10))
        var left = frames
        while left > 0 {
            guard hand(over: silence.span.extracting(..<min(left, silence.count))) else { return false }
            left -= silence.count
        }
        return utterance != nil
    }

    /// Hands `samples` to the output as it has room, and carries out commands in between.
    /// - Returns: whether the utterance continues.
    func hand(over samples: Span<Int16>) -> Bool {
        var taken = 0
        var lastTaken = SuspendingClock.now
        var saidRoom = false
        do throws(OutputError) {
            while taken < samples.count {
                guard utterance != nil else { return false }
                let count = try write(samples.extracting(taken...))
                taken += count
                if count > 0 {
                    lastTaken = .now
                    if utterance?.hasStarted == false, let id = utterance?.command.id {
                        utterance?.hasStarted = true
                        events.write(.started(id: id))
                    }
                } else if lastTaken.duration(to: .now) > (output.hasBegun ? DevicePatience.toGoOn : DevicePatience.toBegin) {
                    throw OutputError.stalled(output.name)
                }
                let next = sendHeard()
                guard taken < samples.count else { break }
                // Avoids a busy loop with a device that reports room but accepts nothing.
                let isHonest = count > 0 || !saidRoom
                let longest = min(next ?? DevicePatience.toGoOn, DevicePatience.toGoOn)
                saidRoom = wait(forRoom: isHonest, atMost: isHonest ? longest : .milliseconds(2))
            }
        } catch {
            didLoseDevice(error)
        }
        return utterance != nil
    }
}
