import ArgumentParser
import Messages

/// The states of an element.
struct StateOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Whether the element shows what belongs to it, such as the items of a menu.")
    var expanded: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether the element must be filled in.")
    var required: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether the user can't change the element's value.")
    var readOnly: Bool?
    @Option(help: ArgumentHelp("Why the element's value can't be accepted; empty: it can.", valueName: "text"))
    var error: String?

    var states: ElementStates { ElementStates(isExpanded: expanded, isRequired: required, isReadOnly: readOnly, error: error) }
}
