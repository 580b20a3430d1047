import VoiceProtocol

/// The utterance being spoken, and its progress.
struct Utterance {
    let command: SpeakCommand
    var timeline: Timeline
    /// Whether its first frame (of a pause, an earcon or speech) is on its way to the device.
    var isSounding = false
    /// Whether any of it is audible, an earcon or speech; otherwise it is unspeakable (T8).
    var hasSound = false
    /// Whether to cut the synthesizer's silence before its next sound (O3): at the beginning, after an earcon and after a pause.
    var awaitsSound = true
    /// Whether the device has accepted any of its sound, even if only the lead-in.
    var hasStarted = false
    /// The output's frame count before the utterance's first frame.
    var startFrame = 0
    var passage = Passage()
    var clausePause = ClausePause()

    /// One run of the synthesizer within a segment.
    struct Passage {
        var segment = 0
        /// Nil while a character is spelled, because the synthesizer's words are then not those of the text.
        var text: SpokenText?
        /// Frames of the utterance before this run.
        var startFrame = 0
        /// Frames inserted into its pauses so far (E8), minus those cut from its beginning (O3).
        var shift = 0
        /// Words a minute.
        var rate = SpeechParameters.usualRate
        /// Whether the volume is 0, so that there is nothing audible to wait for.
        var isMuted = false
    }

    init(_ command: SpeakCommand) {
        self.command = command
        timeline = Timeline(from: command.from ?? TextPosition(segment: 0, offset: 0), tellsWords: command.words)
    }

    /// Records that a sentence or word begins in the sound, with positions in the client's text.
    mutating func note(_ event: SynthesisEvent) {
        // Ignore words of length 0 or outside the text: eSpeak NG reports some for punctuation that it names.
        guard let text = passage.text, (0..<text.scalars.count).contains(event.position) else { return }
        if event.kind == .clauseEnd || (event.kind == .word && event.length == 0) { return }
        let start = text.offset(of: event.position)
        let end = text.offset(of: min(event.position + event.length, text.scalars.count))
        timeline.add(
            Timeline.Entry(
                frame: passage.startFrame + max(0, event.frame + passage.shift),
                content: event.kind == .word ? .word : .sentence, segment: passage.segment, offset: start, length: end - start))
    }

    /// Records that a clause has ended, once its sound has been handed over.
    mutating func end(_ event: SynthesisEvent) {
        guard event.kind == .clauseEnd, let text = passage.text else { return }
        clausePause.clauseEnded(text.scalars.prefix(max(0, event.position + 1)), at: passage.rate)
    }

    /// Returns the event for an entry of the timeline; nil if there is none.
    /// - Parameter withFrame: whether the event includes its frame.
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
