package import Messages
package import Narration
package import SpeechQueue

// Conductor combines narrator and queue in one pure value: it receives input from clients, the voice and the clock, and returns effects.
// The daemon runs it with sockets and the real clock, a replay with a file and a virtual one.

/// An action that follows from an input.
///
/// The large cases are indirect, because lists of effects are copied for each announcement.
package enum Effect: Sendable, Equatable {
    case send(ServerMessage, to: ClientID)
    /// Reports an event to its subscribers. If tracing is on, an event without subscribers is reported, too.
    indirect case publish(TraceEvent, to: [ClientID])
    /// Closes the connection of a client that has closed its sending end, after everything it posted has finished.
    case close(ClientID)
    case voice(VoiceAction)
    /// Replaces the moment at which to call ``Conductor/wake(at:)``; nil: never.
    case wake(at: Instant?)
    indirect case log(Log)

    /// An entry of the daemon's log.
    package enum Log: Sendable, Equatable {
        case voiceReady(synthesizer: String)
        case voiceLost(message: String)
        case device(Status.Device)
        /// An utterance could not be spoken to its end.
        case failed(UtteranceID, message: String)
        /// The user's settings name something that the synthesizer lacks.
        case wrongSetting(UnknownVoice)
        /// A pronunciation dictionary entry took too long. It is off until the configuration is read again (T2).
        case entryOff(PronunciationDictionary.Entry)
    }
}

/// An action of the voice.
package enum VoiceAction: Sendable, Equatable {
    /// Speaks the utterance, from a position if an earlier attempt was lost there.
    indirect case speak(Utterance, from: RunPosition?)
    /// Falls silent, and discards everything that it received.
    case silence
    case pause
    case resume
    /// Plays a sound at once, over any speech.
    case earcon(Earcon)
}

/// A report from the voice.
package enum VoiceReport: Sendable, Equatable {
    case ready(synthesizer: String)
    /// The voice process ended, or does not answer.
    case lost(message: String, unheardOf: UtteranceID? = nil, wasKilled: Bool = false)
    case started(UtteranceID)
    case sentence(UtteranceID, RunPosition)
    case word(UtteranceID, RunPosition, length: Int)
    /// Speech reached a mark in the utterance (D5).
    case mark(UtteranceID, name: String)
    case finished(UtteranceID)
    /// The voice is paused, and will continue at this position.
    case paused(UtteranceID, RunPosition)
    /// The voice was silenced at this word.
    case silenced(UtteranceID, RunPosition)
    case failed(UtteranceID, FinishReason, message: String)
    case voices(VoiceCatalog)
    /// The synthesizer can't list its voices; names are passed on unchecked.
    case voicesUnknown
    case device(Status.Device)
}
