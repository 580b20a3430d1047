import AnnounceProtocol
import Messages

/// The daemon's state.
public struct DaemonStatus: Sendable, Equatable, CustomStringConvertible {
    private let status: Status

    init(_ status: Status) { self.status = status }

    /// Creates a state, for tests.
    public init(
        version: String = "0", processID: Int = 1, uptime: Duration = .zero, isPaused: Bool = false, clients: Int = 1,
        mostClients: Int = 256, speaking: Utterance? = nil, waiting: [String: Int] = [:], next: [Utterance] = [],
        voice: Part = Part(state: "ready"), device: Part = Part(state: "closed", name: "default"), media: [Silence] = [],
        mutedApps: [String] = [],
        notes: [Note] = [], mistakes: [String] = []
    ) {
        status = Status(
            version: version, processID: processID, uptime: uptime.inSeconds, paused: isPaused, clients: clients,
            mostClients: mostClients, speaking: speaking?.utterance, waiting: waiting, next: next.map(\.utterance),
            voice: Status.Voice(
                state: Status.Voice.State(rawValue: voice.state) ?? .ready, synthesizer: voice.name, message: voice.message),
            device: Status.Device(
                state: Status.Device.State(rawValue: device.state) ?? .closed, name: device.name ?? "", message: device.message),
            media: media.map(\.media), muted: mutedApps, notes: notes.map(\.note), mistakes: mistakes.map { .worded($0) })
    }

    /// The state as a JSON object of the protocol.
    public var description: String { ServerLine.json(of: status) }
    /// The daemon's version.
    public var version: String { status.version }
    /// The daemon's process id.
    public var processID: Int { status.processID }
    /// How long the daemon has been running.
    public var uptime: Duration { .seconds(status.uptime) }
    /// Whether the user has paused speech.
    public var isPaused: Bool { status.paused }
    /// The number of connected clients.
    public var clients: Int { status.clients }
    /// The number of clients that may be connected: 256, or fewer if the limit on open files is low.
    public var mostClients: Int { status.mostClients }
    /// The utterance that is being spoken.
    public var speaking: Utterance? { status.speaking.map(Utterance.init) }
    /// The number of waiting utterances by class, without empty classes.
    public var waiting: [String: Int] { status.waiting }
    /// The oldest waiting utterances, up to 20.
    public var next: [Utterance] { status.next.map(Utterance.init) }
    /// The synthesizer: `starting`, `ready` or `failed`.
    public var voice: Part { Part(state: status.voice.state.rawValue, name: status.voice.synthesizer, message: status.voice.message) }
    /// The sound device: `closed` (nothing is spoken), `opening`, `open` or `unavailable`.
    public var device: Part { Part(state: status.device.state.rawValue, name: status.device.name, message: status.device.message) }
    /// The current media sessions.
    public var media: [Silence] { status.media.map(Silence.init) }
    /// The apps that the configuration mutes.
    public var mutedApps: [String] { status.muted }
    /// The notes of the programs that serve the daemon.
    public var notes: [Note] { status.notes.map(Note.init) }
    /// The configuration's mistakes, each with its position, and the pronunciation dictionary entries that took too long and are off.
    public var mistakes: [String] { status.mistakes.map(\.sentence) }

    /// An utterance that is being spoken or is waiting.
    public struct Utterance: Sendable, Equatable, Identifiable {
        fileprivate let utterance: Status.Speaking

        init(_ utterance: Status.Speaking) { self.utterance = utterance }

        /// Creates an utterance, for tests.
        public init(id: String, client: String, utteranceClass: String = "default", text: String, sentence: String? = nil) {
            utterance = Status.Speaking(id: id, client: client, class: utteranceClass, text: text, sentence: sentence)
        }

        /// The utterance's id.
        public var id: String { utterance.id }
        /// The app that posted the utterance.
        public var client: String { utterance.client }
        /// The utterance's class, such as `default`, `low` or `hint`.
        public var utteranceClass: String { utterance.class }
        /// The spoken text.
        public var text: String { utterance.text }
        /// The sentence that is being spoken; nil if the text is one sentence, or is waiting.
        public var sentence: String? { utterance.sentence }
    }

    /// A program that serves the daemon, and its note.
    public struct Note: Sendable, Equatable {
        fileprivate let note: Status.Note

        init(_ note: Status.Note) { self.note = note }

