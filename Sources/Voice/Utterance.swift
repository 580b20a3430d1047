import VoiceProtocol

/// The utterance being spoken, and how far it is.
struct Utterance {
    let command: SpeakCommand
    var timeline: Timeline
    /// Whether its first frame is on its way to the device: of a pause, an earcon or speech.
    var isSounding = false
    /// Whether something of it can be heard, an earcon or speech; else it is unspeakable (T8).
    var hasSound = false
    /// Whether all that the synthesizer makes before its next sound is cut (O3): at the beginning, after an earcon and after a pause.
    var awaitsSound = true
    /// Whether the device has taken something for it, if only of its lead-in.
    var hasStarted = false
    /// How many frames the output had taken before the first of this one.
    var startFrame = 0
    /// The segment being synthesized.
    var passage = Passage()
    var clausePause = ClausePause()

    /// One run of the synthesizer within a segment.
    struct Passage {
        var segment = 0
        /// Nil while a character is spelled: then the synthesizer's words are not the text's.
        var text: SpokenText?
        /// Frames of the utterance before this run.
        var startFrame = 0
        /// Frames put into its pauses so far (E8), less those cut from its beginning (O3).
        var shift = 0
        /// Words a minute.
        var rate = SpeechParameters.usualRate
        /// At volume 0 there is nothing audible to wait for.
        var isMuted = false
    }

    init(_ command: SpeakCommand) {
        self.command = command
        timeline = Timeline(from: command.from ?? TextPosition(segment: 0, offset: 0), tellsWords: command.words)
    }

    /// Notes what the synthesizer says begins in the sound, in the client's places.
    mutating func note(_ event: SynthesisEvent) {
        // Words of length 0 or outside the text are none: eSpeak NG reports some for punctuation that it names.
        guard let text = passage.text, (0..<text.scalars.count).contains(event.position) else { return }
        if event.kind == .clauseEnd || (event.kind == .word && event.length == 0) { return }
        let start = text.offset(of: event.position)
        let end = text.offset(of: min(event.position + event.length, text.scalars.count))
        timeline.add(
            Timeline.Entry(
                frame: passage.startFrame + max(0, event.frame + passage.shift),
                content: event.kind == .word ? .word : .sentence, segment: passage.segment, offset: start, length: end - start))
    }

    /// Notes what `event` says has ended in the sound, once that was handed over.
    mutating func end(_ event: SynthesisEvent) {
        guard event.kind == .clauseEnd, let text = passage.text else { return }
        clausePause.clauseEnded(text.scalars.prefix(max(0, event.position + 1)), at: passage.rate)
    }

    /// The event that tells an entry of the timeline; nil if none does.
    /// - Parameter withFrame: whether it tells its frame too.
    func event(_ entry: Timeline.Entry, withFrame: Bool) -> VoiceEvent? {
        let frame = withFrame ? entry.frame : nil
        let span = VoiceEvent.TextSpan(
            id: command.id, segment: entry.segment, offset: entry.offset, length: entry.length, frame: frame)
        return switch entry.content {
        case .lead: nil
        case .sentence: .sentence(span)
        case .word: .word(span)
        case .mark(let name): .mark(id: command.id, name: name, frame: frame)
        }
    }
}
