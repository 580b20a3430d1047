import Messages
import Narration
import SpeechQueue

// The parts of an utterance, which the voice receives one after another: the parts of a long text (§9), or the parts in which the
// delivery searches for words that end voices (O7).
extension Delivery {
    /// Returns the part of a long utterance that begins at `position`, and the position in that part where the voice begins.
    mutating func readPart(
        of utterance: Utterance, from position: RunPosition?, isNext: Bool, by narrator: inout Narrator
    ) -> (Utterance, from: RunPosition?) {
        let part = narrator.readPart(of: utterance, from: position)
        if progress.search == nil { progress.next = part.next }
        var utterance = utterance
        utterance.runs = part.runs
        // The same pause as inside a text (E11), unless the part begins with its own pause.
        if isNext { utterance.follows = utterance.runs.first?.pause == nil ? 0 : nil }
        // The pause before a run that continues is over.
        return (utterance, position == nil || isNext ? nil : RunPosition(run: 0, offset: 0))
    }

    /// How the utterance in progress continues after the part that the voice received.
    enum Continuation {
        /// With its next part, from this position; nil: from the beginning of that part (O7).
        case part(RunPosition?)
        case end(hasLeftOut: Bool)
    }

    /// Finishes the part of the utterance in progress that the voice received: the whole utterance, a part of a long text (§9), or a part
    /// of the search for words that end voices (O7).
    /// - Parameter wasHeard: false if the part made no sound.
    mutating func didFinishPart(wasHeard: Bool) -> Continuation {
        progress.hasHeardPart = progress.hasHeardPart || wasHeard
        progress.search?.markHeard()
        if progress.search?.isOver == false {
            progress.sentence = nil
            return .part(nil)
        }
        return beginNextPart() ? .part(progress.sentence) : .end(hasLeftOut: progress.hasLeftOut)
    }

    /// Whether any part of the utterance in progress was heard to its end.
    var hasHeardPart: Bool { progress.hasHeardPart }

    /// Moves on to the part that follows the part the voice received.
    /// - Returns: false if there is none.
    mutating func beginNextPart() -> Bool {
        progress.hasLeftOut = progress.hasLeftOut || progress.search?.hasLeftOut == true
        guard let next = progress.next else { return false }
        (progress.search, progress.sentence, progress.next) = (nil, next, nil)
        return true
    }
}
