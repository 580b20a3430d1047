/// What is around the user that matters for reading notifications out (W3).
package struct Surroundings: Sendable, Equatable {
    /// Who says that the screen is locked.
    package var lockers: Set<String>
    /// Whether the user does not want to be disturbed.
    package var isInhibited: Bool
    package var hasScreenReader: Bool

    package init(lockers: Set<String> = [], isInhibited: Bool = false, hasScreenReader: Bool = false) {
        self.lockers = lockers
        self.isInhibited = isInhibited
        self.hasScreenReader = hasScreenReader
    }

    package var isLocked: Bool { !lockers.isEmpty }
}
