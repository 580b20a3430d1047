import Messages

extension Element {
    var isToggle: Bool { !traits.isDisjoint(with: .toggles) }

    /// The state of a toggle; nil if the element is none, or if its state is unknown (E2).
    var toggleState: ElementStates.Toggle? { isToggle ? states.checked ?? valueState : nil }

    /// The state that the value of a toggle stands for; nil if the element is no toggle, or if the value stands for no state.
    var valueState: ElementStates.Toggle? {
        guard isToggle else { return nil }
        return switch Phrase.trimmed(value) {
        case "1": .on
        case "0": .off
        case "2": .mixed
        default: nil
        }
    }
}
