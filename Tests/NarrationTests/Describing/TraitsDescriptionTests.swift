import Messages
import Narration
import Testing

/// §4's table of traits, row by row, and E2's order.
@Suite struct TraitsDescriptionTests {
    /// Each trait alone, on "A" with the value "1".
    static let alone: [(name: String, said: Said)] = [
        ("none", Said("A, 1.")), ("button", Said("A, 1. Button.")), ("link", Said("A, 1. Link.")), ("header", Said("A, 1. Header.")),
        ("searchField", Said("A, 1. Search field.", hint: "Double tap to edit.")), ("image", Said("A, 1. Image.")),
        ("selected", Said("Selected, A, 1.")), ("playsSound", Said("A, 1.")), ("keyboardKey", Said("A.")), ("staticText", Said("A, 1.")),
        ("summaryElement", Said("A, 1.")), ("notEnabled", Said("A, 1. Dimmed.")), ("updatesFrequently", Said("A, 1.")),
        ("startsMediaSession", Said("A, 1.")),
        ("adjustable", Said("A, 1. Adjustable.", hint: "Swipe up or down to adjust the value.")),
        ("allowsDirectInteraction", Said("A, 1.")), ("causesPageTurn", Said("A, 1.")), ("tabBar", Said("A, 1. Tab.")),
        ("toggleButton", Said("A. On.", hint: "Double tap to toggle setting.")), ("supportsZoom", Said("A, 1.")),
        ("textEntry", Said("A, 1. Text field.", hint: "Double tap to edit.")),
        ("secureTextEntry", Said("A. Secure text field.", hint: "Double tap to edit.")), ("isEditing", Said("A, 1. Is editing.")),
        ("backButton", Said("A, 1. Back button.")),
    ]

    @Test func `§4: every trait has its words`() throws {
        #expect(Self.alone.map(\.name) == Traits.names)
        for (name, said) in Self.alone {
            let element = Element(label: "A", value: "1", traits: try #require(Traits(name: name)))
            #expect(Said(Describing.describer().describe(element)) == said, "\(name)")
        }
    }

    private static let combined: [(Traits, String)] = [
        ([.notEnabled, .button, .toggleButton], "A. Dimmed. Switch button. On."),
        ([.button, .backButton], "A, 1. Back button."), ([.button, .keyboardKey], "A."), ([.button, .tabBar], "A, 1. Tab."),
        ([.button, .image], "A, 1. Button. Image."), ([.link, .image], "A, 1. Link. Image."), ([.button, .link], "A, 1. Button. Link."),
        ([.textEntry, .secureTextEntry, .isEditing], "A. Secure text field. Is editing."),
        ([.keyboardKey, .link], "A. Link."), ([.header, .link, .staticText], "A, 1. Header. Link."),
        (
            [
                .notEnabled, .backButton, .toggleButton, .button, .tabBar, .textEntry, .isEditing, .header, .link, .adjustable, .image,
                .searchField,
            ],
            "A. Dimmed. Back button. Switch button. On. Tab. Text field. Is editing. Header. Link. Adjustable. Image. Search field."
        ),
    ]

    @Test(arguments: combined)
    func `E2: the order of the words`(_ traits: Traits, _ expected: String) {
        #expect(Describing.describer().describe(Element(label: "A", value: "1", traits: traits)).text == expected)
    }

    @Test(arguments: [
        ("1", "A. Switch button. On."), ("0", "A. Switch button. Off."), (" 2 ", "A. Switch button. Mixed."),
        ("3", "A, 3. Switch button."), ("dark", "A, dark. Switch button."), ("", "A. Switch button."),
    ])
    func `E2: a switch's value is a state`(_ value: String, _ expected: String) {
        let element = Element(label: "A", value: value, traits: [.button, .toggleButton])
        #expect(Describing.describer().describe(element).text == expected)
    }

    private static let warned: [(Traits, [String])] = [
        ([.button], []), ([.button, .image, .header, .selected], []),
        ([.button, .link], ["traits: button, link exclude each other"]),
        ([.staticText, .searchField, .keyboardKey, .image], ["traits: searchField, keyboardKey, staticText exclude each other"]),
    ]

    @Test(arguments: warned)
    func `S0: roles that exclude each other are reported`(_ traits: Traits, _ expected: [String]) {
        #expect(Describer.warnings(for: Element(label: "A", traits: traits)) == expected)
    }
}
