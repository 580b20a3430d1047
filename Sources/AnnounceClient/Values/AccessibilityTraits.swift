import Messages

/// What an element is and how it behaves: UIAccessibilityTraits, and four more that VoiceOver tells.
public struct AccessibilityTraits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ trait: Trait) { rawValue = ([trait] as Traits).rawValue }

    var traits: Traits { Traits(rawValue: rawValue) }

    /// "Button."; its activation says its label again.
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
    public static let playsSound = Self(.playsSound)
    /// The label alone is spoken.
    public static let keyboardKey = Self(.keyboardKey)
    public static let staticText = Self(.staticText)
    /// Spoken once a launch, on the first screen, after the focus.
    public static let summaryElement = Self(.summaryElement)
    /// "Dimmed."
    public static let notEnabled = Self(.notEnabled)
    /// Its value changes all the time: the newest is spoken every few seconds while it has the focus, not each.
    public static let updatesFrequently = Self(.updatesFrequently)
    /// Its activation silences speech, for what plays or is recorded then.
    public static let startsMediaSession = Self(.startsMediaSession)
    /// "Adjustable."; of its values only the newest is spoken.
    public static let adjustable = Self(.adjustable)
    /// It has no hint.
    public static let allowsDirectInteraction = Self(.allowsDirectInteraction)
    /// Once it was read to its end, ``AnnounceEvent/pageTurn(element:)`` asks for the next page.
    public static let causesPageTurn = Self(.causesPageTurn)
    /// "Tab."
    public static let tabBar = Self(.tabBar)
    /// The value 1, 0 or 2 is "On.", "Off." or "Mixed."
    public static let toggleButton = Self(.toggleButton)
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
