import SpeechQueue
import VoiceProtocol

/// Detects a hanging voice: a voice that does not become ready, does not start an utterance, or does not answer.
///
///     starting ──ready──▶ idle ──speak, resume──▶ given ──started──▶ sounding ──finished, failed──▶ idle
///                           └─stop, pause, check-up─▶ asked ──pong──▶ idle │ 0.7 s without an event
///                                                       ▲──────────────────┘
///
/// In addition, a voice counts as hanging if it sends nothing at all after a command, even if further commands follow. The time for which
/// the voice waits for a processor does not count: another voice would need the processor even more.
///
/// While the voice is idle, nothing is due, so the daemon does not wake up. A pure value: the caller passes the time.
struct VoiceWatch: Sendable {
    enum Verdict: Sendable, Equatable {
        /// Send a `ping`: the voice has sent nothing for a while.
        case ask
        /// The voice hangs: end it.
        case hung(String)
    }

    /// Seconds from the start to `ready`.
    static let patienceForReady = 5.0
    /// Seconds from `speak` to `started`, or from the end of the previous utterance; from the first command to any event; and from a
    /// check-up to its answer.
    static let patienceForStart = 2.0
    /// How many seconds a sounding voice may send nothing, and then how many its answer may take.
    static let heartbeat = 0.7
    /// How many seconds the answer to `stop` or `pause` may take. Ending the voice silences it too.
    static let patienceForSilence = 0.5
    /// The longest wait for the processor that is not counted, in seconds. On a busy machine, a voice that computes forever waits for the
    /// processor too.
    static let mostUncounted = 8.0
    /// A smaller gain, in seconds, does not postpone the verdict.
    static let leastUncounted = 0.01
    /// Seconds after which an unanswered voice is late: not hanging yet, but not worth waiting for.
    static let promptness = 0.3

    private enum State: Sendable {
        case starting(until: Instant)
        case idle
        case given(id: UInt64, since: Instant)
        case sounding(id: UInt64, until: Instant)
        case asked(sounding: UInt64?, since: Instant, until: Instant)

        var deadline: Instant? {
            switch self {
            case .idle: nil
            case .given(_, let since): since + VoiceWatch.patienceForStart
            case .starting(let until), .sounding(_, let until), .asked(_, _, let until): until
            }
        }
    }

    private var state: State
    /// When the voice counts as hanging if it sends nothing. Only the first command since the voice's last event sets this.
    private var unansweredUntil: Instant?
    /// The utterance that `resume` continues.
    private var paused: UInt64?
    /// A late voice: when it was first looked at, how many seconds it had waited for a processor at that look, and the caller's own delay.
    private var lateness: (since: Instant, waited: Double, callerDelay: Double)?
    /// How many seconds do not count.
    private var uncounted = 0.0
    /// Whether the previous utterance has ended since the voice received this one.
    private var hasTurned = false

    /// Starts the watch of a voice that was just started.
    init(at now: Instant) {
        state = .starting(until: now + Self.patienceForReady)
        lateness = (now, 0, 0)
    }

    /// When something is due; nil if nothing is.
    var deadline: Instant? {
        [state.deadline, unansweredUntil].compactMap { $0 }.min().map { $0 + uncounted }
    }

    /// When to call ``wake(at:secondsWaited:)``: when the voice becomes late, and when something is due; nil if never.
    var nextLook: Instant? {
        lateness == nil ? [lateAt, deadline].compactMap { $0 }.min() : deadline
    }

    private var lateAt: Instant? {
        switch state {
        case .starting, .idle, .sounding: nil
        case .given(_, let since), .asked(_, let since, _): since + Self.promptness
        }
    }

    /// Returns whether the voice has been slow to carry out a command.
    func isLate(at now: Instant) -> Bool {
        lateAt.map { $0 <= now } ?? false
    }

