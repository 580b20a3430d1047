// VoiceProtocol is what announced and announced-voice say to each other over one socket pair: a JSON object a line each way, so that
// a person can drive the voice from a terminal. It is private to the two; other programs speak to announced.

/// What the voice is asked to do. On the wire: `{"command":"speak","id":1,"segments":[{"text":"Hello"}]}`.
package enum VoiceCommand: Sendable, Equatable {
    /// Speak after whatever is being spoken.
    case speak(SpeakCommand)
    /// Silence now, and forget every `speak` received so far; each answers `stopped`.
    case stop
    /// Silence now, and go on with `resume` at the word that was being heard (O5).
    case pause
    case resume
    /// Answer with ``VoiceEvent/voices(_:)``.
    case voices
    /// Answer with ``VoiceEvent/pong``, at once, whatever else is going on.
    case ping
    /// Use another PCM from the next opening on (nil: the same), and answer with ``VoiceEvent/device(_:)``.
    case device(name: String?)
}

/// An utterance for the voice.
package struct SpeakCommand: Sendable, Equatable, Codable {
    /// Names the utterance in the voice's events. Never reused.
    package var id: UInt64
    package var segments: [SpeechSegment]
    /// Whether `word` events are wanted: each costs a wake-up.
    package var words: Bool
    /// Where to begin; the beginning, unless an earlier attempt was lost on the way.
    package var from: TextPosition?

    package init(id: UInt64, segments: [SpeechSegment], words: Bool = false, from: TextPosition? = nil) {
        self.id = id
        self.segments = segments
        self.words = words
        self.from = from
    }

    private enum CodingKeys: CodingKey { case id, segments, words, from }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UInt64.self, forKey: .id)
        segments = try container.decode([SpeechSegment].self, forKey: .segments)
        words = try container.decodeIfPresent(Bool.self, forKey: .words) ?? false
        from = try container.decodeIfPresent(TextPosition.self, forKey: .from)
    }
}

/// Text to be spoken in one manner. Fields that are nil are eSpeak NG's defaults.
package struct SpeechSegment: Sendable, Equatable, Codable {
    package var text: String
    /// A language tag, such as `en-us` or `de`; `voice` outranks it.
    package var language: String?
    /// A voice's identifier or name, with an optional variant: `gmw/en-US`, `English (America)`, `en-us+f3`.
    package var voice: String?
    /// Words a minute, 80 to 900.
    package var rate: Int?
    /// 0 to 100; 50 is the voice's own.
    package var pitch: Int?
    /// 0 to 100; 100 is the voice's own.
    package var volume: Int?
    package var punctuation: Punctuation?
    package var capitals: Capitals?
    /// Whether the text is spelled, a character at a time (T7).
    package var spell: Bool?
    /// A name to be told by a `mark` event when the segment begins to be heard; its text may be empty.
    package var mark: String?

    package init(
        text: String, language: String? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, volume: Int? = nil,
        punctuation: Punctuation? = nil, capitals: Capitals? = nil, spell: Bool? = nil, mark: String? = nil
    ) {
        self.text = text
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
        self.punctuation = punctuation
        self.capitals = capitals
        self.spell = spell
        self.mark = mark
    }

    /// Which punctuation marks are named (T5).
    package enum Punctuation: String, Sendable, Codable, CaseIterable { case none, some, most, all }
    /// How a capital letter is told (T6): not, by pitch, by the word "capital", by a sound.
    package enum Capitals: String, Sendable, Codable, CaseIterable { case none, pitch, say, sound }
}

/// A place in an utterance's text.
package struct TextPosition: Sendable, Equatable, Codable {
    /// Index into the utterance's segments.
    package var segment: Int
    /// Unicode scalars from the segment's beginning.
    package var offset: Int

    package init(segment: Int, offset: Int) {
        self.segment = segment
        self.offset = offset
    }
}

extension VoiceCommand: Codable {
    private enum CodingKeys: CodingKey { case command, name }
    private enum Name: String, CaseIterable { case speak, stop, pause, resume, voices, ping, device }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let word = try container.decode(String.self, forKey: .command)
        switch Name(rawValue: word) {
        case .speak: self = .speak(try SpeakCommand(from: decoder))
        case .stop: self = .stop
        case .pause: self = .pause
        case .resume: self = .resume
        case .voices: self = .voices
        case .ping: self = .ping
        case .device: self = .device(name: try container.decodeIfPresent(String.self, forKey: .name))
        case nil:
            let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .command, in: container, debugDescription: "\"\(word)\" is unknown; expected one of \(known)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .speak(let speak):
            try container.encode(Name.speak.rawValue, forKey: .command)
            try speak.encode(to: encoder)
        case .stop: try container.encode(Name.stop.rawValue, forKey: .command)
        case .pause: try container.encode(Name.pause.rawValue, forKey: .command)
        case .resume: try container.encode(Name.resume.rawValue, forKey: .command)
        case .voices: try container.encode(Name.voices.rawValue, forKey: .command)
        case .ping: try container.encode(Name.ping.rawValue, forKey: .command)
        case .device(let name):
            try container.encode(Name.device.rawValue, forKey: .command)
            try container.encodeIfPresent(name, forKey: .name)
        }
    }
}
