import JSONLines

/// One trait: UIAccessibility's traits, and some more that VoiceOver speaks. A trait has the same name on the wire.
///
/// The raw value is the trait's bit in ``Traits/rawValue``, which the journal stores, so new traits go at the end.
package enum Trait: UInt32, Sendable, CaseIterable {
    case button, link, header, searchField, image, selected, playsSound, keyboardKey, staticText, summaryElement, notEnabled,
        updatesFrequently, startsMediaSession, adjustable, allowsDirectInteraction, causesPageTurn, tabBar, toggleButton, supportsZoom,
        textEntry, secureTextEntry, isEditing, backButton

    package var name: String { "\(self)" }
    fileprivate var bit: UInt32 { 1 << rawValue }
}

/// An element's kind and behavior.
package struct Traits: SetAlgebra, Sendable, Hashable {
    package private(set) var rawValue: UInt32 = 0

    package init() {}

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The roles that exclude one another (E2).
    package static let exclusiveRoles: Traits = [.button, .link, .searchField, .keyboardKey, .staticText]

    /// The names on the wire, of each trait and of the empty set.
    package static let names = ["none"] + Trait.allCases.map(\.name)

    /// Creates the trait with that name, or the empty set; nil if there is no such trait.
    package init?(name: String) {
        guard let trait = Self.byName[name] else { return nil }
        self = trait
    }
    private static let byName = Dictionary(uniqueKeysWithValues: Trait.allCases.map { ($0.name, [$0] as Traits) } + [("none", [])])

    /// The names of the traits in this set, in the order of ``Trait``.
    package var names: [String] { Trait.allCases.filter(contains).map(\.name) }

    package var count: Int { rawValue.nonzeroBitCount }

    // MARK: SetAlgebra

    package func contains(_ trait: Trait) -> Bool { rawValue & trait.bit != 0 }
    package func union(_ other: Traits) -> Traits { Traits(rawValue: rawValue | other.rawValue) }
    package func intersection(_ other: Traits) -> Traits { Traits(rawValue: rawValue & other.rawValue) }
    package func symmetricDifference(_ other: Traits) -> Traits { Traits(rawValue: rawValue ^ other.rawValue) }
    package mutating func formUnion(_ other: Traits) { rawValue |= other.rawValue }
    package mutating func formIntersection(_ other: Traits) { rawValue &= other.rawValue }
    package mutating func formSymmetricDifference(_ other: Traits) { rawValue ^= other.rawValue }

    @discardableResult
    package mutating func insert(_ trait: Trait) -> (inserted: Bool, memberAfterInsert: Trait) {
        defer { rawValue |= trait.bit }
        return (!contains(trait), trait)
    }

    @discardableResult
    package mutating func remove(_ trait: Trait) -> Trait? {
        defer { rawValue &= ~trait.bit }
        return contains(trait) ? trait : nil
    }

    @discardableResult
    package mutating func update(with trait: Trait) -> Trait? {
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
                warn(unknown: name, of: "\(field)[\(index)]", "ignored")
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
