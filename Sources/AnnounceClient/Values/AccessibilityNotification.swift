import Messages

/// Something that an app tells: UIAccessibility's notifications, and what a screen reader finds out itself on other systems.
///
///     try await client.post(.screenChanged(title: "Inbox", elements: [back, first, second]))
///     try await client.post(.elementUpdated("progress", value: "20 %"))
public struct AccessibilityNotification: Sendable, Equatable {
    let request: Request

    /// Has something said. To learn what becomes of it, call ``AnnounceClient/AnnounceClient/announce(_:)`` instead, or look for
    /// ``AnnounceEvent/announcementDidFinish(_:)``.
    public static func announcement(_ announcement: AccessibilityAnnouncement) -> Self {
        Self(request: .announcement(announcement.announcement))
    }

    /// Has a text said.
    public static func announcement(_ text: String, priority: AccessibilityAnnouncement.Priority = .default) -> Self {
        announcement(AccessibilityAnnouncement(text, priority: priority))
    }

    /// A part of the screen has changed: what is new of the focused element is spoken.
    public static var layoutChanged: Self { Self(request: .notification(.layoutChanged(.none))) }

    /// A part of the screen has changed, and the app moves the focus to an element.
    public static func layoutChanged(_ element: AccessibilityElement) -> Self {
        Self(request: .notification(.layoutChanged(.element(.element(element.element)))))
    }

    /// A part of the screen has changed: the text is spoken as an announcement of default priority, and the focus stays.
    public static func layoutChanged(text: String) -> Self { Self(request: .notification(.layoutChanged(.text(text)))) }

    /// All of the screen is new. What is said of the former one ends, and its elements are forgotten.
    /// - Parameters:
    ///   - focus: the element that has the focus now; nil: the first of `elements`.
    ///   - title: spoken before the focus.
    ///   - elements: what the screen holds, in reading order.
    public static func screenChanged(
        focus: AccessibilityElement? = nil, title: String? = nil, elements: [AccessibilityElement] = []
    ) -> Self {
        let argument = focus.map { ChangeArgument.element(.element($0.element)) } ?? .none
        return Self(
            request: .notification(.screenChanged(ScreenChange(argument: argument, title: title, elements: elements.map(\.element)))))
    }

    /// A page was scrolled; the text says where it is now, such as "Page 3 of 9". The same text again is the border: a sound.
    public static func pageScrolled(_ text: String) -> Self { Self(request: .notification(.pageScrolled(text))) }

    /// Who moved the focus.
    public enum FocusMover: String, Sendable, CaseIterable { case user, app }

    /// The focus has moved to an element, which is told now.
    public static func elementFocused(_ element: AccessibilityElement, by mover: FocusMover = .user) -> Self {
        focused(.element(element.element), by: mover)
    }

    /// The focus has moved to an element that was told before.
    public static func elementFocused(id: AccessibilityElement.ID, by mover: FocusMover = .user) -> Self {
        focused(.id(id), by: mover)
    }

    private static func focused(_ reference: ElementReference, by mover: FocusMover) -> Self {
        Self(request: .notification(.elementFocused(reference, by: Messages.FocusMover(rawValue: mover.rawValue) ?? .user)))
    }

    /// What is new of an element; nil: not that.
    public static func elementUpdated(
        _ id: AccessibilityElement.ID, label: String? = nil, value: String? = nil, traits: AccessibilityTraits? = nil, hint: String? = nil
    ) -> Self {
        Self(request: .notification(.elementUpdated(ElementUpdate(id: id, label: label, value: value, traits: traits?.traits, hint: hint))))
    }

    /// The user has used an element.
    public static func elementActivated(_ id: AccessibilityElement.ID) -> Self { Self(request: .notification(.elementActivated(id: id))) }

    /// An element is gone.
    public static func elementRemoved(_ id: AccessibilityElement.ID) -> Self { Self(request: .notification(.elementRemoved(id: id))) }
}

/// The daemon has taken a notification.
public struct PostedNotification: Sendable, Equatable, Identifiable {
    /// Where what is said of it is now.
    public enum State: String, Sendable, CaseIterable {
        case queued, speaking
        /// A media session has to end first.
        case held
        /// A value that is polled, and may be spoken yet.
        case stored
        /// Nothing is spoken for it, or no more.
        case silent
    }

    /// What ``AnnounceClient/AnnounceClient/cancel(_:)``, ``AnnounceClient/AnnounceClient/explain(_:)`` and
    /// ``AnnouncementOutcome/id`` mean it by. No other request has it, whoever made it.
    public let id: String
    public let state: State
    /// What was odd about it, in whole sentences.
    public let warnings: [String]

    init(_ reply: Reply) {
        id = reply.id
        state = reply.state.flatMap { State(rawValue: $0.rawValue) } ?? .silent
        warnings = reply.warnings.map(\.message)
    }
}
