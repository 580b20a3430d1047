package import JSONLines

/// An element on the screen that can be described: UIAccessibilityElement.
public struct Element: Sendable, Equatable, Identifiable {
    /// The client's id for the element, or an id made up by the narrator.
    public var id: String
    /// The name: accessibilityAttributedLabel.
    public var attributedLabel: AttributedText?
    /// The current content or state: accessibilityAttributedValue.
    public var attributedValue: AttributedText?
    /// The text shown while the element is empty.
    public var placeholder: String?
    /// The element's kind and behavior.
    public var traits: Traits
    /// The result of using the element; spoken last, after a pause: accessibilityAttributedHint.
    public var attributedHint: AttributedText?
    /// The app's own words for the element's role, spoken instead of the role words (E2).
    public var roleDescription: String?
    /// The level of a header, of an item of a tree or of a list, in ``levels``; nil: none.
    public var level: Int?
    /// The details that label and value don't say, up to ``CustomContent/most``.
    public var content: [CustomContent]
    /// The names of what the user can do with the element besides activating it, up to ``CustomContent/most``.
    public var actions: [String]
    /// The states that the traits don't say.
    public var states: ElementStates
    /// Whether changes of the element are announced while it does not have the focus.
    public var live: LiveRegion
    /// The language of label, value, placeholder, hint and role description.
    public var language: String?
    /// How the value is read aloud.
    public var valueKind: ValueKind
    /// The element's position among others.
    public var container: Container?
    /// Whether the element is spoken in every media session (M3).
    public var speaksDuringMedia: Bool
    /// Values that cause a low announcement when passed (U8).
    public var milestones: [Milestone]

    /// A short name: “Play”. A new label is plain.
    public var label: String? {
        get { attributedLabel?.text }
        set { attributedLabel = newValue.map { AttributedText($0) } }
    }
    /// The current content or state: “50%”. A new value is plain.
    public var value: String? {
        get { attributedValue?.text }
        set { attributedValue = newValue.map { AttributedText($0) } }
    }
    /// The result of using the element: “Plays the song”. A new hint is plain.
    public var hint: String? {
        get { attributedHint?.text }
        set { attributedHint = newValue.map { AttributedText($0) } }
    }

    /// Creates an element. Only the length of a protocol line limits its texts. An attributed text has precedence over a plain one.
    public init(
        id: String = "", label: String? = nil, value: String? = nil, placeholder: String? = nil, traits: Traits = [], hint: String? = nil,
        attributedLabel: AttributedText? = nil, attributedValue: AttributedText? = nil, attributedHint: AttributedText? = nil,
        roleDescription: String? = nil, level: Int? = nil, content: [CustomContent] = [], actions: [String] = [],
        states: ElementStates = ElementStates(), live: LiveRegion = LiveRegion(), language: String? = nil, valueKind: ValueKind = .text,
        container: Container? = nil, speaksDuringMedia: Bool = false, milestones: [Milestone] = []
    ) {
        self.id = id
        self.attributedLabel = attributedLabel ?? label.map { AttributedText($0) }
        self.attributedValue = attributedValue ?? value.map { AttributedText($0) }
        self.placeholder = placeholder
        self.traits = traits
        self.attributedHint = attributedHint ?? hint.map { AttributedText($0) }
        self.roleDescription = roleDescription
        self.level = level
        self.content = content
        self.actions = actions
        self.states = states
        self.live = live
        self.language = language
        self.valueKind = valueKind
        self.container = container
        self.speaksDuringMedia = speaksDuringMedia
        self.milestones = milestones
    }

    /// The levels that are allowed.
    public static let levels = 1...6

    /// How the value is read aloud.
    public enum ValueKind: String, Sendable, CaseIterable {
        case text
        /// An amount of time (T3).
        case duration
        /// A time of day, in the form that people say (T14).
        case time
        case number
        /// 0 to 100, with or without a percent sign (U7).
        case percent
        /// Character by character.
        case spell
    }

    /// The memory for an element without its texts, in bytes; doubled, because tables are about half empty.
    package static let tableCost = 2 * (MemoryLayout<Element>.stride + MemoryLayout<String>.stride)

    /// The memory for the element's texts, in bytes, in addition to ``tableCost``.
    package var cost: Int {
        func size(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        return id.utf8.count + size(placeholder) + size(roleDescription) + size(states.error) + size(language)
            + (attributedLabel?.cost ?? 0) + (attributedValue?.cost ?? 0) + (attributedHint?.cost ?? 0) + (container?.cost ?? 0)
            + milestones.count * MemoryLayout<Milestone>.stride
            + content.reduce(0) { $0 + $1.label.utf8.count + $1.value.utf8.count + MemoryLayout<CustomContent>.stride }
            + actions.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    }
}

extension Element: JSONFields {
    package static var blank: Element { Element() }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        var id = id.isEmpty ? nil : id
        try fields.name("id", &id)
        self.id = id ?? ""
        try fields.text("label", &attributedLabel)
        try fields.text("value", &attributedValue)
        try fields.text("placeholder", &placeholder)
        try fields.traits("traits", &traits)
        try fields.text("hint", &attributedHint)
        try fields.text("roleDescription", &roleDescription)
        try fields.number("level", &level, in: Self.levels)
        try fields.content(&content, actions: &actions)
        try states.pass(&fields)
        try live.pass(&fields)
        try fields.name("language", &language)
        try fields.word("valueKind", &valueKind, default: .text)
        try fields.container(&container)
        try fields.field("speakDuringMedia", &speaksDuringMedia, default: false)
        try fields.milestones("milestones", &milestones)
    }
}

extension FieldPass {
    /// Passes the id of a known element.
    mutating func elementID(_ field: String, _ id: inout String) throws(JSONLineError) {
        try name(field, &id, expected: "an element's id")
    }

    /// Passes the id of a known element, where an element can be, too.
    mutating func elementID(_ field: String, _ id: inout String?) throws(JSONLineError) {
        switch peek(field) {
        case .string?, .null?, nil: try name(field, &id)
        default: throw invalid(field, "expected an element's id, or an element")
        }
    }

    /// Passes an element, or the id of a known element.
    mutating func reference(_ field: String, _ reference: inout ElementReference?) throws(JSONLineError) {
        switch reference {
        case .id(let id)? where !isReading: write(field, id)
        case .element(let element)? where !isReading:
            var element: Element? = element
            try object(field, &element)
        case nil where !isReading: break
        default:
            if case .object? = peek(field) {
                var element: Element?
                try object(field, &element)
                reference = element.map { .element($0) }
            } else {
                var id: String?
                try elementID(field, &id)
                reference = id.map { .id($0) }
            }
        }
    }
}
