import CESpeakNG
import Voice

/// A segment's sound on its way from the library to the sink. Its events refer to the client's text.
struct SegmentOutput {
    private let sink: any SampleSink
    /// The text given to the library; nil if the library reports words that are not the client's, but those of a character's name or of
    /// phonemes.
    private let text: SpokenText?
    /// Whether the sink has asked to stop.
    private(set) var isEnded = false
    /// How many frames of the segment were delivered so far, and how many before the current call of the library.
    private var frames = 0
    private var callStart = 0

    init(to sink: any SampleSink, of text: SpokenText? = nil) {
        self.sink = sink
        self.text = text
    }

    mutating func beginCall() { callStart = frames }

    /// Sends an event for the sound that comes next.
    mutating func announce(_ kind: SynthesisEvent.Kind, offset: Int, length: Int = 0) {
        _ = hand(over: Span(), [SynthesisEvent(kind, offset: offset, length: length, frame: frames)])
    }

    /// Hands over a piece of sound, and the events that begin in it.
    /// - Returns: whether to continue.
    mutating func hand(over samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool {
        frames += samples.count
        isEnded = !sink.receive(samples, events)
        return !isEnded
    }

    /// Translates an event of the library; returns nil if the event does not concern the client's text.
    /// - Parameters:
    ///   - position: the position in the text given to the library, in Unicode scalars.
    ///   - sample: the position in the sound of the current call.
    func event(_ type: espeak_EVENT_TYPE, at position: Int, length: Int, sample: Int) -> SynthesisEvent? {
        guard let text else { return nil }
        let frame = callStart + sample
        if type == espeakEVENT_END {
            // The clause ends together with the piece of sound that carries this event, at any rate (measured). The position is the last
            // scalar's: a space after the clause's mark, or the mark if nothing follows.
            return SynthesisEvent(.clauseEnd(text.clauseMark(upTo: position + 1)), offset: 0, frame: frame)
        }
        // Ignore words of length 0 or outside the text: eSpeak NG reports such words for punctuation marks that it names.
        guard (0..<text.scalars.count).contains(position) else { return nil }
        let offset = text.offset(of: position)
        switch type {
        case espeakEVENT_WORD where length != 0:
            let end = text.offset(of: min(position + length, text.scalars.count))
            return SynthesisEvent(.word, offset: offset, length: end - offset, frame: frame)
        case espeakEVENT_SENTENCE: return SynthesisEvent(.sentence, offset: offset, frame: frame)
        default: return nil
        }
    }
}
