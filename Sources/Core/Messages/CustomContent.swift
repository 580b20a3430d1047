package import JSONLines

/// A detail of an element that its label and value don't say: AXCustomContent.
public struct CustomContent: Sendable, Equatable {
    /// When a detail is spoken.
    public enum Importance: String, Sendable, CaseIterable {
        /// With the element's details, on request.
        case `default`
        /// After the element's value.
        case high
    }

    /// The detail's name: “Age”.
    public var label: String
    /// The detail's content: “3 years”.
    public var value: String
    /// When the detail is spoken.
    public var importance: Importance

    /// The maximum number of details, and of actions, of an element.
    public static let most = 64

    /// Creates a detail.
    public init(label: String, value: String, importance: Importance = .default) {
        self.label = label
        self.value = value
        self.importance = importance
    }
}

extension CustomContent: JSONFields {
    package static var blank: CustomContent { CustomContent(label: "", value: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.text("label", &label)
        try fields.text("value", &value)
        try fields.word("importance", &importance, default: .default)
    }
}

extension FieldPass {
    /// Passes an element's details and the names of its actions; nil is not written.
    mutating func content(_ content: inout [CustomContent]?, actions: inout [String]?) throws(JSONLineError) {
        try objects("content", &content)
        try names("actions", &actions)
        guard isReading else { return }
        for (field, count) in [("content", content?.count), ("actions", actions?.count)] {
            if let count, count > CustomContent.most { throw invalid(field, "has \(count); expected at most \(CustomContent.most)") }
        }
    }

    /// Passes them; an empty array is not written.
    mutating func content(_ content: inout [CustomContent], actions: inout [String]) throws(JSONLineError) {
        var given = content.isEmpty ? nil : content
        var names = actions.isEmpty ? nil : actions
        try self.content(&given, actions: &names)
        (content, actions) = (given ?? [], names ?? [])
    }
}
