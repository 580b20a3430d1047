import JSONLines

/// The states of an element that its traits don't say (E13). In an update, nil leaves a state as it is.
public struct ElementStates: Sendable, Equatable {
    /// Whether the element is checked, or a switch on; nil: it can't be.
    public var checked: Toggle?
    /// Whether a button stays pressed; nil: it can't.
    public var pressed: Toggle?
    /// As what the element is the current one of its kind.
    public var current: Current?
    /// Whether the user has been where a link leads.
    public var isVisited: Bool?
    /// Whether the element shows what belongs to it; nil: nothing can be shown or hidden.
    public var isExpanded: Bool?
    /// Whether the element must be filled in.
    public var isRequired: Bool?
    /// Whether the user can't change the element's value.
    public var isReadOnly: Bool?
    /// Why the element's value can't be accepted; empty: it can.
    public var error: String?

    /// Whether something is on.
    public enum Toggle: String, Sendable, CaseIterable {
        case on = "true"
        case off = "false"
        /// Some of what the element stands for is on.
        case mixed
    }

    /// As what an element is the current one.
    public enum Current: String, Sendable, CaseIterable {
        /// Of a kind without a word here.
        case item = "true"
        /// The element is not the current one.
        case notCurrent = "false"
        case page, step, location, date, time
    }

    /// Creates states.
    public init(
        checked: Toggle? = nil, pressed: Toggle? = nil, current: Current? = nil, isVisited: Bool? = nil, isExpanded: Bool? = nil,
        isRequired: Bool? = nil, isReadOnly: Bool? = nil, error: String? = nil
    ) {
        self.checked = checked
        self.pressed = pressed
        self.current = current
        self.isVisited = isVisited
        self.isExpanded = isExpanded
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.error = error
    }

    /// Returns these states, with those of `other` where these are nil.
    package func over(_ other: ElementStates) -> ElementStates {
        ElementStates(
            checked: checked ?? other.checked, pressed: pressed ?? other.pressed, current: current ?? other.current,
            isVisited: isVisited ?? other.isVisited, isExpanded: isExpanded ?? other.isExpanded,
            isRequired: isRequired ?? other.isRequired, isReadOnly: isReadOnly ?? other.isReadOnly, error: error ?? other.error)
    }

    /// Passes the states, which are next to the other fields of an element or an update.
    mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.optional("checked", &checked)
        try fields.optional("pressed", &pressed)
        try fields.optional("current", &current)
        try fields.optional("visited", &isVisited)
        try fields.optional("expanded", &isExpanded)
        try fields.optional("required", &isRequired)
        try fields.optional("readOnly", &isReadOnly)
        try fields.text("error", &error)
    }
}

extension ElementStates.Toggle: FlagOrWord {}
extension ElementStates.Current: FlagOrWord {}
