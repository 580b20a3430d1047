import DequeModule
import VoiceProtocol

/// The utterances that are still to be spoken, in order, and the pause that may hold them up (O5).
struct Backlog {
    private var waiting: Deque<SpeakCommand> = []
    /// Whether `pause` is in effect, and the utterance that continues with `resume`.
    private(set) var isPaused = false
    private var suspended: SpeakCommand?

    /// Whether an utterance may begin now.
    var hasNext: Bool { !isPaused && !waiting.isEmpty }

    /// Removes and returns the utterance that may begin now.
    mutating func next() -> SpeakCommand? { isPaused ? nil : waiting.popFirst() }

    mutating func append(_ command: SpeakCommand) { waiting.append(command) }

    mutating func pause() { isPaused = true }

    /// Keeps the rest of the utterance that the pause has interrupted.
    mutating func suspend(_ rest: SpeakCommand) { suspended = rest }

    mutating func resume() {
        isPaused = false
        if let suspended { waiting.prepend(suspended) }
        suspended = nil
    }

    /// Removes all utterances, and returns their ids.
    mutating func removeAll() -> [UInt64] {
        defer { (suspended, waiting) = (nil, []) }
        return (suspended.map { [$0.id] } ?? []) + waiting.map(\.id)
    }
}
