import Configuration
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
        ("toggleButton", Said("A. Switch button. On.", hint: "Double tap to toggle setting.")), ("supportsZoom", Said("A, 1.")),
        ("textEntry", Said("A, 1. Text field.", hint: "Double tap to edit.")),
        ("secureTextEntry", Said("A. Secure text field.", hint: "Double tap to edit.")), ("isEditing", Said("A, 1. Is editing.")),
        ("backButton", Said("A, 1. Back button.")), ("menu", Said("A, 1. Menu.")), ("menuItem", Said("A, 1. Menu item.")),
        ("alert", Said("A, 1. Alert.")), ("dialog", Said("A, 1. Dialog.")), ("tooltip", Said("A, 1. Tooltip.")),
        ("treeItem", Said("A, 1. Tree item.")), ("comboBox", Said("A, 1. Combo box.")),
        ("radioButton", Said("A. Radio button. Checked.", hint: "Double tap to toggle setting.")),
        ("checkBox", Said("A. Check box. Checked.", hint: "Double tap to toggle setting.")),
        ("progressBar", Said("A, 1. Progress bar.")), ("slider", Said("A, 1. Slider.")), ("spinButton", Said("A, 1. Spin button.")),
        ("tab", Said("A, 1. Tab.")), ("switch", Said("A. Switch. On.", hint: "Double tap to toggle setting.")),
        ("cell", Said("A, 1. Cell.")), ("columnHeader", Said("A, 1. Column header.")), ("grouping", Said("A, 1. Group.")),
        ("status", Said("A, 1. Status bar.")), ("log", Said("A, 1. Log.")), ("timer", Said("A, 1. Timer.")),
        ("application", Said("A, 1. Application.")), ("article", Said("A, 1. Article.")), ("figure", Said("A, 1. Figure.")),
        ("math", Said("A, 1. Math.")),
    ]

    /// The traits that no word says.
    private static let wordless: Traits = [
        .playsSound, .keyboardKey, .staticText, .summaryElement, .updatesFrequently, .startsMediaSession, .allowsDirectInteraction,
        .causesPageTurn, .supportsZoom,
    ]

    @Test(arguments: WordTables.languages)
    func `E2, E6: every other trait has a word in every language, in both dialects`(_ language: String) {
        for dialect in [DescriptionStyle.Dialect.voiceover, .talkback] {
            let describer = Describing.describer(language, dialect: dialect)
            let bare = describer.describe(Element(label: "A")).text
            for trait in Messages.Trait.allCases where !Self.wordless.contains(trait) {
                #expect(describer.describe(Element(label: "A", traits: [trait])).text.count > bare.count + 1, "\(trait)")
            }
        }
    }

    @Test func `A trait's bit stays, so that a screen that was kept is read by a newer version`() {
        #expect(Messages.Trait.backButton.rawValue == 22 && Messages.Trait.math.rawValue == 46)
        #expect((Traits([.button, .math])).rawValue == 1 << 46 | 1)
    }

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
        ([.notEnabled, .button, .checkBox], "A. Dimmed. Check box. Checked."), ([.button, .switch, .tab], "A. Switch. On. Tab."),
        ([.toggleButton, .checkBox], "A. Check box. Checked."), ([.toggleButton, .tab], "A. On. Tab."),
        ([.slider, .adjustable], "A, 1. Slider."), ([.spinButton, .adjustable, .textEntry], "A, 1. Text field. Spin button."),
        ([.progressBar, .adjustable], "A, 1. Adjustable. Progress bar."), ([.dialog, .alert, .header], "A, 1. Header. Alert. Dialog."),
        ([.math, .figure, .image], "A, 1. Image. Figure. Math."), ([.menuItem, .selected], "Selected, A, 1. Menu item."),
        ([.keyboardKey, .link], "A. Link."), ([.header, .link, .staticText], "A, 1. Header. Link."),
        (
            [
                .notEnabled, .backButton, .toggleButton, .button, .tabBar, .textEntry, .isEditing, .header, .link, .adjustable, .image,
                .searchField,
            ],
            "A. Dimmed. Back button. Switch button. On. Tab. Text field. Is editing. Header. Link. Adjustable. Image. Search field."
        ),
    ]

    private static let ownRoles: [(Traits, String?, String)] = [
        ([.button], "Slide", "A, 1. Slide."), ([], "Menu item", "A, 1. Menu item."), ([.button], " ", "A, 1. Button."),
        ([.notEnabled, .link, .header], "Card", "A, 1. Dimmed. Card."), ([.selected, .button], "Slide", "Selected, A, 1. Slide."),
        ([.toggleButton], "Lamp", "A. Lamp. On."), ([.checkBox, .notEnabled], "Lamp", "A. Dimmed. Lamp. Checked."),
        ([.textEntry, .isEditing], "Search", "A, 1. Search. Is editing."),
    ]

    @Test(arguments: ownRoles)
    func `E2: an app's own role replaces the role words, not the states`(_ traits: Traits, _ own: String?, _ expected: String) {
        let element = Element(label: "A", value: "1", traits: traits, roleDescription: own)
        #expect(Describing.describer().describe(element).text == expected)
    }

    private static let levels: [(Traits, String?, String, talkback: String)] = [
        ([.header], nil, "A, 1. Heading level 2.", "A, 1, heading level 2"), ([], nil, "A, 1. Level 2.", "A, 1, level 2"),
        ([.header, .link], nil, "A, 1. Heading level 2. Link.", "A, 1, heading level 2, link"),
        ([.header], "Chapter", "A, 1. Chapter. Level 2.", "A, 1, Chapter, level 2"),
        ([.notEnabled, .button], nil, "A, 1. Dimmed. Button. Level 2.", "A, 1, button, level 2, disabled"),
    ]

    @Test(arguments: levels)
    func `E12: a header's level is its role, any other level comes after the roles`(
        _ traits: Traits, _ own: String?, _ expected: String, _ talkback: String
    ) {
        let element = Element(label: "A", value: "1", traits: traits, roleDescription: own, level: 2)
        #expect(Describing.describer().describe(element).text == expected)
        #expect(Describing.describer(dialect: .talkback).describe(element).text == talkback)
    }

    @Test func `U7, H1: a named value has neither role, level nor states, and a read-only field no hint to edit it`() {
        let states = ElementStates(isRequired: true, isReadOnly: true, error: "too much")
        let element = Element(label: "A", value: "1", traits: [.textEntry], roleDescription: "Bar", level: 2, states: states)
        #expect(Describing.text(of: Describing.describer().namedValue(of: element)) == "A, 1.")
        #expect(Describing.describer().describe(element).hint == nil)
    }

    private static let states: [(ElementStates, String)] = [
        (ElementStates(isExpanded: true), "A. Button. Expanded."), (ElementStates(isExpanded: false), "A. Button. Collapsed."),
        (ElementStates(isRequired: true, isReadOnly: true), "A. Button. Required. Read only."),
        (ElementStates(checked: .on), "A. Button. Checked."), (ElementStates(checked: .off), "A. Button. Not checked."),
        (ElementStates(checked: .mixed, isVisited: true), "A. Button. Mixed. Visited."),
        (ElementStates(pressed: .on), "A. Button. Pressed."), (ElementStates(pressed: .off), "A. Button. Not pressed."),
        (ElementStates(pressed: .mixed), "A. Button. Mixed."), (ElementStates(isVisited: false), "A. Button."),
        (ElementStates(current: .item), "A. Button. Current."), (ElementStates(current: .notCurrent), "A. Button."),
        (ElementStates(current: .page), "A. Button. Current page."), (ElementStates(current: .step), "A. Button. Current step."),
        (ElementStates(current: .location), "A. Button. Current location."), (ElementStates(current: .date), "A. Button. Current date."),
        (ElementStates(current: .time), "A. Button. Current time."),
        (
            ElementStates(
                checked: .on, pressed: .off, current: .page, isVisited: true, isExpanded: true, isRequired: true, isReadOnly: true,
                error: "no"),
            "A. Button. Checked. Not pressed. Current page. Visited. Expanded. Required. Read only. Invalid entry, no."
        ),
        (ElementStates(isRequired: false, isReadOnly: false, error: " "), "A. Button."),
        (ElementStates(isRequired: true, error: "Required"), "A. Button. Required. Invalid entry, Required."),
        (ElementStates(isExpanded: true, error: "needs an at sign"), "A. Button. Expanded. Invalid entry, needs an at sign."),
    ]

    @Test(arguments: states)
    func `E13: the other states come last`(_ states: ElementStates, _ expected: String) {
        let element = Element(label: "A", traits: [.button], states: states)
        #expect(Describing.describer().describe(element).text == expected)
    }

    @Test(arguments: [
        (ElementStates(isExpanded: true), ElementStates(isExpanded: false), "Collapsed."),
        (ElementStates(), ElementStates(error: "needs an at sign"), "Invalid entry, needs an at sign."),
        (ElementStates(error: "needs an at sign"), ElementStates(error: "needs a dot"), "needs a dot."),
        (ElementStates(error: "needs a dot"), ElementStates(error: ""), ""),
        (ElementStates(isRequired: true), ElementStates(isRequired: true, isReadOnly: true), "Read only."),
        (ElementStates(checked: .off), ElementStates(checked: .on), "Checked."),
        (ElementStates(pressed: .on), ElementStates(pressed: .off), "Not pressed."),
        (ElementStates(current: .page), ElementStates(current: .notCurrent), ""),
        (ElementStates(current: .page), ElementStates(current: .step, isVisited: true), "Current step. Visited."),
        (ElementStates(isVisited: true), ElementStates(isVisited: false), ""),
    ])
    func `E13: an update says the state that is new`(_ old: ElementStates, _ new: ElementStates, _ expected: String) {
        func element(_ states: ElementStates) -> Element { Element(label: "A", value: "1", states: states) }
        let changes = Describing.describer().changes(from: element(old), to: element(new))
        #expect((Describing.text(of: changes) ?? "") == expected)
    }

    private static let toggles: [(Traits, String?, ElementStates.Toggle, String, talkback: String)] = [
        ([.checkBox], nil, .on, "A. Check box. Checked.", "A, check box, checked"),
        ([.checkBox], nil, .mixed, "A. Check box. Mixed.", "A, check box, partially checked"),
        ([.radioButton], "Red", .off, "A, Red. Radio button. Not checked.", "A, Red, radio button, not checked"),
        ([.switch], nil, .off, "A. Switch. Off.", "A, switch, off"),
        ([.switch], "0", .on, "A. Switch. On.", "A, switch, on"),
        ([.toggleButton], nil, .on, "A. Switch button. On.", "A, check box, checked"),
        ([.menuItem], "1", .on, "A, 1. Menu item. Checked.", "A, 1, Menu item, checked"),
    ]

    @Test(arguments: toggles)
    func `E13, E2: what is checked has a word for it, and a switch is on or off`(
        _ traits: Traits, _ value: String?, _ checked: ElementStates.Toggle, _ expected: String, _ talkback: String
    ) {
        let element = Element(label: "A", value: value, traits: traits, states: ElementStates(checked: checked))
        #expect(Describing.describer().describe(element).text == expected)
        #expect(Describing.describer(dialect: .talkback).describe(element).text == talkback)
    }

    @Test func `E13: an element that its app still changes is busy, and the end of that is silent`() {
        let idle = Element(label: "A", traits: [.log], states: ElementStates(isReadOnly: true, error: "no"))
        var busy = idle
        busy.live.isBusy = true
        let describer = Describing.describer()
        #expect(describer.describe(busy).text == "A. Log. Read only. Busy. Invalid entry, no.")
        #expect(Describing.text(of: describer.changes(from: idle, to: busy)) == "Busy.")
        #expect(describer.changes(from: busy, to: idle).isEmpty)
        #expect(Describing.text(of: describer.namedValue(of: busy)) == "A.")
    }

    @Test(arguments: WordTables.languages)
    func `E13, E6: every state has a word in every language`(_ language: String) {
        let describer = Describing.describer(language)
        let toggles = ElementStates.Toggle.allCases
        let all =
            toggles.map { ElementStates(checked: $0) } + toggles.map { ElementStates(pressed: $0) }
            + ElementStates.Current.allCases.filter { $0 != .notCurrent }.map { ElementStates(current: $0) }
            + [ElementStates(isVisited: true)]
        let texts = all.map { describer.describe(Element(label: "A", states: $0)).text }
        #expect(texts.allSatisfy { $0.count > describer.describe(Element(label: "A")).text.count + 1 }, "\(texts)")
        // Only what is partly checked and what is partly pressed are said alike.
        #expect(Set(texts).count == texts.count - 1, "\(texts)")
    }

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
        ([.button, .checkBox], []), ([.alert, .dialog, .menu, .comboBox], []),
        ([.switch, .checkBox], ["traits: checkBox, switch exclude each other"]),
        (
            [.button, .link, .toggleButton, .radioButton],
            ["traits: button, link exclude each other", "traits: toggleButton, radioButton exclude each other"]
        ),
    ]

    @Test(arguments: warned)
    func `S0: roles that exclude each other are reported`(_ traits: Traits, _ expected: [String]) {
        #expect(Describing.describer().warnings(for: Element(label: "A", traits: traits)) == expected)
    }

    @Test(
        arguments: [
            ("en", Element(label: "Play button", traits: [.button]), "button"),
            ("en", Element(label: "Button", traits: [.button]), "button"),
            ("en", Element(label: "Results heading", traits: [.header]), "header"),
            ("en", Element(label: "Name text entry", traits: [.textEntry]), "textEntry"),
            ("de", Element(label: "Start-Taste", traits: [.button]), "button"),
            ("de", Element(label: "Play Button", traits: [.button]), "button"),
            ("en", Element(label: "Copy menu item", traits: [.menuItem]), "menuItem"),
            ("en", Element(label: "Events Log", traits: [.log]), "log"), ("en", Element(label: "Files tab", traits: [.tab]), "tab"),
            ("en", Element(label: "Size drop down list", traits: [.comboBox]), "comboBox"),
            ("de", Element(label: "Ton-Schalter", traits: [.switch]), "switch"),
            ("en", Element(label: "Catalog", traits: [.log]), nil),
            ("en", Element(label: "Play", traits: [.button]), nil), ("en", Element(label: "Unbutton", traits: [.button]), nil),
            ("en", Element(label: "Play button", traits: [.link]), nil), ("en", Element(label: "Button size", traits: [.button]), nil),
        ] as [(String, Element, String?)])
    func `E2: a label that says its role too is reported`(_ language: String, _ element: Element, _ trait: String?) {
        let expected = trait.map { ["label: ends like the trait \($0), which is then heard twice; expected the name alone"] } ?? []
        #expect(Describing.describer(language).warnings(for: element) == expected)
    }

    @Test(arguments: [
        (Container(kind: .list, index: 5, count: 3), ["container.index: 5 is beyond the count, 3"]),
        (Container(kind: .list, index: 3, count: 3, edge: .end), []), (Container(kind: .list, index: 1, count: 3, edge: .start), []),
        (Container(kind: .list, count: 3, edge: .end), []), (Container(kind: .list, index: 2), []),
        (Container(kind: .list, index: 2, count: 3, edge: .start), ["container.edge: start means the first, and the index is 2"]),
        (Container(kind: .list, index: 2, count: 3, edge: .end), ["container.edge: end means the last, and the index is 2 of 3"]),
        (
            Container(kind: .list, index: 1, enclosing: [Container(kind: .tabBar), Container(kind: .list, index: 9, count: 2)]),
            ["container.container.container.index: 9 is beyond the count, 2"]
        ),
    ])
    func `E5: places that contradict each other are reported`(_ container: Container, _ expected: [String]) {
        #expect(Describing.describer().warnings(for: Element(label: "A", container: container)) == expected)
    }

    @Test func `E3: a toggle that is on and off is reported`() {
        func warnings(_ value: String, _ traits: Traits) -> [String] {
            Describing.describer().warnings(for: Element(label: "A", value: value, traits: traits))
        }
        #expect(warnings("0", [.toggleButton, .selected]) == ["value: 0 means off, and the trait selected means on"])
        #expect(warnings("0", [.radioButton, .selected]) == ["value: 0 means off, and the trait selected means on"])
        #expect(warnings("1", [.toggleButton, .selected]) == [])
        #expect(warnings("0", [.toggleButton]) == [])
    }

    @Test func `E4: a placeholder that stands for the name is reported`() {
        let warning = ["label: missing, so the placeholder stands for it; expected a name that stays"]
        #expect(Describing.describer().warnings(for: Element(placeholder: "Name", traits: [.textEntry])) == warning)
        #expect(Describing.describer().warnings(for: Element(label: " ", value: "Ann", placeholder: "Name")) == warning)
        #expect(Describing.describer().warnings(for: Element(label: "To", placeholder: "Name")) == [])
        #expect(Describing.describer().warnings(for: Element(placeholder: " ")) == [])
    }
}
