import ArgumentParser
import Messages

/// The states of an element, and how its changes are announced.
struct StateOptions: ParsableArguments {
    @Option(help: "Whether the element is checked, or a switch on: true, false or mixed.")
    var checked: ElementStates.Toggle?
    @Option(help: "Whether a button stays pressed: true, false or mixed.")
    var pressed: ElementStates.Toggle?
    @Option(help: "As what the element is the current one: page, step, location, date, time or true; false: it is not.")
    var current: ElementStates.Current?
    @Flag(inversion: .prefixedNo, help: "Whether the user has been where a link leads.")
    var visited: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether the element shows what belongs to it, such as the items of a menu.")
    var expanded: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether the element must be filled in.")
    var required: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether the user can't change the element's value.")
    var readOnly: Bool?
    @Option(help: ArgumentHelp("Why the element's value can't be accepted; empty: it can.", valueName: "text"))
    var error: String?

    @Option(help: "How changes are announced while the element does not have the focus: off, polite or assertive.")
    var live: LiveRegion.Politeness?
    @Flag(inversion: .prefixedNo, help: "Whether label and value are announced, even if only a part has changed.")
    var atomic: Bool?
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the app is still changing the element: changes without the focus are announced when this ends.")
    var busy: Bool?

    var liveRegion: LiveRegion { LiveRegion(live, isAtomic: atomic, isBusy: busy) }
    /// Whether any of the options is given.
    var saysAnything: Bool { states != ElementStates() || liveRegion != LiveRegion() }
    var states: ElementStates {
        ElementStates(
            checked: checked, pressed: pressed, current: current, isVisited: visited, isExpanded: expanded, isRequired: required,
            isReadOnly: readOnly, error: error)
    }
}
