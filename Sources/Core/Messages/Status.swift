/// The daemon's state, for `announce status`.
public struct Status: Sendable, Equatable {
    /// The daemon's version, such as "0.1.0".
    public var version: String
    /// The daemon's process id.
    public var processID: Int
    /// Seconds since the daemon started.
    public var uptime: Double
    /// Whether all speech is paused, until `resume` (O5).
    public var paused: Bool
    /// The speech mode (N9).
    public var mode: SpeechMode
    /// The number of connected clients, including the client that receives this status.
    public var clients: Int
    /// How many clients may be connected.
    public var mostClients: Int
    /// The utterance in progress; nil if nothing is spoken.
    public var speaking: Speaking?
    /// The number of waiting utterances by class, without the classes of which none waits.
    public var waiting: [String: Int]
    /// The oldest waiting utterances, up to ``mostListed``.
    public var next: [Speaking]
    /// The voice process, which runs the synthesizer.
    public var voice: Voice
    /// The sound device.
    public var device: Device
    /// The active media sessions: which client silences which elements, and for how long (M4).
    public var media: [Media]
    /// The apps of which the configuration lets nothing be heard (N7, N9), up to ``mostListed``.
    public var muted: [String]
    /// The notes of the service clients, up to ``mostListed``.
    public var notes: [Note]
    /// Mistakes in the configuration, with their places (O6), and dictionary entries that are off (T2).
    public var mistakes: [Mistake]

    /// Creates a status.
    public init(
        version: String, processID: Int, uptime: Double, paused: Bool, mode: SpeechMode = .talk, clients: Int,
        mostClients: Int = Self.mostClients, speaking: Speaking?,
        waiting: [String: Int],
        next: [Speaking], voice: Voice, device: Device, media: [Media] = [], muted: [String] = [], notes: [Note] = [],
        mistakes: [Mistake] = []
    ) {
        self.version = version
        self.processID = processID
        self.uptime = uptime
        self.paused = paused
        self.mode = mode
        self.clients = clients
        self.mostClients = mostClients
        self.speaking = speaking
        self.waiting = waiting
        self.next = next
        self.voice = voice
        self.device = device
        self.media = media
        self.muted = muted
        self.notes = notes
        self.mistakes = mistakes
    }

    /// An active media session.
    public struct Media: Sendable, Equatable {
        /// The client's name.
        public var client: String
        /// The session's name.
        public var session: String
        /// The app's activity during the session, which decides what is silenced.
        public var mode: MediaSession.Mode
        /// Seconds until the session ends if it is not extended.
        public var endsIn: Double
        /// The only silenced elements; if empty, all are silenced.
        public var mute: [String]
        /// Which announcements the session holds.
        public var announcements: MediaSession.Announcements

        /// Creates an active media session.
        public init(
            client: String, session: String, mode: MediaSession.Mode, endsIn: Double, mute: [String] = [],
            announcements: MediaSession.Announcements = .mode
        ) {
            self.client = client
            self.session = session
            self.mode = mode
            self.endsIn = endsIn
            self.mute = mute
            self.announcements = announcements
        }
    }

    /// A client's `note`.
    public struct Note: Sendable, Equatable {
        /// The client's name; "announced" for a note of the daemon itself.
        public var client: String
        /// The note as a human-readable sentence.
        public var note: String

        /// Creates a note.
        public init(client: String, note: String) {
            self.client = client
            self.note = note
        }
    }

    /// A mistake in the user's settings.
    public enum Mistake: Sendable, Equatable {
        /// The synthesizer lacks a voice or a language. Each protocol has its own sentence for it.
        case unknownVoice(UnknownVoice)
        /// A mistake in the words of the parser that found it, or as a client receives it.
        case worded(String)
        /// Further mistakes in the same file, which are only counted.
        case others(String, count: Int)

        /// The number of mistakes, at least 1.
        public var count: Int { if case .others(_, let count) = self { count } else { 1 } }
    }

    /// The maximum number of waiting utterances in a status.
    package static let mostListed = 20
    /// The maximum number of clients, provided that the process may have enough descriptors.
    public static let mostClients = 256
    /// The maximum length of a text in a status, in characters.
    package static let longestText = 1000

    /// An utterance that is being spoken or waiting.
    public struct Speaking: Sendable, Equatable {
        /// The utterance's id: its request's, or one that the daemon assigned.
        public var id: String
        /// The name of the utterance's client; empty once the client has disconnected and none of its speech remains.
        public var client: String
        /// The utterance's class (docs/RULES.md §2), such as `low`.
        public var `class`: String
        /// The beginning of the utterance's text, up to 1000 characters.
        public var text: String
        /// The sentence that is being spoken; nil if the text is one sentence, or is waiting.
        public var sentence: String?

        /// Creates an utterance's description.
        public init(id: String, client: String, class: String, text: String, sentence: String? = nil) {
            self.id = id
            self.client = client
            self.class = `class`
            self.text = text
            self.sentence = sentence
        }
    }

    /// The voice process.
    public struct Voice: Sendable, Equatable {
        /// The state of the process.
        public enum State: String, Sendable, CaseIterable {
            /// The process is being started.
            case starting
            /// The process can speak.
            case ready
            /// The process can't be started.
            case failed
        }
        /// The state of the process.
        public var state: State
        /// The synthesizer's name and version, such as "eSpeak NG 1.51"; nil until it is known.
        public var synthesizer: String?
        /// How many times the process was started again.
        public var restarts: Int
        /// Why the process is not ready; nil if nothing is wrong.
        public var message: String?
        /// A voice or a language of the user's settings that the synthesizer lacks. The default voice is used instead.
        /// nil if there is none.
        public var unknownSetting: Mistake?

        /// Creates the state of a voice process.
        public init(
            state: State, synthesizer: String? = nil, restarts: Int = 0, message: String? = nil, unknownSetting: Mistake? = nil
        ) {
            self.unknownSetting = unknownSetting
            self.state = state
            self.synthesizer = synthesizer
            self.restarts = restarts
            self.message = message
        }
    }

    /// The sound device.
    public struct Device: Sendable, Equatable {
        /// The state of the device.
        public enum State: String, Sendable, CaseIterable {
            /// Nothing was spoken for a while, so the device is closed.
            case closed
            /// The device is being opened.
            case opening
            /// The device is open.
            case open
            /// The device can't be used, and speech waits (O4).
            case unavailable
        }
        /// The state of the device.
        public var state: State
        /// The device's name, such as "default".
        public var name: String
        /// What is wrong with the device, or which missing device it replaces (O6); nil if there is nothing to report.
        public var message: String?

        /// Creates the state of a sound device.
        public init(state: State, name: String, message: String? = nil) {
            self.state = state
            self.name = name
            self.message = message
        }
    }
}

/// A voice that clients can choose.
public struct VoiceDescription: Sendable, Equatable {
    /// The unique identifier: `gmw/en-US`.
    public var identifier: String
    /// The display name, such as "German".
    public var name: String
    /// Language tags, the best one first.
    public var languages: [String]

    /// Creates a voice's description.
    public init(identifier: String, name: String, languages: [String]) {
        self.identifier = identifier
        self.name = name
        self.languages = languages
    }
}
