import JSONLines

/// The states of an element that its traits don't say (E13). In an update, nil leaves a state as it is.
public struct ElementStates: Sendable, Equatable {
    /// Whether the element shows what belongs to it; nil: nothing can be shown or hidden.
    public var isExpanded: Bool?
    /// Whether the element must be filled in.
    public var isRequired: Bool?
    /// Whether the user can't change the element's value.
    public var isReadOnly: Bool?
    /// Why the element's value can't be accepted; empty: it can.
    public var error: String?

    /// Creates states.
    public init(isExpanded: Bool? = nil, isRequired: Bool? = nil, isReadOnly: Bool? = nil, error: String? = nil) {
        self.isExpanded = isExpanded
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.error = error
    }

    /// Returns these states, with those of `other` where these are nil.
    package func over(_ other: ElementStates) -> ElementStates {
        ElementStates(
            isExpanded: isExpanded ?? other.isExpanded, isRequired: isRequired ?? other.isRequired,
            isReadOnly: isReadOnly ?? other.isReadOnly, error: error ?? other.error)
    }

    /// Passes the states, which are next to the other fields of an element or an update.
    mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.optional("expanded", &isExpanded)
        try fields.optional("required", &isRequired)
        try fields.optional("readOnly", &isReadOnly)
        try fields.text("error", &error)
    }
}
