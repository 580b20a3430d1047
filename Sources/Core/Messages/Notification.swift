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
package enum FocusMover: String, Sendable, CaseIterable { case user, app }

/// Changes of an existing element; nil leaves a property as it is.
package struct ElementUpdate: Sendable, Equatable {
    package var id: String
    package var label: String?
    package var value: String?
    package var traits: Traits?
    package var hint: String?
    /// The text typed and the text deleted in a text field, if the values do not show it (K1).
    package var inserted: String?
    package var deleted: String?

    package init(
        id: String, label: String? = nil, value: String? = nil, traits: Traits? = nil, hint: String? = nil, inserted: String? = nil,
        deleted: String? = nil
    ) {
        self.id = id
        self.label = label
        self.value = value
        self.traits = traits
        self.hint = hint
        self.inserted = inserted
        self.deleted = deleted
    }
}
