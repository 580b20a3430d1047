import Conductor
package import SpeechQueue

/// A sound that was heard in a replay, completely or cut.
package struct HeardSound: Sendable {
    package var at: Instant
    /// How long it was heard, in seconds.
    package var duration: Double
    package var samples: RenderedSamples?
}

/// The state of a replay's voice: up to one utterance, and earcons played over it.
struct SpeechInProgress {
    private enum State {
        case idle
        case preparing(Utterance, from: RunPosition?, since: Instant)
        case speaking(Utterance, RenderedSound, since: Instant)
        case paused(Utterance?, from: RunPosition?)
    }
    private var state = State.idle
    /// Earcons that may still be playing: indices into ``heard``.
    private var earcons: [Int] = []

    private var heard: [HeardSound] = []

    /// Returns the sounds that were heard since the last call.
    mutating func takeHeard() -> [HeardSound] {
        defer { (heard, earcons) = ([], []) }
        return heard
    }

    /// When the next utterance begins; nil if none is about to begin.
    var begins: Instant? { if case .preparing(_, _, let since) = state { since } else { nil } }

    /// When the utterance reaches its end; nil if none is being spoken.
    var ends: Instant? { if case .speaking(_, let sound, let since) = state { since + sound.duration } else { nil } }

    var toBegin: (Utterance, from: RunPosition?)? {
        if case .preparing(let utterance, let position, _) = state { (utterance, position) } else { nil }
    }

    /// The word that is heard; nil if none is.
    func word(at now: Instant) -> RunPosition? {
        if case .speaking(_, let sound, let since) = state { sound.word(at: now - since) } else { nil }
    }

    mutating func prepare(_ utterance: Utterance, from position: RunPosition?, at now: Instant) {
        if case .paused = state {
            state = .paused(utterance, from: position)
        } else {
            state = .preparing(utterance, from: position, since: now)
        }
    }

    mutating func begin(_ sound: RenderedSound, at now: Instant) {
        guard case .preparing(let utterance, _, _) = state else { return }
        state = .speaking(utterance, sound, since: now)
    }

    /// Ends the utterance, which was heard to its end, and returns its id.
    mutating func end(at now: Instant) -> UtteranceID? {
        guard case .speaking(let utterance, _, _) = state else { return nil }
        addHeard(until: now)
        state = .idle
        return utterance.id
    }

    mutating func silence(at now: Instant) {
        addHeard(until: now)
        endEarcons(at: now)
        if case .paused = state { state = .paused(nil, from: nil) } else { state = .idle }
    }

    mutating func pause(at now: Instant) {
        addHeard(until: now)
        endEarcons(at: now)
        switch state {
        case .idle: state = .paused(nil, from: nil)
        case .preparing(let utterance, let position, _): state = .paused(utterance, from: position)
        case .speaking(let utterance, _, _): state = .paused(utterance, from: word(at: now))
        case .paused: break
        }
    }

    mutating func resume(at now: Instant) {
        guard case .paused(let utterance, let position) = state else { return }
        state = utterance.map { .preparing($0, from: position, since: now) } ?? .idle
    }

    /// Plays an earcon over the current utterance.
    mutating func sound(_ sound: RenderedSound, at now: Instant) {
        earcons.removeAll { heard[$0].at + heard[$0].duration <= now }
        earcons.append(heard.count)
        heard.append(HeardSound(at: now, duration: sound.duration, samples: sound.samples))
    }

    private mutating func endEarcons(at now: Instant) {
        for index in earcons { heard[index].duration = min(heard[index].duration, now - heard[index].at) }
        earcons = []
    }

    private mutating func addHeard(until now: Instant) {
        guard case .speaking(_, let sound, let since) = state else { return }
        heard.append(HeardSound(at: since, duration: min(sound.duration, now - since), samples: sound.samples))
    }
}
