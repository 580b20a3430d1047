import Messages

/// An element's kind and behavior: UIAccessibilityTraits, and some more that VoiceOver speaks.
public struct AccessibilityTraits: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// A bit for each trait.
    public let rawValue: UInt32

    /// Creates traits from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ trait: Trait) { rawValue = ([trait] as Traits).rawValue }

    var traits: Traits { Traits(rawValue: rawValue) }

    /// The names, such as `[button, selected]`.
    public var description: String { "[\(traits.names.joined(separator: ", "))]" }

    /// "Button."; activating it repeats its label.
    public static let button = Self(.button)
    /// "Link."
    public static let link = Self(.link)
    /// "Header."
    public static let header = Self(.header)
    /// "Search field."
    public static let searchField = Self(.searchField)
    /// "Image."
    public static let image = Self(.image)
    /// "Selected", before the label.
    public static let selected = Self(.selected)
    /// The element plays its own sound when it is activated; nothing is spoken for the trait.
    public static let playsSound = Self(.playsSound)
    /// Only the label is spoken.
    public static let keyboardKey = Self(.keyboardKey)
    /// Text that can't change; nothing is spoken for the trait.
    public static let staticText = Self(.staticText)
    /// Spoken once per launch, on the first screen, after the focus.
    public static let summaryElement = Self(.summaryElement)
    /// "Dimmed."
    public static let notEnabled = Self(.notEnabled)
    /// The element's value changes constantly. While the element has the focus, the newest value is spoken every few seconds.
    public static let updatesFrequently = Self(.updatesFrequently)
    /// Activating the element silences speech, because something will be played or recorded.
    public static let startsMediaSession = Self(.startsMediaSession)
    /// "Adjustable."; only the newest of its values is spoken.
    public static let adjustable = Self(.adjustable)
    /// The element has no hint.
    public static let allowsDirectInteraction = Self(.allowsDirectInteraction)
    /// When the element was read to its end, ``AnnounceEvent/pageTurn(element:)`` requests the next page.
    public static let causesPageTurn = Self(.causesPageTurn)
    /// "Tab."
    public static let tabBar = Self(.tabBar)
    /// The values 1, 0 and 2 are "On.", "Off." and "Mixed."
    public static let toggleButton = Self(.toggleButton)
    /// The element's content can be zoomed; nothing is spoken for the trait.
    public static let supportsZoom = Self(.supportsZoom)
    /// "Text field."
    public static let textEntry = Self(.textEntry)
    /// "Secure text field."; its value is never spoken.
    public static let secureTextEntry = Self(.secureTextEntry)
    /// "Is editing."
    public static let isEditing = Self(.isEditing)
    /// "Back button."
    public static let backButton = Self(.backButton)
}