        /// Creates a note, for tests.
        public init(client: String, text: String) { note = Status.Note(client: client, note: text) }

        /// The program.
        public var client: String { note.client }
        /// The note, as a readable sentence.
        public var text: String { note.note }
    }

    /// The synthesizer, or the sound device.
    public struct Part: Sendable, Equatable {
        /// The part's state, as listed for ``DaemonStatus/voice`` and ``DaemonStatus/device``.
        public let state: String
        /// The synthesizer's name and version, or the device's name.
        public let name: String?
        /// The reason why the part can't be used.
        public let message: String?

        /// Creates a part's state, for tests.
        public init(state: String, name: String? = nil, message: String? = nil) {
            self.state = state
            self.name = name
            self.message = message
        }
    }

    /// A current media session.
    public struct Silence: Sendable, Equatable {
        fileprivate let media: Status.Media

        init(_ media: Status.Media) { self.media = media }

        /// Creates a session, for tests.
        public init(
            client: String, session: String, mode: AccessibilityMediaSession.Mode = .play,
            announcements: AccessibilityMediaSession.Announcements = .mode, endsIn: Duration = .seconds(30),
            mute: [AccessibilityElement.ID] = []
        ) {
            media = Status.Media(
                client: client, session: session, mode: MediaSession.Mode(rawValue: mode.rawValue) ?? .play, endsIn: endsIn.inSeconds,
                mute: mute, announcements: MediaSession.Announcements(rawValue: announcements.rawValue) ?? .mode)
        }

        /// The app that the session belongs to.
        public var client: String { media.client }
        /// The session's name.
        public var session: String { media.session }
        /// Which speech is still allowed.
        public var mode: AccessibilityMediaSession.Mode { AccessibilityMediaSession.Mode(rawValue: media.mode.rawValue) ?? .play }
        /// Which announcements the session holds.
        public var announcements: AccessibilityMediaSession.Announcements {
            AccessibilityMediaSession.Announcements(rawValue: media.announcements.rawValue) ?? .mode
        }
        /// How long the session's lease lasts from now.
        public var endsIn: Duration { .seconds(media.endsIn) }
        /// The elements that the session silences; empty: all, unless it holds only low announcements.
        public var mute: [AccessibilityElement.ID] { media.mute }
    }
}

/// An earlier utterance.
public struct PastUtterance: Sendable, Equatable, Identifiable {
    private let entry: HistoryEntry

    init(_ entry: HistoryEntry) { self.entry = entry }

    /// When the utterance was posted, since the daemon's start.
    public var at: Duration { .seconds(entry.at) }
    /// The utterance's id.
    public var id: String { entry.id }
    /// The app that posted the utterance.
    public var client: String { entry.client }
    /// The utterance's class, such as `default`, `low` or `hint`.
    public var utteranceClass: String { entry.class }
    /// The spoken text.
    public var text: String { entry.text }
    /// Why the utterance finished; nil while it is waiting or being spoken.
    public var reason: AnnouncementOutcome.Reason? { entry.reason.map { .init(rawValue: $0.rawValue) } }
    /// The rule of the last decision.
    public var rule: String? { entry.rule }
}

/// An explanation of why an utterance was spoken, waited or was dropped.
public struct SpeechExplanation: Sendable, Equatable {
    private let explanation: Explanation

    init(_ explanation: Explanation) { self.explanation = explanation }

    /// The utterance's id.
    public var id: String { explanation.id }
    /// The steps in readable form, with the rules that decided.
    public var steps: [Step] { explanation.steps.map(Step.init) }
    /// The utterance's events, in order.
    public var events: [SpeechTrace] { explanation.events.map(SpeechTrace.init) }

    /// A clause, such as “it began to be heard.”, or the present state: “It waits.”
    public struct Step: Sendable, Equatable {
        private let step: Explanation.Step

        init(_ step: Explanation.Step) { self.step = step }

        /// Seconds since the daemon's start; nil: now.
        public var at: Double? { step.at }
        /// The clause.
        public var text: String { step.text }
    }
}

/// An available voice.
public struct SpeechVoice: Sendable, Equatable, Identifiable {
    private let voice: VoiceDescription

    init(_ voice: VoiceDescription) { self.voice = voice }

    /// Unique, such as `gmw/en-US`.
    public var id: String { voice.identifier }
    /// A human-readable name.
    public var name: String { voice.name }
    /// Language tags, the best match first.
    public var languages: [String] { voice.languages }
}
