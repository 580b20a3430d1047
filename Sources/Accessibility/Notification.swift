/// What an app tells of its screen.
package enum Notification: Sendable, Equatable {
    /// UIAccessibilityLayoutChanged.
    case layoutChanged(ChangeArgument)
    /// UIAccessibilityScreenChanged.
    case screenChanged(ScreenChange)
    /// UIAccessibilityPageScrolled, with what the app says of the page.
    case pageScrolled(String)
    case elementFocused(ElementReference, by: FocusMover)
    case elementUpdated(ElementUpdate)
    case elementActivated(id: String)
    case elementRemoved(id: String)
}

/// What is meant by `element` in a notification.
package enum ElementReference: Sendable, Equatable {
    /// One that is known to the daemon.
    case id(String)
    /// One that is told now; from now on it is known by its id. Indirect, for it is by far the largest of what is handed on with requests.
    indirect case element(Element)
}

/// UIAccessibility's argument of a layout or screen change: an element, a text, or neither.
package enum ChangeArgument: Sendable, Equatable {
    case element(ElementReference)
    case text(String)
    case none
}

/// UIAccessibilityScreenChanged, and what the new screen holds.
package struct ScreenChange: Sendable, Equatable {
    package var argument: ChangeArgument
    package var title: String?
    /// In reading order.
    package var elements: [Element]

    package init(argument: ChangeArgument = .none, title: String? = nil, elements: [Element] = []) {
        self.argument = argument
        self.title = title
        self.elements = elements
    }
}

/// Who moved the focus.
package enum FocusMover: String, Sendable, CaseIterable { case user, app }

/// What has changed in an element that is known; nil: not that.
package struct ElementUpdate: Sendable, Equatable {
    package var id: String
    package var label: String?
    package var value: String?
    package var traits: Traits?
    package var hint: String?

    package init(id: String, label: String? = nil, value: String? = nil, traits: Traits? = nil, hint: String? = nil) {
        self.id = id
        self.label = label
        self.value = value
        self.traits = traits
        self.hint = hint
    }
}
