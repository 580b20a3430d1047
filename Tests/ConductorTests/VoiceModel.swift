import Conductor
import Messages
import SpeechQueue

/// A voice as a value: it takes a moment to begin, speaks each word in its time, can be paused, lost, and have no device.
struct VoiceModel {
    private static let secondsToBegin = 0.02
    private static let secondsPerWord = 0.3

    private(set) var utterance: Utterance?
    private(set) var isReady = true
    var deviceIsBroken = false
    private var hasStarted = false
    private var isPaused = false
    /// When it begins or ends what it speaks; while it is paused, how long it would take.
    private var due = Instant(seconds: 0)
    private var left = 0.0
    /// When the next voice is ready after one was lost.
    private var readyAt: Instant?

    /// When ``report(at:)`` has something to tell; nil: not by itself.
    var nextEvent: Instant? { readyAt ?? (utterance == nil || isPaused ? nil : due) }

    /// Returns the report of its next event.
    mutating func report(at now: Instant) -> VoiceReport? {
        if let readyAt, readyAt <= now {
            self.readyAt = nil
            isReady = true
            return .ready(synthesizer: "eSpeak NG 1.51")
        }
        guard let speaking = utterance, !isPaused, due <= now else { return nil }
        if deviceIsBroken {
            utterance = nil
            return .failed(speaking.id, .deviceFailed, message: "no device")
        }
        if hasStarted {
            utterance = nil
            return .finished(speaking.id)
        }
        hasStarted = true
        due = now + Double(speaking.runs.reduce(1) { $0 + $1.text.count { $0 == " " } }) * Self.secondsPerWord
        return .started(speaking.id)
    }

    mutating func speak(_ next: Utterance, at now: Instant) {
        utterance = next
        hasStarted = false
        left = Self.secondsToBegin
        due = now + left
    }

    /// It is silent, and forgets what it spoke.
    @discardableResult
    mutating func drop() -> Utterance? {
        defer { utterance = nil }
        return utterance
    }

    mutating func lose(until ready: Instant) {
        utterance = nil
        isReady = false
        isPaused = false
        readyAt = ready
    }

    mutating func pause(at now: Instant) {
        guard !isPaused else { return }
        isPaused = true
        left = max(0, due - now)
    }

    mutating func resume(at now: Instant) {
        guard isPaused else { return }
        isPaused = false
        due = now + left
    }
}
