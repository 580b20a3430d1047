import SpeechQueue
import VoiceProtocol

/// Notices a voice that hangs: one that does not get ready, does not start what it is given, or does not answer.
///
///     starting ──ready──▶ idle ──speak──▶ given ──started──▶ sounding ──finished, failed, paused──▶ idle
///                           └──stop──▶ asked ──any event──▶ idle        │ 0.7 s without an event
///                                        ▲───────────────────────────────┘
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
    /// Seconds from `speak` to `started`.
    static let patienceForStart = 2.0
    /// Seconds for which a sounding voice may say nothing; and then for its answer.
    static let heartbeat = 0.7
    /// Seconds for which a voice that was told to be silent may not answer. Ending it is silence too.
    static let patienceForSilence = 0.5

    private enum State: Sendable {
        case starting(until: Instant)
        case idle
        case given(id: UInt64, until: Instant)
        case sounding(id: UInt64, until: Instant)
        case asked(sounding: UInt64?, until: Instant)
    }

    private var state: State

    /// The voice was started.
    init(at now: Instant) {
        state = .starting(until: now + Self.patienceForReady)
    }

    /// When ``wake(at:)`` has something to say; nil if never.
    var deadline: Instant? {
        switch state {
        case .idle: nil
        case .starting(let until), .given(_, let until), .sounding(_, let until), .asked(_, let until): until
        }
    }

    /// A command was sent to the voice.
    /// - Returns: whether a `ping` should follow it.
    mutating func sent(_ command: VoiceCommand, at now: Instant) -> Bool {
        switch (command, state) {
        case (_, .starting): return false
        case (.speak(let speak), _): state = .given(id: speak.id, until: now + Self.patienceForStart)
        case (.stop, .idle), (.pause, .idle): return false
        case (.stop, _), (.pause, _):
            state = .asked(sounding: nil, until: now + Self.patienceForSilence)
            return true
        case (.resume, _), (.voices, _), (.ping, _), (.device, _), (.earcon, _): break
        }
        return false
    }

    /// The voice said something.
    mutating func told(_ event: VoiceEvent, at now: Instant) {
        switch (event, state) {
        case (.ready, .starting): state = .idle
        case (_, .starting), (_, .idle): break
        case (.started(let id), .given(let given, _)) where id == given: state = .sounding(id: id, until: now + Self.heartbeat)
        case (.finished(let id), .given(let own, _)) where id == own, (.finished(let id), .sounding(let own, _)) where id == own:
            state = .idle
        case (.failed(let failure), .given(let own, _)) where failure.id == own: state = .idle
        case (.failed(let failure), .sounding(let own, _)) where failure.id == own: state = .idle
        case (.finished(let id), .asked(let own, _)) where own == id: state = .idle
        case (.failed(let failure), .asked(let own, _)) where own == failure.id: state = .idle
        case (_, .given): break
        case (_, .sounding(let id, _)): state = .sounding(id: id, until: now + Self.heartbeat)
        case (.pong, .asked(let id, _)): state = id.map { .sounding(id: $0, until: now + Self.heartbeat) } ?? .idle
        case (_, .asked): break
        }
    }

    /// The ``deadline`` may have come.
    mutating func wake(at now: Instant) -> Verdict? {
        guard let deadline, deadline <= now else { return nil }
        switch state {
        case .idle: return nil
        case .starting: return .hung("not ready \(Int(Self.patienceForReady)) s after its start")
        case .given: return .hung("nothing heard \(Int(Self.patienceForStart)) s after it was told to speak")
        case .sounding(let id, _):
            state = .asked(sounding: id, until: now + Self.heartbeat)
            return .ask
        case .asked: return .hung("it does not answer")
        }
    }
}
