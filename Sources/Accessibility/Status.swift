/// How the daemon is, for `announce status`.
package struct Status: Sendable, Equatable {
    package var version: String
    package var processID: Int
    /// Seconds since the daemon began.
    package var uptime: Double
    package var paused: Bool
    package var clients: Int
    package var speaking: Speaking?
    /// How many utterances wait, by class; classes with none are left out.
    package var waiting: [String: Int]
    /// The oldest of those that wait, at most ``mostListed``.
    package var next: [Speaking]
    package var voice: Voice
    package var device: Device
    /// Who silences what, and until when (M4).
    package var media: [Media]
    /// What is wrong with the configuration, each with its place (O6), and which entries of the dictionary are off (T2).
    package var mistakes: [String]

    package init(
        version: String, processID: Int, uptime: Double, paused: Bool, clients: Int, speaking: Speaking?, waiting: [String: Int],
        next: [Speaking], voice: Voice, device: Device, media: [Media] = [], mistakes: [String] = []
    ) {
        self.version = version
        self.processID = processID
        self.uptime = uptime
        self.paused = paused
        self.clients = clients
        self.speaking = speaking
        self.waiting = waiting
        self.next = next
        self.voice = voice
        self.device = device
        self.media = media
        self.mistakes = mistakes
    }

    /// A media session that is on.
    package struct Media: Sendable, Equatable {
        package var client: String
        package var session: String
        package var mode: MediaSession.Mode
        /// Seconds until it ends by itself.
        package var endsIn: Double
        /// Only these elements are silent; empty: all are.
        package var mute: [String]

        package init(client: String, session: String, mode: MediaSession.Mode, endsIn: Double, mute: [String] = []) {
            self.client = client
            self.session = session
            self.mode = mode
            self.endsIn = endsIn
            self.mute = mute
        }
    }

    /// How many waiting utterances a status lists.
    package static let mostListed = 20
    /// How much of a text it shows, in characters.
    package static let longestText = 1000

    /// An utterance that is spoken or waits.
    package struct Speaking: Sendable, Equatable {
        package var id: String
        package var client: String
        package var `class`: String
        package var text: String

        package init(id: String, client: String, class: String, text: String) {
            self.id = id
            self.client = client
            self.class = `class`
            self.text = text
        }
    }

    /// The synthesizer's process.
    package struct Voice: Sendable, Equatable {
        package enum State: String, Sendable, CaseIterable { case starting, ready, failed }
        package var state: State
        /// What it runs: eSpeak NG and its version.
        package var synthesizer: String?
        /// How often it had to be started again.
        package var restarts: Int
        /// Why it isn't ready.
        package var message: String?

        package init(state: State, synthesizer: String? = nil, restarts: Int = 0, message: String? = nil) {
            self.state = state
            self.synthesizer = synthesizer
            self.restarts = restarts
            self.message = message
        }
    }

    /// The sound device.
    package struct Device: Sendable, Equatable {
        package enum State: String, Sendable, CaseIterable { case closed, opening, open, unavailable }
        package var state: State
        package var name: String
        package var message: String?

        package init(state: State, name: String, message: String? = nil) {
            self.state = state
            self.name = name
            self.message = message
        }
    }
}

/// A voice that can be asked for.
package struct VoiceDescription: Sendable, Equatable {
    /// Unique: `gmw/en-US`.
    package var identifier: String
    package var name: String
    /// Language tags, the best match first.
    package var languages: [String]

    package init(identifier: String, name: String, languages: [String]) {
        self.identifier = identifier
        self.name = name
        self.languages = languages
    }
}
