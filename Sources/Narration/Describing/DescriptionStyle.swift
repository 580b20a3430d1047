/// How the user wants elements described.
package struct DescriptionStyle: Sendable, Equatable {
    /// How much is spoken (E7).
    package enum Verbosity: String, Sendable, CaseIterable {
        case full
        /// Without container and hint.
        case brief
        case label
    }

    /// The screen reader whose word order and words are used (E9).
    package enum Dialect: String, Sendable, CaseIterable { case voiceover, talkback }

    /// The words for what the user can do, in hints (H4); with `none`, only the app's own hints are spoken.
    package enum Gestures: String, Sendable, CaseIterable { case touch, keyboard, none }

    package var verbosity: Verbosity
    package var dialect: Dialect
    package var gestures: Gestures
    /// Whether hints are spoken (H2).
    package var hints: Bool

    /// Whether durations are read in words (T3).
    package var readsDurations = true

    package init(verbosity: Verbosity = .full, dialect: Dialect = .voiceover, gestures: Gestures = .touch, hints: Bool = true) {
        self.verbosity = verbosity
        self.dialect = dialect
        self.gestures = gestures
        self.hints = hints
    }
}
