package import Messages

/// How the user wants elements described.
package struct DescriptionStyle: Sendable, Equatable {
    /// The length of descriptions.
    package typealias Verbosity = Messages.Verbosity
    /// The screen reader whose words are used.
    package typealias Dialect = Messages.Dialect
    /// The gestures that hints name (H4).
    package typealias Gestures = Messages.Gestures

    package var verbosity: Verbosity
    package var dialect: Dialect
    package var gestures: Gestures
    /// Whether the machine has a touch screen and no keyboard, for ``Gestures/auto``.
    package var isTouchOnly = false
    /// Whether hints are spoken (H2).
    package var hints: Bool

    /// Whether durations are read in words (T3).
    package var readsDurations = true

    package init(verbosity: Verbosity = .full, dialect: Dialect = .voiceover, gestures: Gestures = .auto, hints: Bool = true) {
        self.verbosity = verbosity
        self.dialect = dialect
        self.gestures = gestures
        self.hints = hints
    }
}
