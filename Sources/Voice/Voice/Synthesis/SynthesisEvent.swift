/// The beginning or end of a part of the client's text in the sound.
package struct SynthesisEvent {
    /// The kind of event.
    package enum Kind {
        case sentence, word
        /// A clause has ended, with its pause, at the end of the piece of sound that carries this event. nil: no mark calls for a pause.
        case clauseEnd(ClauseMark?)
    }

    /// The marks whose pauses have a minimum (E8).
    package enum ClauseMark { case comma, stop }

    package var kind: Kind
    /// The position in the segment's text, in Unicode scalars.
    package var offset: Int
    /// In Unicode scalars; 0 except for a word.
    package var length: Int
    /// The position in the sound, in frames since the synthesizer began to speak the segment.
    package var frame: Int

    package init(_ kind: Kind, offset: Int, length: Int = 0, frame: Int) {
        self.kind = kind
        self.offset = offset
        self.length = length
        self.frame = frame
    }
}
