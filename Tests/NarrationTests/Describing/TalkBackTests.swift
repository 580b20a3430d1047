import Messages
import Narration
import Testing

@Suite struct TalkBackTests {
    @Test(arguments: [
        (Element(label: "Play", traits: [.button]), Said("Play, button")),
        (Element(label: "Start", traits: [.button, .notEnabled]), Said("Start, button, disabled")),
        (
            Element(label: "Wi-Fi", value: "0", traits: [.button, .toggleButton]),
            Said("Wi-Fi, switch, off", hint: "double tap to toggle")
        ),
        (
            Element(label: "Wi-Fi", value: "1", traits: [.toggleButton, .selected, .notEnabled], hint: "Networks."),
            Said("Wi-Fi, check box, selected, checked, disabled", hint: "Networks.")
        ),
        (
            Element(label: "Terms", value: "0", traits: [.toggleButton]),
            Said("Terms, check box, not checked", hint: "double tap to toggle")
        ),
        (
            Element(label: "Terms", value: "0", traits: [.checkBox]),
            Said("Terms, check box, not checked", hint: "double tap to toggle")
        ),
        (Element(label: "Wi-Fi", value: "1", traits: [.switch, .toggleButton, .notEnabled]), Said("Wi-Fi, switch, on, disabled")),
        (Element(label: "Red", value: "1", traits: [.radioButton, .notEnabled]), Said("Red, radio button, checked, disabled")),
        (Element(label: "Size", value: "Medium", traits: [.comboBox]), Said("Size, Medium, drop down list")),
        (
            Element(label: "Volume", value: "50%", traits: [.slider, .adjustable]),
            Said("Volume, 50%, slider", hint: "swipe up or down to adjust")
        ),
        (Element(label: "Copying", value: "50%", traits: [.progressBar]), Said("Copying, 50%, progress bar")),
        (Element(label: "All", value: "2", traits: [.toggleButton, .notEnabled]), Said("All, check box, partially checked, disabled")),
        (
            Element(label: "To", value: "Ann", placeholder: "Name", traits: [.textEntry, .searchField, .isEditing]),
            Said("To, Ann, Name, edit box, editing")
        ),
        (
            Element(label: "Volume", value: "50", traits: [.adjustable], valueKind: .percent),
            Said("Volume, 50%, seek control", hint: "swipe up or down to adjust")
        ),
        (Element(placeholder: "Name", traits: [.textEntry]), Said("Name, edit box", hint: "double tap to edit text")),
        (Element(label: "Sure?", traits: [.header]), Said("Sure? heading")), (Element(traits: [.image]), Said("unlabelled, image")),
        (
            Element(label: "A", traits: [.link], container: Container(kind: .list, label: "Fruit", index: 1, count: 5)),
            Said("Fruit, A, link, 1 of 5")
        ),
    ])
    func `E9: name, value, placeholder, role, state, hint`(_ element: Element, _ expected: Said) {
        #expect(Said(Describing.describer(dialect: .talkback).describe(element)) == expected)
    }

    @Test(arguments: [
        ("de", "A, Schalter, aus, deaktiviert"), ("es", "A, interruptor, desactivado, inhabilitado"),
        ("fr", "A, bouton bascule, désactivé"),
    ])
    func `E9: in the user's language`(_ language: String, _ expected: String) {
        let element = Element(label: "A", value: "0", traits: [.button, .toggleButton, .notEnabled])
        #expect(Describing.describer(language, dialect: .talkback).describe(element).text == expected)
    }
}
