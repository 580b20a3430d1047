import VoiceProtocol

/// The utterance being spoken, and its progress.
struct UtteranceInProgress {
    let command: SpeakCommand
    var timeline: Timeline
    /// Whether the utterance's first frame (of a pause, an earcon or speech) is on its way to the device.
    var isSounding = false
    /// Whether any part of the utterance is audible, an earcon or speech; otherwise it is unspeakable (T8).
    var hasSound = false
    /// Whether to cut the synthesizer's silence before its next sound (O3): at the beginning, after an earcon and after a pause.
    var awaitsSound = true
    /// Whether the device has accepted any of the utterance's sound, even if only the lead-in.
    var hasStarted = false
    /// The output's frame count before the utterance's first frame.
    var startFrame = 0
    var passage = Passage()
    var clausePause = ClausePause()
    /// The icon that was played instead of the previous segment.
    var playedIcon: String?

    /// The part of a segment that is being made: its text, or the pause and earcon before it.
    struct Passage {
        var segment = 0
        /// Frames of the utterance before this part.
        var startFrame = 0
        /// The frames inserted into the part's pauses so far (E8), minus those cut from its beginning (O3).
        var shift = 0
        /// Words a minute.
        var rate = SpeechSegment.usualRate
        /// Whether the volume is 0, so that no audible sound will come.
        var isMuted = false
    }

    init(_ command: SpeakCommand) {
        self.command = command
        timeline = Timeline(from: command.from ?? TextPosition(segment: 0, offset: 0), sendsWords: command.words)
    }

    /// Records that a sentence or word begins in the sound.
    mutating func note(_ event: SynthesisEvent) {
        let content: Timeline.Content
        switch event.kind {
        case .sentence: content = .sentence
        case .word: content = .word
        case .clauseEnd: return
        }
        note(content, offset: event.offset, length: event.length, frame: max(0, event.frame + passage.shift))
    }

    /// Adds an entry to the timeline.
    /// - Parameter frame: the entry's position, in frames since the passage began.
    mutating func note(_ content: Timeline.Content, offset: Int = 0, length: Int = 0, frame: Int = 0) {
        timeline.add(
            .init(frame: passage.startFrame + frame, content: content, segment: passage.segment, offset: offset, length: length))
    }

    /// Records that a clause has ended, once its sound has been handed over.
    mutating func end(_ event: SynthesisEvent) {
        if case .clauseEnd(let mark) = event.kind { clausePause.didEndClause(with: mark, at: passage.rate) }
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
