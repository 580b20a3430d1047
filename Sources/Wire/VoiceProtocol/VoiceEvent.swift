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
    package struct Ready: Sendable, Equatable {
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
    package struct TextSpan: Sendable, Equatable {
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
    package struct Failure: Sendable, Equatable {
        /// The cause of the failure.
        package enum Reason: String, Sendable, CaseIterable {
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
    package struct Voice: Sendable, Equatable {
        /// A language that the voice speaks.
        package struct Language: Sendable, Equatable {
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
    package struct Device: Sendable, Equatable {
        /// The state by itself.
        package enum State: String, Sendable, CaseIterable {
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
