import Messages

/// Whether a toggle is on.
enum ToggleState: Sendable { case off, on, mixed }

extension Element {
    /// The state that the value of a toggle stands for; nil if the element is no toggle, or if the value stands for no state (E2).
    var toggleState: ToggleState? {
        guard !traits.isDisjoint(with: .toggles) else { return nil }
        return switch Phrase.trimmed(value) {
        case "1": .on
        case "0": .off
        case "2": .mixed
        default: nil
        }
    }
}
