import Messages

/// How the daemon is.
public struct DaemonStatus: Sendable, Equatable {
    private let status: Status

    init(_ status: Status) { self.status = status }

    public var version: String { status.version }
    public var processID: Int { status.processID }
    /// How long it has run.
    public var uptime: Duration { .seconds(status.uptime) }
    /// Whether the user has paused speech.
    public var isPaused: Bool { status.paused }
    /// How many clients are connected.
    public var clients: Int { status.clients }
    public var speaking: Utterance? { status.speaking.map(Utterance.init) }
    /// How many utterances wait, by class; classes with none are left out.
    public var waiting: [String: Int] { status.waiting }
    /// The oldest of those that wait, at most 20.
    public var next: [Utterance] { status.next.map(Utterance.init) }
    /// Whether the synthesizer is `starting`, `ready` or `failed`.
    public var voice: Part { Part(state: status.voice.state.rawValue, name: status.voice.synthesizer, message: status.voice.message) }
    /// Whether the sound device is `closed` (nothing is spoken), `opening`, `open` or `unavailable`.
    public var device: Part { Part(state: status.device.state.rawValue, name: status.device.name, message: status.device.message) }
    /// Who silences what, and for how long.
    public var media: [Silence] { status.media.map(Silence.init) }
    /// What is wrong with the configuration, each with its place, and the pronunciation dictionary's entries that took too long and are off.
    public var mistakes: [String] { status.mistakes }

    /// An utterance that is spoken or waits.
    public struct Utterance: Sendable, Equatable, Identifiable {
        private let utterance: Status.Speaking

        init(_ utterance: Status.Speaking) { self.utterance = utterance }

        public var id: String { utterance.id }
        /// The app that posted it.
        public var client: String { utterance.client }
        public var utteranceClass: String { utterance.class }
        public var text: String { utterance.text }
    }

    /// The synthesizer, or the sound device.
    public struct Part: Sendable, Equatable {
        public let state: String
        public let name: String?
        /// What is wrong with it.
        public let message: String?
    }

    /// A media session that is on.
    public struct Silence: Sendable, Equatable {
        private let media: Status.Media

        init(_ media: Status.Media) { self.media = media }

        public var client: String { media.client }
        public var session: String { media.session }
        public var mode: AccessibilityMediaSession.Mode { AccessibilityMediaSession.Mode(rawValue: media.mode.rawValue) ?? .play }
        public var endsIn: Duration { .seconds(media.endsIn) }
        /// Only these elements are silent; empty: all are.
        public var mute: [AccessibilityElement.ID] { media.mute }
    }
}

/// An utterance of the past.
public struct PastUtterance: Sendable, Equatable, Identifiable {
    private let entry: HistoryEntry

    init(_ entry: HistoryEntry) { self.entry = entry }

    /// How long after the daemon's beginning it was posted.
    public var at: Duration { .seconds(entry.at) }
    public var id: String { entry.id }
    /// The app that posted it.
    public var client: String { entry.client }
    public var utteranceClass: String { entry.class }
    public var text: String { entry.text }
    /// nil while it waits or is spoken.
    public var reason: AnnouncementOutcome.Reason? { entry.reason.map { .init(rawValue: $0.rawValue) } }
    /// The rule that decided last.
    public var rule: String? { entry.rule }
}

/// Why an utterance was spoken, waited or was dropped.
public struct SpeechExplanation: Sendable, Equatable {
    private let explanation: Explanation

    init(_ explanation: Explanation) { self.explanation = explanation }

    public var id: String { explanation.id }
    /// The story for people, with the rules that decided.
    public var steps: [Step] { explanation.steps.map(Step.init) }
    public var events: [SpeechTrace] { explanation.events.map(SpeechTrace.init) }

    /// A clause, such as “it began to be heard.”, or what is so now: “It waits.”
    public struct Step: Sendable, Equatable {
        private let step: Explanation.Step

        init(_ step: Explanation.Step) { self.step = step }

        /// Seconds since the daemon's beginning; nil: now.
        public var at: Double? { step.at }
        public var text: String { step.text }
    }
}

/// A voice that can be asked for.
public struct SpeechVoice: Sendable, Equatable, Identifiable {
    private let voice: VoiceDescription

    init(_ voice: VoiceDescription) { self.voice = voice }

    /// Unique: `gmw/en-US`.
    public var id: String { voice.identifier }
    public var name: String { voice.name }
    /// Language tags, the best match first.
    public var languages: [String] { voice.languages }
}