    /// Records that a command was sent to the voice.
    /// - Returns: whether to send a `ping` after it.
    mutating func didSend(_ command: VoiceCommand, at now: Instant) -> Bool {
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
        case (.pause, _), (.voices, _), (.transcribe, _), (.ping, _), (.device, _), (.earcon, _): break
        }
        return false
    }

    private mutating func give(_ id: UInt64, at now: Instant) {
        state = .given(id: id, since: now)
        hasTurned = false
        expectAnswer(at: now)
    }

    private mutating func ask(sounding id: UInt64?, patience: Double, at now: Instant) {
        state = .asked(sounding: id, since: now, until: now + patience)
        expectAnswer(at: now)
    }

    private mutating func expectAnswer(at now: Instant) {
        guard unansweredUntil == nil else { return }
        unansweredUntil = now + Self.patienceForStart
        // The voice has answered all earlier commands, so no earlier delay counts.
        (lateness, uncounted) = (nil, 0)
    }

    /// Begins a check-up of an idle voice.
    /// - Returns: whether to send a `ping`; a busy voice is watched anyway.
    mutating func checkUp(at now: Instant) -> Bool {
        guard case .idle = state else { return false }
        state = .asked(sounding: nil, since: now, until: now + Self.patienceForStart)
        return true
    }

    /// Records an event from the voice.
    mutating func didReceive(_ event: VoiceEvent, at now: Instant) {
        unansweredUntil = nil
        defer {
            switch state {
            case .idle, .sounding: (lateness, uncounted) = (nil, 0)
            // The voice still has to start or to answer, and its time continues.
            case .starting, .given, .asked: break
            }
        }
        switch event {
        case .finished(let id), .stopped(let id, _): didEnd(id, at: now)
        case .failed(let failure): didEnd(failure.id, at: now)
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

    private mutating func didEnd(_ id: UInt64, at now: Instant) {
        if paused == id { paused = nil }
        switch state {
        case .given(let own, _) where own == id, .sounding(let own, _) where own == id: state = .idle
        case .asked(let own, _, _) where own == id: state = .idle
        case .given(let next, _) where !hasTurned:
            // The voice begins the next utterance only now, so its time for that begins, once.
            hasTurned = true
            state = .given(id: next, since: now)
            (lateness, uncounted) = (nil, 0)
        case .starting, .idle, .given, .sounding, .asked: break
        }
    }

    /// Checks whether ``nextLook`` has come, and returns the verdict.
    /// - Parameter secondsWaited: how long the voice has waited for a processor since its start.
    mutating func wake(at now: Instant, secondsWaited: @autoclosure () -> Double) -> Verdict? {
        guard let deadline, deadline <= now || isLate(at: now) else { return nil }
        if lateness == nil, lateAt != nil {
            // If the first look comes after the deadline, the caller was short of processor time too: grant its delay, and look again.
            lateness = (now, secondsWaited(), max(0, now - deadline + (deadline <= now ? Self.promptness : 0)))
        }
        guard deadline <= now else { return nil }
        if let lateness {
            let more = lateness.callerDelay + min(max(0, secondsWaited() - lateness.waited), now - lateness.since, Self.mostUncounted)
            if more - uncounted >= Self.leastUncounted { uncounted = more }
        }
        return judge(at: now)
    }

    private mutating func judge(at now: Instant) -> Verdict? {
        if let until = state.deadline, until + uncounted <= now {
            switch state {
            case .idle: break
            case .starting: return .hung("not ready \(Int(Self.patienceForReady)) s after its start")
            case .given: return .hung("no sound \(Int(Self.patienceForStart)) s after it was asked to speak")
            case .sounding(let id, _):
                ask(sounding: id, patience: Self.heartbeat, at: now)
                return .ask
            case .asked: return .hung("it does not answer")
            }
        }
        guard let unansweredUntil, unansweredUntil + uncounted <= now else { return nil }
        return .hung("it has not answered for \(Int(Self.patienceForStart)) s")
    }
}
