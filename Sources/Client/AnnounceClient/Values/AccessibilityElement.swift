import Messages

/// Something on the screen that can be described: UIAccessibilityElement.
///
///     let play = AccessibilityElement("play", label: "Play", value: "Redbone", traits: .button, hint: "Plays the song")
public struct AccessibilityElement: Sendable, Equatable, Identifiable {
    /// The app's identifier for the element on this screen. Later notifications refer to it.
    public var id: String
    /// A short name: “Play”.
    public var label: String?
    /// The current content or state: “50%”.
    public var value: String?
    /// The text shown while the element is empty.
    public var placeholder: String?
    /// The element's kind and behavior.
    public var traits: AccessibilityTraits
    /// The result of using the element; spoken last, after a pause.
    public var hint: String?
    /// The language of the element's texts, such as `en-GB`.
    public var language: String?
    /// How the value is read aloud.
    public var valueKind: ValueKind
    /// The element's position among others.
    public var container: AccessibilityContainer?
    /// Whether the element is spoken in every media session.
    public var speaksDuringMedia: Bool
    /// Values that are announced with low priority when the element's value crosses them.
    public var milestones: [Milestone]

    /// Creates an element.
    public init(
        _ id: String, label: String? = nil, value: String? = nil, placeholder: String? = nil, traits: AccessibilityTraits = [],
        hint: String? = nil, language: String? = nil, valueKind: ValueKind = .text, container: AccessibilityContainer? = nil,
        speaksDuringMedia: Bool = false, milestones: [Milestone] = []
    ) {
        self.id = id
        self.label = label
        self.value = value
        self.placeholder = placeholder
        self.traits = traits
        self.hint = hint
        self.language = language
        self.valueKind = valueKind
        self.container = container
        self.speaksDuringMedia = speaksDuringMedia
        self.milestones = milestones
    }

    /// How the value is read aloud.
    public enum ValueKind: String, Sendable, CaseIterable {
        case text
        /// A duration: "1:05" is one minute and five seconds.
        case duration
        /// A time of day.
        case time
        case number
        /// 0 to 100; small steps are not spoken.
        case percent
        /// Character by character.
        case spell
    }

    /// A value worth an announcement.
    public enum Milestone: Sendable, Equatable {
        case number(Double)
        case seconds(Double)
    }

    var element: Element {
        Element(
            id: id, label: label, value: value, placeholder: placeholder, traits: traits.traits, hint: hint, language: language,
            valueKind: Element.ValueKind(rawValue: valueKind.rawValue) ?? .text, container: container?.container,
            speaksDuringMedia: speaksDuringMedia,
            milestones: milestones.map { milestone in
                switch milestone {
                case .number(let number): .number(number)
                case .seconds(let seconds): .seconds(seconds)
                }
            })
    }
}
