/// An element on the screen that can be described: UIAccessibilityElement.
package struct Element: Sendable, Equatable {
    /// The client's id for the element, or an id made up by the narrator.
    package var id: String
    package var label: String?
    package var value: String?
    package var placeholder: String?
    package var traits: Traits
    package var hint: String?
    /// The language of label, value, placeholder and hint.
    package var language: String?
    package var valueKind: ValueKind
    package var container: Container?
    /// Whether the element is spoken in every media session (M3).
    package var speaksDuringMedia: Bool
    /// Values that cause a low announcement when passed (U8).
    package var milestones: [Milestone]

    /// Creates an element. Only the length of a protocol line limits its texts.
    package init(
        id: String = "", label: String? = nil, value: String? = nil, placeholder: String? = nil, traits: Traits = [], hint: String? = nil,
        language: String? = nil, valueKind: ValueKind = .text, container: Container? = nil, speaksDuringMedia: Bool = false,
        milestones: [Milestone] = []
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
    package enum ValueKind: String, Sendable, CaseIterable {
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

    /// A value that is announced when it is passed (U8).
    package enum Milestone: Sendable, Equatable {
        case number(Double)
        case seconds(Double)
    }

    /// The memory for an element without its texts, in bytes; doubled, because tables are about half empty.
    package static let tableCost = 2 * (MemoryLayout<Element>.stride + MemoryLayout<String>.stride)

    /// The memory for the element's texts, in bytes, in addition to ``tableCost``.
    package var cost: Int {
        func size(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        return id.utf8.count + size(label) + size(value) + size(placeholder) + size(hint) + size(language) + (container?.cost ?? 0)
            + milestones.count * MemoryLayout<Milestone>.stride
    }
}
