import Messages
import Narration
import SpeechQueue

// The parts of an utterance, which the voice receives one after another: of a long text (§9), and in the search for words that end voices
// (O7).
extension Delivery {
    /// Returns the part of a long utterance that begins at `position`, and where the voice begins in that.
    mutating func readPart(
        of utterance: Utterance, from position: RunPosition?, isNext: Bool, by narrator: inout Narrator
    ) -> (Utterance, from: RunPosition?) {
        let part = narrator.readPart(of: utterance, from: position)
        if progress.search == nil { progress.next = part.next }
        var utterance = utterance
        utterance.runs = part.runs
        // The same pause as inside a text (E11), unless the part begins with one of its own.
        if isNext { utterance.follows = utterance.runs.first?.pause == nil ? 0 : nil }
        // The pause before a run that continues is over.
        return (utterance, position == nil || isNext ? nil : RunPosition(run: 0, offset: 0))
    }

    /// How an utterance in progress goes on after what the voice received.
    enum Continuation {
        /// With its next part, from this place; nil: from the part's beginning (O7).
        case part(RunPosition?)
        case end(hasLeftOut: Bool)
    }

    /// Ends what the voice received of the utterance in progress: all of it, a part of a long one (§9), or a part in which words are
    /// searched for that end voices (O7).
    /// - Parameter wasHeard: false if it made no sound.
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

    /// Turns to the part after the one that the voice received.
    /// - Returns: false if there is none.
    mutating func beginNextPart() -> Bool {
        progress.hasLeftOut = progress.hasLeftOut || progress.search?.hasLeftOut == true
        guard let next = progress.next else { return false }
        (progress.search, progress.sentence, progress.next) = (nil, next, nil)
        return true
    }
}
