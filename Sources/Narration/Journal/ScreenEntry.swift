package import Accessibility
package import SpeechQueue

/// A change of what is known of a client's screen, for whoever has to know it once this process has ended.
package enum ScreenEntry: Sendable, Equatable {
    /// All of it.
    case screen(RememberedScreen)
    case element(RememberedElement)
    case removed(id: String)
    /// The focus is this element's; nil: nobody's.
    case focus(id: String?)
    /// What was last said of the page.
    case page(String)
}

/// An element, and whether its id is made up.
package struct RememberedElement: Sendable, Equatable {
    package var element: Element
    package var isNameless: Bool

    package init(_ element: Element, isNameless: Bool) {
        self.element = element
        self.isNameless = isNameless
    }
}

package struct RememberedScreen: Sendable, Equatable {
    package var elements: [RememberedElement]
    package var focus: String?
    package var page: String?
    /// Whether no screen was shown since the launch (Y1).
    package var isFirst: Bool

    package init(elements: [RememberedElement], focus: String?, page: String?, isFirst: Bool) {
        self.elements = elements
        self.focus = focus
        self.page = page
        self.isFirst = isFirst
    }
}

/// A media session that is on.
package struct RememberedSession: Sendable, Equatable {
    package var client: ClientID
    package var session: MediaSession
    package var until: Instant
    /// The element whose activation began it (M1).
    package var element: String?

    package init(client: ClientID, session: MediaSession, until: Instant, element: String?) {
        self.client = client
        self.session = session
        self.until = until
        self.element = element
    }
}
