/// An event from the voice. On the wire: `{"event":"started","id":1}`.
package enum VoiceEvent: Sendable, Equatable {
    /// The synthesizer is loaded, and commands are accepted.
    case ready(Ready)
    /// The rights that the process has given up, before any command.
    case sandbox(SandboxReport)
    /// The first sample of an utterance, or of its lead-in, was handed to the device.
    case started(id: UInt64)
    /// A sentence begins to be heard now, or a word if words were requested.
    case sentence(TextSpan)
    case word(TextSpan)
    /// A mark in the text has been reached. `frame` has the meaning of ``TextSpan/frame``.
    case mark(id: UInt64, name: String, frame: Int? = nil)
    /// The length of an utterance in frames, including earcons and pauses. A voice that does not run in real time sends it before
    /// `finished`.
    case rendered(id: UInt64, frames: Int)
    /// The last sample of an utterance has been heard (D2).
    case finished(id: UInt64)
    /// `stop` silenced an utterance before its end, at `position` if the utterance was being spoken.
    case stopped(id: UInt64, position: TextPosition? = nil)
    /// `pause` silenced an utterance; `resume` continues at `position`.
    case paused(id: UInt64, position: TextPosition)
    case failed(Failure)
    /// The answer to `voices`.
    case voices([Voice])
    /// The answer to `transcribe`: the transcriptions of its segments, in order.
    case transcription(id: UInt64, [Transcription])
    case device(Device)
    /// The answer to `ping`.
    case pong
    /// A command was invalid; everything else is unaffected.
    case invalid(message: String)

    /// Whether the positions in the event could exist in a text, so that calculating with them is safe.
    package var isPlausible: Bool {
        func isPlace(_ numbers: Int...) -> Bool { numbers.allSatisfy { (0...Int(Int32.max)).contains($0) } }
        return switch self {
        case .sentence(let span), .word(let span): isPlace(span.segment, span.offset, span.length)
        case .paused(_, let position), .stopped(_, let position?): isPlace(position.segment, position.offset)
        default: true
        }
    }

    /// The voice's first event: the voice can speak.
    package struct Ready: Sendable, Equatable, Codable {
        /// The synthesizer's version.
        package var synthesizer: String
        /// Frames per second.
        package var sampleRate: Int

        package init(synthesizer: String, sampleRate: Int) {
            self.synthesizer = synthesizer
            self.sampleRate = sampleRate
        }
    }

    /// The part of an utterance's text that is being heard.
    package struct TextSpan: Sendable, Equatable, Codable {
        package var id: UInt64
        package var segment: Int
        /// The offset from the segment's beginning, in Unicode scalars.
        package var offset: Int
        /// The length, in Unicode scalars; 0 for a sentence.
        package var length: Int
        /// The number of frames since the utterance's first frame. Sent only by a voice that does not run in real time, because then the
        /// arrival time of an event has no meaning.
        package var frame: Int?

        package init(id: UInt64, segment: Int, offset: Int, length: Int, frame: Int? = nil) {
            self.id = id
            self.segment = segment
            self.offset = offset
            self.length = length
            self.frame = frame
        }
    }

    /// An utterance that can't be spoken to its end.
    package struct Failure: Sendable, Equatable, Codable {
        /// The cause of the failure.
        package enum Reason: String, Sendable, Codable {
            /// The text makes no sound (T8).
            case unspeakable
            /// The synthesizer refused the text.
            case synthesizer
            /// The PCM can't be opened or written to; ``VoiceEvent/device(_:)`` gives the reason.
            case device
        }
        package var id: UInt64
        package var reason: Reason
        package var message: String

        package init(id: UInt64, reason: Reason, message: String) {
            self.id = id
            self.reason = reason
            self.message = message
        }
    }

    /// A voice of the synthesizer.
    package struct Voice: Sendable, Equatable, Codable {
        /// A language that the voice speaks.
        package struct Language: Sendable, Equatable, Codable {
            /// The lower-case tag: `en-us`.
            package var tag: String
            /// How well the voice suits the language; lower is better. Among voices with the same priority, the first in the list is the
            /// best.
            package var priority: Int

            package init(tag: String, priority: Int) {
                self.tag = tag
                self.priority = priority
            }
        }

        /// The voice's unique name; for eSpeak NG, the name of its file: `gmw/en-US`.
        package var identifier: String
        package var name: String
        /// The languages, the best match first: `en-us`, `en`.
        package var languages: [Language]
        /// Whether this is not a separate voice but a manner of speaking, which can follow a voice's identifier after a `+`: `f3`.
        package var isVariant: Bool

        package init(identifier: String, name: String, languages: [Language], isVariant: Bool = false) {
            self.identifier = identifier
            self.name = name
            self.languages = languages
            self.isVariant = isVariant
        }
    }

    /// The state of the sound device.
    package struct Device: Sendable, Equatable, Codable {
        /// The state by itself.
        package enum State: String, Sendable, Codable {
            /// Not in use: nothing has been spoken for a while (O2).
            case closed
            /// Being opened; if no further event follows, the device hangs.
            case opening
            case open
            /// The device can't be opened, or was lost; `message` gives the reason and a remedy.
            case unavailable
        }
        package var state: State
        /// The PCM's name, or the WAV file's path.
        package var name: String
        package var message: String?

        package init(state: State, name: String, message: String? = nil) {
            self.state = state
            self.name = name
            self.message = message
        }
    }
}

