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
package struct SpeakCommand: Sendable, Equatable, Codable {
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

    private enum CodingKeys: CodingKey { case id, segments, words, from, follows }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UInt64.self, forKey: .id)
        segments = try container.decode([SpeechSegment].self, forKey: .segments)
        words = try container.decodeIfPresent(Bool.self, forKey: .words) ?? false
        from = try container.decodeIfPresent(TextPosition.self, forKey: .from)
        follows = try container.decodeIfPresent(Double.self, forKey: .follows)
    }
}

/// A position in an utterance's text.
package struct TextPosition: Sendable, Equatable, Codable {
    /// The index into the utterance's segments.
    package var segment: Int
    /// The offset from the segment's beginning, in Unicode scalars.
    package var offset: Int

    package init(segment: Int, offset: Int) {
        self.segment = segment
        self.offset = offset
    }
}

extension VoiceCommand: Codable {
    private enum CodingKeys: CodingKey { case command, id, segments, name, volume }
    private enum Name: String, CaseIterable { case speak, transcribe, stop, pause, resume, voices, ping, device, earcon }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let word = try container.decode(String.self, forKey: .command)
        switch Name(rawValue: word) {
        case .speak: self = .speak(try SpeakCommand(from: decoder))
        case .transcribe:
            self = .transcribe(
                id: try container.decode(UInt64.self, forKey: .id), segments: try container.decode([SpeechSegment].self, forKey: .segments))
        case .stop: self = .stop
        case .pause: self = .pause
        case .resume: self = .resume
        case .voices: self = .voices
        case .ping: self = .ping
        case .device: self = .device(name: try container.decodeIfPresent(String.self, forKey: .name))
        case .earcon:
            let word = try container.decode(String.self, forKey: .name)
            guard let earcon = Earcon(rawValue: word) else {
                let known = Earcon.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorruptedError(
                    forKey: .name, in: container, debugDescription: "\"\(word)\" is unknown; expected one of \(known)")
            }
            self = .earcon(earcon, volume: try container.decodeIfPresent(Int.self, forKey: .volume))
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
        case .transcribe(let id, let segments):
            try container.encode(Name.transcribe.rawValue, forKey: .command)
            try container.encode(id, forKey: .id)
            try container.encode(segments, forKey: .segments)
        case .stop: try container.encode(Name.stop.rawValue, forKey: .command)
        case .pause: try container.encode(Name.pause.rawValue, forKey: .command)
        case .resume: try container.encode(Name.resume.rawValue, forKey: .command)
        case .voices: try container.encode(Name.voices.rawValue, forKey: .command)
        case .ping: try container.encode(Name.ping.rawValue, forKey: .command)
        case .device(let name):
            try container.encode(Name.device.rawValue, forKey: .command)
            try container.encodeIfPresent(name, forKey: .name)
        case .earcon(let earcon, let volume):
            try container.encode(Name.earcon.rawValue, forKey: .command)
            try container.encode(earcon, forKey: .name)
            try container.encodeIfPresent(volume, forKey: .volume)
        }
    }
}
