import SpeechQueue
import VoiceProtocol

/// Notices a voice that hangs: one that does not get ready, does not start what it is given, or does not answer.
///
///     starting ──ready──▶ idle ──speak, resume──▶ given ──started──▶ sounding ──finished, failed──▶ idle
///                           └─stop, pause, check-up─▶ asked ──pong──▶ idle │ 0.7 s without an event
///                                                       ▲──────────────────┘
///
/// Beside that, one that is told something and says nothing at all hangs, however often it is told something else meanwhile.
///
/// While the voice is idle nothing is due, so nothing wakes up. A pure value: the caller says what time it is.
struct VoiceWatch: Sendable {
    enum Verdict: Sendable, Equatable {
        /// Send it a `ping`: it has not been heard for a while.
        case ask
        /// It hangs: end it.
        case hung(String)
    }

    /// Seconds from its start to `ready`.
    static let patienceForReady = 5.0
    /// Seconds from `speak` to `started`, from the first command to any event, and to an idle one's answer.
    static let patienceForStart = 2.0
    /// Seconds for which a sounding voice may say nothing; and then for its answer.
    static let heartbeat = 0.7
    /// Seconds for which a voice that was told to be silent may not answer. Ending it is silence too.
    static let patienceForSilence = 0.5
    /// Seconds after which a voice that was given or asked something is late: no hang yet, but not worth waiting for.
    static let promptness = 0.3

    private enum State: Sendable {
        case starting(until: Instant)
        case idle
        case given(id: UInt64, until: Instant)
        case sounding(id: UInt64, until: Instant)
        case asked(sounding: UInt64?, since: Instant, until: Instant)

        var deadline: Instant? {
            switch self {
            case .idle: nil
            case .starting(let until), .given(_, let until), .sounding(_, let until), .asked(_, _, let until): until
            }
        }
    }

    private var state: State
    /// When it hangs if it says nothing: set by the first command since it last said something, and by no later one.
    private var unansweredUntil: Instant?
    /// What it goes on with at `resume`.
    private var paused: UInt64?

    /// The voice was started.
    init(at now: Instant) {
        state = .starting(until: now + Self.patienceForReady)
    }

    /// When ``wake(at:)`` has something to say; nil if never.
    var deadline: Instant? {
        [state.deadline, unansweredUntil].compactMap { $0 }.min()
    }

    /// Whether it has not done for a while what it was told.
    func isLate(at now: Instant) -> Bool {
        switch state {
        case .starting, .idle, .sounding: false
        case .given(_, let until): until - now <= Self.patienceForStart - Self.promptness
        case .asked(_, let since, _): now >= since + Self.promptness
        }
    }

    /// A command was sent to the voice.
    /// - Returns: whether a `ping` should follow it.
    mutating func sent(_ command: VoiceCommand, at now: Instant) -> Bool {
        switch (command, state) {
        case (_, .starting): return false
        case (.speak(let speak), _):
            paused = nil
            give(speak.id, at: now)
        case (.stop, .idle):
            paused = nil
            return false
        case (.pause, .idle): return false
        case (.stop, _):
            paused = nil
            ask(sounding: nil, patience: Self.patienceForSilence, at: now)
            return true
        case (.pause, .given(let id, _)), (.pause, .sounding(let id, _)), (.pause, .asked(let id?, _, _)):
            paused = id
            ask(sounding: nil, patience: Self.patienceForSilence, at: now)
            return true
        case (.resume, _):
            if let paused { give(paused, at: now) }
            paused = nil
        case (.pause, _), (.voices, _), (.ping, _), (.device, _), (.earcon, _): break
        }
        return false
    }

    private mutating func give(_ id: UInt64, at now: Instant) {
        state = .given(id: id, until: now + Self.patienceForStart)
        unansweredUntil = unansweredUntil ?? now + Self.patienceForStart
    }

    private mutating func ask(sounding id: UInt64?, patience: Double, at now: Instant) {
        state = .asked(sounding: id, since: now, until: now + patience)
        unansweredUntil = unansweredUntil ?? now + Self.patienceForStart
    }

    /// Nobody has asked for long whether it is well: now somebody does.
    /// - Returns: whether a `ping` is to be sent; a voice that has something to do is watched anyway.
    mutating func checkUp(at now: Instant) -> Bool {
        guard case .idle = state else { return false }
        state = .asked(sounding: nil, since: now, until: now + Self.patienceForStart)
        return true
    }

    /// The voice said something.
    mutating func told(_ event: VoiceEvent, at now: Instant) {
        unansweredUntil = nil
        switch event {
        case .finished(let id), .stopped(let id): ended(id)
        case .failed(let failure): ended(failure.id)
        default: break
        }
        switch (event, state) {
        case (.ready, .starting): state = .idle
        case (.started(let id), .idle): state = .sounding(id: id, until: now + Self.heartbeat)
        case (.started(let id), .given(let given, _)) where id == given: state = .sounding(id: id, until: now + Self.heartbeat)
        case (_, .sounding(let id, _)): state = .sounding(id: id, until: now + Self.heartbeat)
        case (.pong, .asked(let id, _, _)): state = id.map { .sounding(id: $0, until: now + Self.heartbeat) } ?? .idle
        case (_, .starting), (_, .idle), (_, .given), (_, .asked): break
        }
    }

    private mutating func ended(_ id: UInt64) {
        if paused == id { paused = nil }
        switch state {
        case .given(let own, _) where own == id, .sounding(let own, _) where own == id: state = .idle
        case .asked(let own, _, _) where own == id: state = .idle
        case .starting, .idle, .given, .sounding, .asked: break
        }
    }

    /// The ``deadline`` may have come.
    mutating func wake(at now: Instant) -> Verdict? {
        if let until = state.deadline, until <= now {
            switch state {
            case .idle: break
            case .starting: return .hung("not ready \(Int(Self.patienceForReady)) s after its start")
            case .given: return .hung("nothing heard \(Int(Self.patienceForStart)) s after it was told to speak")
            case .sounding(let id, _):
                ask(sounding: id, patience: Self.heartbeat, at: now)
                return .ask
            case .asked: return .hung("it does not answer")
            }
        }
        guard let unansweredUntil, unansweredUntil <= now else { return nil }
        return .hung("it has said nothing for \(Int(Self.patienceForStart)) s")
    }
}
