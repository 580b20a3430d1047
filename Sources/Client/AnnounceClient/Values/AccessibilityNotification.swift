import AnnounceProtocol
public import Messages

/// An app's report about its screen: UIAccessibility's notifications, and events that a screen reader detects by itself on other systems.
///
///     try await client.post(.screenChanged(title: "Inbox", elements: [back, first, second]))
///     try await client.post(.elementUpdated("progress", value: "20 %"))
public struct AccessibilityNotification: Sendable, Equatable, CustomStringConvertible {
    let request: Request

    /// The notification as a JSON object of the protocol.
    public var description: String { String(decoding: RequestLine(request: request).bytes.dropLast(), as: UTF8.self) }

    /// Posts an announcement. To receive its outcome, call ``Announcer/announce(_:id:)`` instead, or watch for
    /// ``AnnounceEvent/announcementDidFinish(_:)``.
    public static func announcement(_ announcement: AccessibilityAnnouncement) -> Self {
        Self(request: .announcement(announcement))
    }

    /// Posts a text as an announcement.
    public static func announcement(_ text: String, priority: AccessibilityAnnouncement.Priority = .default) -> Self {
        announcement(AccessibilityAnnouncement(text, priority: priority))
    }

    /// Reports that a part of the screen changed. Changes to the focused element are spoken.
    public static var layoutChanged: Self { Self(request: .notification(.layoutChanged(.none))) }

    /// Reports that a part of the screen changed, and moves the focus to an element.
    public static func layoutChanged(_ element: AccessibilityElement) -> Self {
        Self(request: .notification(.layoutChanged(.element(.element(element)))))
    }

    /// Reports that a part of the screen changed. The text is spoken as an announcement of default priority, and the focus stays.
    public static func layoutChanged(text: String) -> Self { Self(request: .notification(.layoutChanged(.text(text)))) }

    /// Reports that the whole screen changed. Speech about the previous screen ends, and its elements are forgotten.
    /// - Parameters:
    ///   - focus: the element that has the focus now; nil: the first of `elements`.
    ///   - title: the screen's title, spoken before the focus.
    ///   - elements: the screen's elements, in reading order.
    public static func screenChanged(
        focus: AccessibilityElement? = nil, title: String? = nil, elements: [AccessibilityElement] = []
    ) -> Self {
        let argument = focus.map { ChangeArgument.element(.element($0)) } ?? .none
        return Self(
            request: .notification(.screenChanged(ScreenChange(argument: argument, title: title, elements: elements))))
    }

    /// Reports that a page was scrolled, and its new position, such as "Page 3 of 9". If the same text follows again, the border was
    /// reached, and a sound is played.
    public static func pageScrolled(_ text: String) -> Self { Self(request: .notification(.pageScrolled(text))) }

    /// Reports that the focus moved to an element, and describes the element.
    public static func elementFocused(_ element: AccessibilityElement, by mover: FocusMover = .user) -> Self {
        focused(.element(element), by: mover)
    }

    /// Reports that the focus moved to a known element.
    public static func elementFocused(id: AccessibilityElement.ID, by mover: FocusMover = .user) -> Self {
        focused(.id(id), by: mover)
    }

    private static func focused(_ reference: ElementReference, by mover: FocusMover) -> Self {
        Self(request: .notification(.elementFocused(reference, by: mover)))
    }

    /// Reports changes to an element; parts that are nil are unchanged. An attributed text has precedence over a plain one.
    ///
    /// In the focused text field, typed or deleted text is spoken. It is derived from the value before and after. Specify `inserted` and
    /// `deleted` if these values don't show it, for example if one of two equal lines was deleted.
    public static func elementUpdated(
        _ id: AccessibilityElement.ID, label: String? = nil, value: String? = nil, traits: AccessibilityTraits? = nil, hint: String? = nil,
        attributedLabel: AccessibilityAttributedText? = nil, attributedValue: AccessibilityAttributedText? = nil,
        attributedHint: AccessibilityAttributedText? = nil,
        roleDescription: String? = nil, level: Int? = nil, content: [AccessibilityCustomContent]? = nil, actions: [String]? = nil,
        states: AccessibilityStates = AccessibilityStates(), live: AccessibilityLiveRegion = AccessibilityLiveRegion(),
        inserted: String? = nil, deleted: String? = nil
    ) -> Self {
        let update = ElementUpdate(
            id: id, label: label, value: value, traits: traits, hint: hint, attributedLabel: attributedLabel,
            attributedValue: attributedValue, attributedHint: attributedHint, roleDescription: roleDescription, level: level,
            content: content, actions: actions, states: states, live: live, inserted: inserted, deleted: deleted)
        return Self(request: .notification(.elementUpdated(update)))
    }

    /// Reports that the user activated an element.
    public static func elementActivated(_ id: AccessibilityElement.ID) -> Self { Self(request: .notification(.elementActivated(id: id))) }

    /// Reports that an element was removed.
    /// - Parameters:
    ///   - id: the element.
    ///   - speaksLastValue: whether the element's value is then spoken, unless it was already heard to its end.
    public static func elementRemoved(_ id: AccessibilityElement.ID, speaksLastValue: Bool = false) -> Self {
        Self(request: .notification(.elementRemoved(id: id, speaksLastValue: speaksLastValue)))
    }
}
