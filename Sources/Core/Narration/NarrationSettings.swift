package import Messages

/// How the user wants notifications spoken: the part of the configuration that narration uses.
package struct NarrationSettings: Sendable, Equatable {
    /// `queue.app-focus-interrupts` (Q7).
    package var appFocusInterrupts = false
    /// `queue.background-interrupts` (Q2).
    package var backgroundInterrupts = false
    /// `queue.prefix-background` (N5).
    package var prefixesBackground = false
    /// `updates.interval`, in seconds (U5).
    package var updateInterval = 4.0
    /// `updates.percent-step`, in points (U7).
    package var percentStep = 10.0
    /// `typing.echo` (K1).
    package var typingEcho = TypingEcho.characters
    /// `typing.password` (K3).
    package var typedPassword = TypedPassword.click

    /// The sound of a character typed or deleted in a secure text field (K3).
    package enum TypedPassword: String, Sendable, CaseIterable { case silent, click, bullet }

    /// `hints.delay`, in seconds (H1).
    package var hintDelay = 0.4
    /// `hints.enabled` and `hints.gestures` (H2, H4), `description` (E7, E9).
    package var style = DescriptionStyle()
    /// `description.words`: the user's own words by key (E6).
    package var words: [String: String] = [:]
    /// The installed word tables and the user's own, by language. Each takes precedence over the built-in table (E6).
    package var tables: [String: Words] = [:]
    /// `earcons`: the sounds to play, if ``hasEarcons``.
    package var earcons: Set<Earcon> = Set(Earcon.allCases)
    /// `earcons.enabled`.
    package var hasEarcons = true
    /// `media.implicit-lease`, in seconds (M1).
    package var implicitLease = 5.0
    /// `media.longest-lease`, in seconds (M2).
    package var longestLease = 600.0
    /// `media.hold`, in seconds (M5).
    package var mediaHold = 10.0
    /// `missed.tell` (D6).
    package var notifiesOfMissed = true
    /// `text.durations` (T3).
    package var readsDurations = true
    /// `text.long-tokens` (T21).
    package var longTokens = LongTokens.short
    /// `text.dictionary`, parsed (T2).
    package var dictionary = PronunciationDictionary()
    /// `speech.mode` (N9).
    package var mode = SpeechMode.talk
    /// `apps."NAME"`.
    package var apps: [String: App] = [:]

    /// Settings for one app.
    package struct App: Sendable, Equatable {
        /// The highest priority of the app's announcements.
        package var priorityCap: Announcement.Priority?
        /// Whether nothing from the app is spoken.
        package var isMuted = false
        /// The app's own speech mode (N9); nil: the general one.
        package var mode: SpeechMode?
        /// The prefix of the app's announcements while another app is in the foreground.
        package var prefix: String?
        /// Whether the app's hints are spoken (H2).
        package var hasHints = true
        /// Whether the app may begin media sessions (M7).
        package var media = Media.allowed
        /// The app's own voice, rate, pitch and volume, over the user's settings (O10).
        package var speech = SpeechAttributes()
        /// How much of the app's elements is described; nil: as of all apps (O10).
        package var verbosity: Verbosity?
        /// How the app's long tokens are read; nil: as of all apps (O10).
        package var longTokens: LongTokens?

        /// Whether the app may begin media sessions (M7).
        package enum Media: String, Sendable, CaseIterable { case allowed, never }

        package init() {}
    }

    package init() {}
}

extension NarrationSettings {
    /// Returns the part of these settings that the user can change, with `speech`.
    package func userSettings(with speech: SpeechAttributes) -> UserSettings {
        UserSettings(
            speech, verbosity: style.verbosity, dialect: style.dialect, hints: style.hints, gestures: style.gestures,
            interval: updateInterval, earcons: hasEarcons, typing: typingEcho, mode: mode)
    }

    /// Applies the user's choice (O8).
    package mutating func apply(_ chosen: UserSettings) {
        if let verbosity = chosen.verbosity { style.verbosity = verbosity }
        if let dialect = chosen.dialect { style.dialect = dialect }
        if let hints = chosen.hints { style.hints = hints }
        if let gestures = chosen.gestures { style.gestures = gestures }
        if let interval = chosen.interval { updateInterval = interval }
        if let earcons = chosen.earcons { hasEarcons = earcons }
        if let typing = chosen.typing { typingEcho = typing }
        if let mode = chosen.mode { self.mode = mode }
    }

    /// The apps whose announcements are not spoken (N7, N9), in order.
    package var silencedApps: [String] {
        apps.filter { $0.value.isMuted || $0.value.mode == .off || $0.value.mode == .onDemand }.keys.sorted()
    }

    func plays(_ earcon: Earcon) -> Bool { hasEarcons && earcons.contains(earcon) }
}
