package import JSONLines
package import Messages

// VoiceProtocol is the protocol between announced and announced-voice, over a socket pair: one JSON object per line in each direction, so
// that a user can control the voice from a terminal. It is private to these two programs; other programs connect to announced.

/// A command to the voice. On the wire: `{"command":"speak","id":1,"segments":[{"text":"Hello"}]}`.
package enum VoiceCommand: Sendable, Equatable {
    /// Speak this after everything received before.
    case speak(SpeakCommand)
    /// Fall silent at once, and discard every `speak` received so far. The reply to each of them is `stopped`.
    case stop
    /// Fall silent at once; `resume` continues at the word being heard (O5).
    case pause
    case resume
    /// Answer with ``VoiceEvent/voices(_:)``.
    case voices
    /// Answer with ``VoiceEvent/transcription(id:_:)`` as soon as the synthesizer is free, without making a sound.
    case transcribe(id: UInt64, segments: [SpeechSegment])
    /// Answer with ``VoiceEvent/pong`` at once, even while speaking.
    case ping
    /// Use another PCM from the next opening on (nil: keep the current one), and answer with ``VoiceEvent/device(_:)``.
    case device(name: String?)
    /// Play a short sound at once, over any speech, which continues. No event follows. Of several simultaneous earcons, only the newest is
    /// heard. `volume`: 0 to 100, default 100.
    case earcon(Earcon, volume: Int?)
}

/// An utterance for the voice.
package struct SpeakCommand: Sendable, Equatable {
    /// Identifies the utterance in the voice's events. Never reused.
    package var id: UInt64
    package var segments: [SpeechSegment]
    /// Whether to send `word` events, each of which costs a wake-up.
    package var words: Bool
    /// The position to begin at, where an earlier attempt was interrupted; nil: the beginning.
    package var from: TextPosition?
    /// E11: seconds since the preceding utterance was heard to its end, if the pause for that utterance's last punctuation mark precedes
    /// this one; nil: no pause.
    package var follows: Double?

    package init(id: UInt64, segments: [SpeechSegment], words: Bool = false, from: TextPosition? = nil, follows: Double? = nil) {
        self.follows = follows
        self.id = id
        self.segments = segments
        self.words = words
        self.from = from
    }
}

/// A position in an utterance's text.
package struct TextPosition: Sendable, Equatable {
    /// The index into the utterance's segments.
    package var segment: Int
    /// The offset from the segment's beginning, in Unicode scalars.
    package var offset: Int

    package init(segment: Int, offset: Int) {
        self.segment = segment
        self.offset = offset
    }
}

extension VoiceCommand: JSONFields {
    package static var blank: VoiceCommand { .ping }
    fileprivate enum Name: String, CaseIterable { case speak, transcribe, stop, pause, resume, voices, ping, device, earcon }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        if fields.isReading {
            var name = Name.ping
            try fields.word("command", &name)
            self = Self.blank(name)
        }
        switch self {
        case .speak(var speak):
            fields.name(.speak)
            try speak.pass(&fields)
            self = .speak(speak)
        case .transcribe(var id, var segments):
            fields.name(.transcribe)
            try fields.required("id", &id)
            try fields.list("segments", &segments)
            self = .transcribe(id: id, segments: segments)
        case .stop: fields.name(.stop)
        case .pause: fields.name(.pause)
        case .resume: fields.name(.resume)
        case .voices: fields.name(.voices)
        case .ping: fields.name(.ping)
        case .device(var name):
            fields.name(.device)
            try fields.optional("name", &name)
            self = .device(name: name)
        case .earcon(var earcon, var volume):
            fields.name(.earcon)
            try fields.word("name", &earcon)
            try fields.optional("volume", &volume)
            self = .earcon(earcon, volume: volume)
        }
    }

    private static func blank(_ name: Name) -> VoiceCommand {
        switch name {
        case .speak: .speak(.blank)
        case .transcribe: .transcribe(id: 0, segments: [])
        case .stop: .stop
        case .pause: .pause
        case .resume: .resume
        case .voices: .voices
        case .ping: .ping
        case .device: .device(name: nil)
        case .earcon: .earcon(.screenChanged, volume: nil)
        }
    }
}

extension FieldPass {
    fileprivate mutating func name(_ name: VoiceCommand.Name) { constant("command", name.rawValue) }
}

extension SpeakCommand: JSONFields {
    package static var blank: SpeakCommand { SpeakCommand(id: 0, segments: []) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.list("segments", &segments)
        try fields.field("words", &words, default: false)
        try fields.object("from", &from)
        try fields.optional("follows", &follows)
    }
}

extension TextPosition: JSONFields {
    package static var blank: TextPosition { TextPosition(segment: 0, offset: 0) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("segment", &segment)
        try fields.required("offset", &offset)
    }
}