extension VoiceEvent: Codable {
    private enum CodingKeys: CodingKey { case event, id, name, frame, frames, position, voices, segments, message }
    private enum Name: String, CaseIterable {
        case ready, sandbox, started, sentence, word, mark, rendered, finished, stopped, paused, failed, voices, transcription, device, pong
        case invalid
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let word = try container.decode(String.self, forKey: .event)
        func id() throws -> UInt64 { try container.decode(UInt64.self, forKey: .id) }
        switch Name(rawValue: word) {
        case .ready: self = .ready(try Ready(from: decoder))
        case .sandbox: self = .sandbox(try SandboxReport(from: decoder))
        case .started: self = .started(id: try id())
        case .sentence: self = .sentence(try TextSpan(from: decoder))
        case .word: self = .word(try TextSpan(from: decoder))
        case .mark:
            let name = try container.decode(String.self, forKey: .name)
            self = .mark(id: try id(), name: name, frame: try container.decodeIfPresent(Int.self, forKey: .frame))
        case .rendered: self = .rendered(id: try id(), frames: try container.decode(Int.self, forKey: .frames))
        case .finished: self = .finished(id: try id())
        case .stopped: self = .stopped(id: try id(), position: try container.decodeIfPresent(TextPosition.self, forKey: .position))
        case .paused: self = .paused(id: try id(), position: try container.decode(TextPosition.self, forKey: .position))
        case .failed: self = .failed(try Failure(from: decoder))
        case .voices: self = .voices(try container.decode([Voice].self, forKey: .voices))
        case .transcription: self = .transcription(id: try id(), try container.decode([Transcription].self, forKey: .segments))
        case .device: self = .device(try Device(from: decoder))
        case .pong: self = .pong
        case .invalid: self = .invalid(message: try container.decode(String.self, forKey: .message))
        case nil:
            let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: container, debugDescription: "\"\(word)\" is unknown; expected one of \(known)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func named(_ name: Name) throws { try container.encode(name.rawValue, forKey: .event) }
        switch self {
        case .ready(let ready):
            try named(.ready)
            try ready.encode(to: encoder)
        case .sandbox(let report):
            try named(.sandbox)
            try report.encode(to: encoder)
        case .started(let id):
            try named(.started)
            try container.encode(id, forKey: .id)
        case .sentence(let span):
            try named(.sentence)
            try span.encode(to: encoder)
        case .word(let span):
            try named(.word)
            try span.encode(to: encoder)
        case .mark(let id, let name, let frame):
            try named(.mark)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(frame, forKey: .frame)
        case .rendered(let id, let frames):
            try named(.rendered)
            try container.encode(id, forKey: .id)
            try container.encode(frames, forKey: .frames)
        case .finished(let id):
            try named(.finished)
            try container.encode(id, forKey: .id)
        case .stopped(let id, let position):
            try named(.stopped)
            try container.encode(id, forKey: .id)
            try container.encodeIfPresent(position, forKey: .position)
        case .paused(let id, let position):
            try named(.paused)
            try container.encode(id, forKey: .id)
            try container.encode(position, forKey: .position)
        case .failed(let failure):
            try named(.failed)
            try failure.encode(to: encoder)
        case .voices(let voices):
            try named(.voices)
            try container.encode(voices, forKey: .voices)
        case .transcription(let id, let segments):
            try named(.transcription)
            try container.encode(id, forKey: .id)
            try container.encode(segments, forKey: .segments)
        case .device(let device):
            try named(.device)
            try device.encode(to: encoder)
        case .pong: try named(.pong)
        case .invalid(let message):
            try named(.invalid)
            try container.encode(message, forKey: .message)
        }
    }
}
