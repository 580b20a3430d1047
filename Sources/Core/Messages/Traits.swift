import JSONLines

/// One trait: UIAccessibility's traits, some more that VoiceOver speaks, and roles that Linux's toolkits have. A trait has the same name on
/// the wire.
///
/// The raw value is the index of the trait's bit in ``Traits/rawValue``.
public enum Trait: UInt64, Sendable, CaseIterable {
    /// "Button."; activating it repeats its label.
    case button
    /// "Link."
    case link
    /// "Header."
    case header
    /// "Search field."
    case searchField
    /// "Image."
    case image
    /// "Selected", before the label.
    case selected
    /// The element plays its own sound when it is activated; nothing is spoken for the trait.
    case playsSound
    /// Only the label is spoken.
    case keyboardKey
    /// Text that can't change; nothing is spoken for the trait.
    case staticText
    /// Spoken once per launch, on the first screen, after the focus.
    case summaryElement
    /// "Dimmed."
    case notEnabled
    /// The element's value changes constantly. While the element has the focus, the newest value is spoken every few seconds.
    case updatesFrequently
    /// Activating the element silences speech, because something will be played or recorded.
    case startsMediaSession
    /// "Adjustable."; only the newest of its values is spoken.
    case adjustable
    /// The element has no hint.
    case allowsDirectInteraction
    /// When the element was read to its end, the daemon requests the next page.
    case causesPageTurn
    /// "Tab."
    case tabBar
    /// The values 1, 0 and 2 are "On.", "Off." and "Mixed."
    case toggleButton
    /// The element's content can be zoomed; nothing is spoken for the trait.
    case supportsZoom
    /// "Text field."
    case textEntry
    /// "Secure text field."; its value is never spoken.
    case secureTextEntry
    /// "Is editing."
    case isEditing
    /// "Back button."
    case backButton
    /// "Menu."
    case menu
    /// "Menu item."
    case menuItem
    /// "Alert."
    case alert
    /// "Dialog."
    case dialog
    /// "Tooltip."
    case tooltip
    /// "Tree item."
    case treeItem
    /// "Combo box."
    case comboBox
    /// "Radio button.", and "Checked." or "Not checked."
    case radioButton
    /// "Check box.", and "Checked.", "Not checked." or "Mixed."
    case checkBox
    /// "Progress bar."; only ``updatesFrequently`` decides how often its value is spoken.
    case progressBar
    /// "Slider."; only with ``adjustable`` the user can adjust it.
    case slider
    /// "Spin button."; only with ``adjustable`` the user can adjust it.
    case spinButton
    /// "Tab."
    case tab
    /// "Switch.", and "On." or "Off."
    case `switch`
    /// "Cell."
    case cell
    /// "Column header."
    case columnHeader
    /// "Group."
    case grouping
    /// "Status bar."
    case status
    /// "Log."
    case log
    /// "Timer."; only ``updatesFrequently`` decides how often its value is spoken.
    case timer
    /// "Application."
    case application
    /// "Article."
    case article
    /// "Figure."
    case figure
    /// "Math."
    case math

    /// The name on the wire.
    public var name: String { Self.names[Int(rawValue)] }
    /// Stored, because finding the name of a case takes a microsecond.
    private static let names = allCases.map { "\($0)" }
    fileprivate var bit: UInt64 { 1 << rawValue }
}

/// An element's kind and behavior.
public struct Traits: SetAlgebra, Sendable, Hashable, CustomStringConvertible {
    /// A bit for each trait: bit n for the trait with the raw value n.
    public private(set) var rawValue: UInt64 = 0

    /// Creates the empty set.
    public init() {}

    /// Creates a set from its bits.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The roles of an element that is on or off.
    package static let toggles: Traits = [.toggleButton, .radioButton, .checkBox, .switch]

    /// The groups of roles that exclude one another (E2).
    package static let exclusiveRoles: [Traits] = [[.button, .link, .searchField, .keyboardKey, .staticText], toggles]

    /// The names on the wire, of each trait and of the empty set.
    package static let names = ["none"] + Trait.allCases.map(\.name)

    /// Creates the trait with that name, or the empty set; nil if there is no such trait.
    package init?(name: String) {
        guard let trait = Self.byName[name] else { return nil }
        self = trait
    }
    private static let byName = Dictionary(uniqueKeysWithValues: Trait.allCases.map { ($0.name, [$0] as Traits) } + [("none", [])])

    /// The names of the traits in this set, in the order of ``Trait``.
    public var names: [String] { Trait.allCases.filter(contains).map(\.name) }

    package var count: Int { rawValue.nonzeroBitCount }

    /// The names, such as `[button, selected]`.
    public var description: String { "[\(names.joined(separator: ", "))]" }

    // MARK: SetAlgebra

    public func contains(_ trait: Trait) -> Bool { rawValue & trait.bit != 0 }
    public func union(_ other: Traits) -> Traits { Traits(rawValue: rawValue | other.rawValue) }
    public func intersection(_ other: Traits) -> Traits { Traits(rawValue: rawValue & other.rawValue) }
    public func symmetricDifference(_ other: Traits) -> Traits { Traits(rawValue: rawValue ^ other.rawValue) }
    public mutating func formUnion(_ other: Traits) { rawValue |= other.rawValue }
    public mutating func formIntersection(_ other: Traits) { rawValue &= other.rawValue }
    public mutating func formSymmetricDifference(_ other: Traits) { rawValue ^= other.rawValue }

    @discardableResult
    public mutating func insert(_ trait: Trait) -> (inserted: Bool, memberAfterInsert: Trait) {
        defer { rawValue |= trait.bit }
        return (!contains(trait), trait)
    }

    @discardableResult
    public mutating func remove(_ trait: Trait) -> Trait? {
        defer { rawValue &= ~trait.bit }
        return contains(trait) ? trait : nil
    }

    @discardableResult
    public mutating func update(with trait: Trait) -> Trait? {
        defer { rawValue |= trait.bit }
        return contains(trait) ? trait : nil
    }
}

extension FieldPass {
    /// Passes a list of traits, and warns about unknown names.
    mutating func traits(_ field: String, _ traits: inout Traits?) throws(JSONLineError) {
        var names = traits?.names
        try optional(field, &names)
        guard isReading else { return }
        traits = names.map { _ in [] }
        for (index, name) in (names ?? []).enumerated() {
            if let trait = Traits(name: name) {
                traits?.formUnion(trait)
            } else {
                let near = warnings.count < Reply.mostWarnings ? NearMatches.of(name, in: Traits.names) : []
                warn(unknown: name, of: "\(field)[\(index)]", near.isEmpty ? "ignored" : "\(NearMatches.clause(near)); ignored")
            }
        }
        if let traits, let names, !traits.isEmpty, names.contains("none") {
            warn(field, "none can't be combined with \(traits.names[0]); expected it alone", .inconsistent)
        }
    }

    mutating func traits(_ field: String, _ traits: inout Traits) throws(JSONLineError) {
        var given = traits.isEmpty ? nil : traits
        try self.traits(field, &given)
        traits = given ?? []
    }
}
