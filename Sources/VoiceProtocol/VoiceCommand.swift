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
    /// A short sound at once: over the speech that is heard, which goes on, or by itself. No event tells of it. Of those that come
    /// together the newest is heard. `volume`: 0 to 100, 100 unless given.
    case earcon(Earcon, volume: Int?)
}

/// A short sound with a meaning, made by the voice itself.
package enum Earcon: String, Sendable, Codable, CaseIterable {
    /// Two short tones, upwards: everything on the screen is new (N1).
    case screenChanged
    /// A low, soft thud: the page can't be scrolled further.
    case pageBorder
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
    private enum CodingKeys: CodingKey { case command, name, volume }
    private enum Name: String, CaseIterable { case speak, stop, pause, resume, voices, ping, device, earcon }

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
