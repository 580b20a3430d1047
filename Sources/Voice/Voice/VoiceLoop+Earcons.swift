import Messages
import VoiceProtocol

/// An earcon played by its own command: over speech, or alone.
struct SoundingEarcon {
    /// The samples still to be handed over.
    private(set) var rest: ArraySlice<Int16>

    var isWritten: Bool { rest.isEmpty }

    /// - Parameter former: the earcon that this one replaces; it fades out.
    init(_ samples: [Int16], former: SoundingEarcon?, fade: Int) {
        rest = samples[...]
        if let former, !former.isWritten {
            let end = FadeOut.applied(to: former.rest.prefix(fade))
            for index in 0..<min(end.count, rest.count) { rest[index] = Self.sum(rest[index], end[index]) }
        }
    }

    mutating func delay(by frames: Int) {
        rest = (Array(repeating: 0, count: frames) + rest)[...]
    }

    mutating func didHandOver(_ frames: Int) {
        rest = rest.dropFirst(frames)
    }

    /// Returns the beginning of `samples` mixed with the earcon, as long as the earcon lasts.
    func mixed(into samples: Span<Int16>) -> [Int16] {
        let count = min(samples.count, rest.count)
        return (0..<count).map { Self.sum(samples[$0], rest[rest.startIndex + $0]) }
    }

    private static func sum(_ first: Int16, _ second: Int16) -> Int16 {
        Int16(clamping: Int(first) + Int(second))
    }
}

extension VoiceLoop {
    /// The longest wait before handing over more of an earcon while speech plays to its end.
    static let earconWait = Duration.milliseconds(5)

    /// Starts an earcon.
    func begin(_ name: Earcon, volume: Int?) {
        let samples = name.samples(rate: synthesizer.rate, volume: volume)
        earcon = SoundingEarcon(samples, former: earcon, fade: synthesizer.rate.frames(in: FadeOut.duration))
    }

    /// Hands over as many of `samples` as there is room for, mixed with the current earcon.
    /// - Returns: how many samples were taken.
    func write(_ samples: Span<Int16>) throws(OutputError) -> Int {
        guard let earcon, !earcon.isWritten else { return try output.write(samples) }
        let count = try output.write(earcon.mixed(into: samples).span)
        self.earcon?.didHandOver(count)
        return count
    }

    /// Hands over the sound after the speech, if any: as much of the earcon, and of the silence after it, as there is room for.
    /// - Returns: whether nothing is left to hand over.
    func writeRest() throws(OutputError) -> Bool {
        if let rest = earcon?.rest, !rest.isEmpty {
            earcon?.didHandOver(try output.write(Array(rest).span))
            if earcon?.isWritten == false { return false }
        }
        return try output.padEnd()
    }

    /// Plays the earcon while nothing is spoken: until it has been heard, an utterance is about to be spoken (the earcon then continues
    /// over the speech), or a command silences it.
    func soundEarcon() {
        rest.end()
        do throws(OutputError) {
            if !output.isOpen {
                try openOutput()
                earcon?.delay(by: synthesizer.rate.frames(in: leadIn))
            }
            var lastTaken = SuspendingClock.now
            while let current = earcon, !backlog.hasNext, !isEnding {
                let isWritten = try writeRest()
                let delay = try output.delay()
                if earcon?.rest.count != current.rest.count { lastTaken = .now }
                if isWritten {
                    guard delay > 0 else { break }
                    wait(forRoom: false, atMost: synthesizer.rate.duration(of: delay))
                } else {
                    if lastTaken.duration(to: .now) > (output.hasBegun ? DevicePatience.toGoOn : DevicePatience.toBegin) {
                        throw OutputError.stalled(output.name)
                    }
                    wait(forRoom: false, atMost: Self.earconWait)
                }
            }
        } catch {
            didLoseDevice(error)
        }
        guard earcon?.isWritten == true, !backlog.hasNext else { return }
        earcon = nil
        output.didFallSilent()
        soundDidEnd()
    }
}
