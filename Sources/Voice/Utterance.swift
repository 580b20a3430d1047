import VoiceProtocol

/// The utterance being spoken, and how far it is.
struct Utterance {
    let command: SpeakCommand
    var timeline: Timeline
    /// Whether the first audible sample was found; all before it is cut (O3).
    var isSounding = false
    /// Whether its first sample was handed to the device.
    var hasStarted = false
    /// How many frames the output had taken before the first of this one.
    var startFrame = 0
    /// The segment being synthesized.
    var passage = Passage()

    /// One run of the synthesizer within a segment.
    struct Passage {
        var segment = 0
        /// Nil while a character is spelled: then the synthesizer's words are not the text's.
        var text: SpokenText?
        /// Frames of the utterance before this run.
        var startFrame = 0
        /// Frames cut from its beginning (O3).
        var cutFrames = 0
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
        if event.kind == .word, event.length == 0 { return }
        let start = text.offset(of: event.position)
        let end = text.offset(of: min(event.position + event.length, text.scalars.count))
        timeline.add(
            Timeline.Entry(
                frame: max(0, passage.startFrame + event.frame - passage.cutFrames),
                content: event.kind == .word ? .word : .sentence, segment: passage.segment, offset: start, length: end - start))
    }

    /// The event that tells an entry of the timeline.
    func event(_ entry: Timeline.Entry) -> VoiceEvent {
        let span = VoiceEvent.TextSpan(id: command.id, segment: entry.segment, offset: entry.offset, length: entry.length)
        return switch entry.content {
        case .sentence: .sentence(span)
        case .word: .word(span)
        case .mark(let name): .mark(id: command.id, name: name)
        }
    }
}
