package import Messages
package import SpeechQueue

/// A change of what is known about a client's screen, for the next process.
package enum ScreenEntry: Sendable, Equatable {
    case screen(RememberedScreen)
    case element(RememberedElement)
    case removed(id: String)
    /// The id of the focused element; nil if there is none.
    case focus(id: String?)
    /// The latest text of the page.
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
    /// Whether the app has shown no screen since its launch (Y1).
    package var isFirst: Bool

    package init(elements: [RememberedElement], focus: String?, page: String?, isFirst: Bool) {
        self.elements = elements
        self.focus = focus
        self.page = page
        self.isFirst = isFirst
    }
}

/// An active media session.
package struct RememberedSession: Sendable, Equatable {
    package var client: ClientID
    package var session: MediaSession
    package var until: Instant
    /// The element whose activation started it (M1).
    package var element: String?

    package init(client: ClientID, session: MediaSession, until: Instant, element: String?) {
        self.client = client
        self.session = session
        self.until = until
        self.element = element
    }
}
