package import Messages
package import Narration
package import SpeechQueue

// Conductor is narrator and queue together: one pure value that takes in what clients, the voice and the clock say, and answers with
// what is to be done. The daemon runs it against sockets and the real clock, a replay against a file and a virtual one.

/// Something to be done because of an input, in order.
package enum Effect: Sendable, Equatable {
    case send(ServerMessage, to: ClientID)
    /// A client is to be sent these bytes, which its front door has written; the conductor itself sends messages.
    case write([UInt8], to: ClientID)
    /// The voice is to speak this, from a position other than its beginning if an earlier attempt was lost there.
    case speak(Utterance, from: RunPosition?)
    /// The voice is to be silent and to forget what it was given.
    case silence
    case pause
    case resume
    /// The voice is to play this at once, into whatever it speaks.
    case earcon(Earcon)
    /// This client has said that it says no more, and what it posted has ended.
    case close(ClientID)
    /// Something happened, for a trace; only of a conductor that was asked for one.
    case trace(TraceEvent)
    case log(Log)
    /// Call ``Conductor/wake(at:)`` then, and not at the moment named before; nil: not at all.
    case wake(at: Instant?)

    /// Something that whoever runs the daemon should read.
    package enum Log: Sendable, Equatable {
        case voiceReady(synthesizer: String)
        case voiceLost(message: String)
        case device(Status.Device)
        /// An utterance could not be spoken to its end.
        case failed(UtteranceID, message: String)
        /// The user's settings name what does not exist.
        case wrongSetting(message: String)
        /// An entry of the pronunciation dictionary takes too long, and is off until the configuration is read again (T2).
        case entryOff(PronunciationDictionary.Entry)
    }
}

/// A place in an utterance's text.
package struct RunPosition: Sendable, Equatable {
    /// Index into the utterance's runs.
    package var run: Int
    /// Unicode scalars from the run's beginning.
    package var offset: Int

    package init(run: Int, offset: Int) {
        self.run = run
        self.offset = offset
    }
}

/// What the voice tells the conductor.
package enum VoiceReport: Sendable, Equatable {
    case ready(synthesizer: String)
    /// Its process ended, or does not answer.
    case lost(message: String, unheardOf: UtteranceID? = nil)
    case started(UtteranceID)
    case sentence(UtteranceID, RunPosition)
    case word(UtteranceID, RunPosition, length: Int)
    /// A mark of the utterance is reached (D5).
    case mark(UtteranceID, name: String)
    case finished(UtteranceID)
    /// It is silent since a pause, and goes on there.
    case paused(UtteranceID, RunPosition)
    case failed(UtteranceID, FinishReason, message: String)
    case voices(VoiceCatalogEntries)
    /// It can't tell which voices there are: names are passed on unchecked.
    case voicesUnknown
    case device(Status.Device)

    /// The voices, and the variants that can follow their names.
    package struct VoiceCatalogEntries: Sendable, Equatable {
        package var voices: [VoiceDescription]
        package var variants: [VoiceDescription]

        package init(voices: [VoiceDescription], variants: [VoiceDescription]) {
            self.voices = voices
            self.variants = variants
        }
    }
}
