package import JSONLines

/// A change that an app reports about its screen.
package enum Notification: Sendable, Equatable {
    /// UIAccessibilityLayoutChanged.
    case layoutChanged(ChangeArgument)
    /// UIAccessibilityScreenChanged.
    case screenChanged(ScreenChange)
    /// UIAccessibilityPageScrolled, with the app's text for the page.
    case pageScrolled(String)
    case elementFocused(ElementReference, by: FocusMover)
    case elementUpdated(ElementUpdate)
    case elementActivated(id: String)
    /// - speaksLastValue: whether the element's last value is to be heard (U7).
    case elementRemoved(id: String, speaksLastValue: Bool = false)
}

/// The `element` of a notification.
package enum ElementReference: Sendable, Equatable {
    /// An element that the daemon already has.
    case id(String)
    /// An element described here, which later requests can refer to by its id. Indirect, because it is by far the largest value in a
    /// request.
    indirect case element(Element)
}

/// UIAccessibility's argument of a layout or screen change: an element, a text, or neither.
package enum ChangeArgument: Sendable, Equatable {
    case element(ElementReference)
    case text(String)
    case none
}

/// UIAccessibilityScreenChanged, and the contents of the new screen.
package struct ScreenChange: Sendable, Equatable {
    package var argument: ChangeArgument
    package var title: String?
    /// The elements of the screen, in reading order.
    package var elements: [Element]

    package init(argument: ChangeArgument = .none, title: String? = nil, elements: [Element] = []) {
        self.argument = argument
        self.title = title
        self.elements = elements
    }
}

/// The source of a change of focus.
public enum FocusMover: String, Sendable, CaseIterable { case user, app }

/// Changes of an existing element; nil leaves a property as it is.
package struct ElementUpdate: Sendable, Equatable {
    package var id: String
    package var attributedLabel: AttributedText?
    package var attributedValue: AttributedText?
    package var traits: Traits?
    package var attributedHint: AttributedText?
    package var roleDescription: String?
    package var level: Int?
    package var content: [CustomContent]?
    package var actions: [String]?
    package var states: ElementStates
    package var live: LiveRegion
    /// The text typed and the text deleted in a text field, if the values do not show it (K1).
    package var inserted: String?
    package var deleted: String?

    package init(
        id: String, label: String? = nil, value: String? = nil, traits: Traits? = nil, hint: String? = nil,
        attributedLabel: AttributedText? = nil, attributedValue: AttributedText? = nil, attributedHint: AttributedText? = nil,
        roleDescription: String? = nil, level: Int? = nil, content: [CustomContent]? = nil, actions: [String]? = nil,
        states: ElementStates = ElementStates(), live: LiveRegion = LiveRegion(), inserted: String? = nil, deleted: String? = nil
    ) {
        self.id = id
        self.attributedLabel = attributedLabel ?? label.map { AttributedText($0) }
        self.attributedValue = attributedValue ?? value.map { AttributedText($0) }
        self.traits = traits
        self.attributedHint = attributedHint ?? hint.map { AttributedText($0) }
        self.roleDescription = roleDescription
        self.level = level
        self.content = content
        self.actions = actions
        self.states = states
        self.live = live
        self.inserted = inserted
        self.deleted = deleted
    }
}

extension FieldPass {
    /// Passes the argument of a layout or screen change.
    mutating func argument(_ argument: inout ChangeArgument) throws(JSONLineError) {
        var element: ElementReference? = if case .element(let element) = argument { element } else { nil }
        var text: String? = if case .text(let text) = argument { text } else { nil }
        try reference("element", &element)
        try self.text("text", &text)
        switch (element, text) {
        case (let element?, nil): argument = .element(element)
        case (nil, let text?): argument = .text(text)
        case (nil, nil): argument = .none
        case (_?, _?): throw excluded("text", by: "element")
        }
    }

    /// Passes the element that gets the focus.
    mutating func focus(_ element: inout ElementReference) throws(JSONLineError) {
        var given: ElementReference? = isReading ? nil : element
        try reference("element", &given)
        guard let given else { throw missing("element", "an element, or the id of a known one") }
        element = given
    }
}

extension ScreenChange: JSONFields {
    package static var blank: ScreenChange { ScreenChange() }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.argument(&argument)
        try fields.text("title", &title)
        try fields.objects("elements", &elements)
    }
}

extension ElementUpdate: JSONFields {
    package static var blank: ElementUpdate { ElementUpdate(id: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        // The changes are next to the id, or in an object together with the id, as in other notifications.
        if case .object? = fields.peek("element") {
            var changes: Changes?
            try fields.object("element", &changes)
            if let changes { self = changes.update }
        } else {
            var known = fields.isReading ? nil : id
            try fields.elementID("element", &known)
            guard let known else { throw fields.missing("element", "an element's id") }
            id = known
            try passChanges(&fields)
        }
    }

    private mutating func passChanges(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.text("label", &attributedLabel)
        try fields.text("value", &attributedValue)
        try fields.traits("traits", &traits)
        try fields.text("hint", &attributedHint)
        try fields.text("roleDescription", &roleDescription)
        try fields.number("level", &level, in: Element.levels)
        try fields.content(&content, actions: &actions)
        try states.pass(&fields)
        try live.pass(&fields)
        try fields.text("inserted", &inserted)
        try fields.text("deleted", &deleted)
    }

    /// The update as an object.
    private struct Changes: JSONFields {
        static var blank: Changes { Changes() }
        var update = ElementUpdate.blank

        mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
            try fields.name("id", &update.id, expected: "a known element's id")
            try update.passChanges(&fields)
        }
    }
}
