/// What an element is and how it behaves: UIAccessibilityTraits, and four more that VoiceOver speaks.
package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let button = Traits(rawValue: 1 << 0)
    package static let link = Traits(rawValue: 1 << 1)
    package static let header = Traits(rawValue: 1 << 2)
    package static let searchField = Traits(rawValue: 1 << 3)
    package static let image = Traits(rawValue: 1 << 4)
    package static let selected = Traits(rawValue: 1 << 5)
    package static let playsSound = Traits(rawValue: 1 << 6)
    package static let keyboardKey = Traits(rawValue: 1 << 7)
    package static let staticText = Traits(rawValue: 1 << 8)
    package static let summaryElement = Traits(rawValue: 1 << 9)
    package static let notEnabled = Traits(rawValue: 1 << 10)
    package static let updatesFrequently = Traits(rawValue: 1 << 11)
    package static let startsMediaSession = Traits(rawValue: 1 << 12)
    package static let adjustable = Traits(rawValue: 1 << 13)
    package static let allowsDirectInteraction = Traits(rawValue: 1 << 14)
    package static let causesPageTurn = Traits(rawValue: 1 << 15)
    package static let tabBar = Traits(rawValue: 1 << 16)
    package static let toggleButton = Traits(rawValue: 1 << 17)
    package static let supportsZoom = Traits(rawValue: 1 << 18)
    package static let textEntry = Traits(rawValue: 1 << 19)
    package static let secureTextEntry = Traits(rawValue: 1 << 20)
    package static let isEditing = Traits(rawValue: 1 << 21)
    package static let backButton = Traits(rawValue: 1 << 22)

    /// The roles that exclude one another (E2).
    package static let exclusiveRoles: Traits = [.button, .link, .searchField, .keyboardKey, .staticText]

    /// All traits by their names on the wire; `none` is the empty set.
    package static let named: [(name: String, trait: Traits)] = [
        ("none", []), ("button", .button), ("link", .link), ("header", .header), ("searchField", .searchField), ("image", .image),
        ("selected", .selected), ("playsSound", .playsSound), ("keyboardKey", .keyboardKey), ("staticText", .staticText),
        ("summaryElement", .summaryElement), ("notEnabled", .notEnabled), ("updatesFrequently", .updatesFrequently),
        ("startsMediaSession", .startsMediaSession), ("adjustable", .adjustable), ("allowsDirectInteraction", .allowsDirectInteraction),
        ("causesPageTurn", .causesPageTurn), ("tabBar", .tabBar), ("toggleButton", .toggleButton), ("supportsZoom", .supportsZoom),
        ("textEntry", .textEntry), ("secureTextEntry", .secureTextEntry), ("isEditing", .isEditing), ("backButton", .backButton),
    ]

    /// Creates the trait with that name; nil if there is none.
    package init?(name: String) {
        guard let trait = Self.byName[name] else { return nil }
        self = trait
    }
    private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.trait) })

    /// The names of the traits in this set, in the order of ``named``.
    package var names: [String] { Self.named.filter { !$0.trait.isEmpty && contains($0.trait) }.map(\.name) }
}
