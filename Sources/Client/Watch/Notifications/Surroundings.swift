/// The circumstances that decide how notifications are read out (W3).
package struct Surroundings: Sendable, Equatable {
    /// The programs that report that the screen is locked.
    package var lockedBy: Set<String>
    /// Whether the user does not want to be disturbed.
    package var isInhibited: Bool
    package var hasScreenReader: Bool

    package init(lockedBy: Set<String> = [], isInhibited: Bool = false, hasScreenReader: Bool = false) {
        self.lockedBy = lockedBy
        self.isInhibited = isInhibited
        self.hasScreenReader = hasScreenReader
    }

    package var isLocked: Bool { !lockedBy.isEmpty }
}
