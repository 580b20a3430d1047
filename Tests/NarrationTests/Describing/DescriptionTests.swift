import Configuration
import Messages
import Narration
import Testing

@Suite struct DescriptionTests {
    @Test(
        arguments: [
            ("Done.", nil, "Done. Button."), ("Sure?", nil, "Sure? Button."), ("Stop!", nil, "Stop! Button."),
            ("More…", nil, "More… Button."),
            ("More...", nil, "More... Button."), ("再生。", nil, "再生。 Button."), ("削除！", nil, "削除！ Button."),
            ("Say “Hi.”", nil, "Say “Hi.” Button."),
            ("Say “Hi”", nil, "Say “Hi”. Button."), ("Name:", nil, "Name: Button."), ("A,", nil, "A. Button."),
            ("Sure?", "Yes", "Sure? Yes. Button."),
            ("Name:", "Bob.", "Name: Bob. Button."), ("A", "b…", "A, b… Button."), (" A\n", " b ", "A, b. Button."),
            ("\")", nil, "\"). Button."),
        ] as [(String, String?, String)])
    func `E1: a comma, a full stop, and no second one`(_ label: String, _ value: String?, _ expected: String) {
        #expect(Describing.describer().describe(Element(label: label, value: value, traits: [.button])).text == expected)
    }

    @Test(arguments: [
        (Element(label: "Inbox", traits: [.selected, .notEnabled, .button]), "Selected, Inbox. Dimmed. Button."),
        (Element(value: "3", traits: [.selected]), "Selected, 3."), (Element(traits: [.selected]), "Selected, Unlabelled."),
    ])
    func `E3: selected comes first`(_ element: Element, _ expected: String) {
        #expect(Describing.describer().describe(element).text == expected)
    }

    @Test(arguments: [
        (Element(value: "Medium", traits: [.button], hint: "Opens"), Said("Medium. Button.", hint: "Opens.")),
        (Element(label: " ", value: "", traits: [.button], hint: "Opens"), Said("Opens. Button.")),
        (Element(traits: [.button]), Said("Unlabelled. Button.")), (Element(), Said("Unlabelled.")),
        (
            Element(value: "1", traits: [.button, .toggleButton]),
            Said("Unlabelled. Switch button. On.", hint: "Double tap to toggle setting.")
        ),
        (Element(traits: [.adjustable], hint: "Volume"), Said("Volume. Adjustable.", hint: "Swipe up or down to adjust the value.")),
        (Element(value: "A", traits: [.keyboardKey]), Said("A.")),
        (Element(placeholder: "Name", traits: [.textEntry]), Said("Name. Text field.", hint: "Double tap to edit.")),
        (
            Element(label: "Password", value: "abc", placeholder: "Enter it", traits: [.secureTextEntry, .isEditing]),
            Said("Password. Secure text field. Is editing.")
        ),
        (Element(label: "Name", value: "", placeholder: "Yours", traits: [.isEditing]), Said("Name, Yours. Is editing.")),
    ])
    func `E4: what stands for a label that is missing`(_ element: Element, _ expected: Said) {
        #expect(Said(Describing.describer().describe(element)) == expected)
    }

    @Test func `E6: label and value in the element's language, the rest in the user's`() {
        let element = Element(label: "Play", value: "Redbone", traits: [.selected, .button, .adjustable], hint: "Plays it", language: "en")
        let description = Describing.describer("de").describe(element)
        #expect(description.text == "Ausgewählt, Play, Redbone. Taste. Anpassbar.")
        #expect(
            description.runs == [
                SpeechRun(text: "Ausgewählt,"), SpeechRun(text: "Play, Redbone.", attributes: SpeechAttributes(language: "en")),
                SpeechRun(text: "Taste. Anpassbar."),
            ])
        #expect(
            description.hint == [
                SpeechRun(text: "Plays it,", attributes: SpeechAttributes(language: "en")),
                SpeechRun(text: "zum Anpassen des Werts nach oben oder unten streichen."),
            ])
    }

    @Test(
        arguments: [
            ("de-at", "de", 1), ("de", "de_AT", 1), ("en-us", "EN", 1), ("en-us", "en-gb", 2), ("de", "den", 2), ("de", "", 1),
            ("de", nil, 1),
            ("sv", "sv", 2), ("sv", "en", 1), ("sv", "fr", 2), ("it", "it", 1),
        ] as [(String, String?, Int)])
    func `E6: languages differ unless one is the other's beginning`(_ user: String, _ language: String?, _ count: Int) {
        let runs = Describing.describer(user).describe(Element(label: "A", traits: [.button], language: language)).runs
        #expect(runs.count == count)
        // No Swedish words: English ones, in an English voice.
        if user == "sv" { #expect(runs.last?.attributes.language == "en") }
    }

    @Test func `E6: a word that is replaced by nothing is not spoken`() {
        var describer = Describing.describer()
        describer.words[.button] = ""
        describer.words[.touchAdjust] = ""
        #expect(Said(describer.describe(Element(label: "A", traits: [.button, .adjustable]))) == Said("A. Adjustable."))
    }

    @Test(arguments: [
        (DescriptionStyle.Verbosity.full, Said("Fruit. Selected, A, b. Button. 1 of 3. List start.", hint: "Opens.")),
        (.brief, Said("Selected, A, b. Button.")), (.label, Said("A.")),
    ])
    func `E7: how much is said`(_ verbosity: DescriptionStyle.Verbosity, _ expected: Said) {
        let list = Container(kind: .list, label: "Fruit", index: 1, count: 3, edge: .start)
        let element = Element(label: "A", value: "b", traits: [.selected, .button], hint: "Opens", container: list)
        #expect(Said(Describing.describer(verbosity: verbosity).describe(element)) == expected)
    }

    @Test func `N2: the title comes first`() {
        let element = Element(label: "Back", traits: [.button])
        #expect(Describing.describer().describe(element, title: "Settings").text == "Settings. Back. Button.")
        #expect(Describing.describer(verbosity: .label).describe(element, title: " ").text == "Back.")
    }

    @Test(arguments: [
        (Element.ValueKind.percent, "50", "A, 50%."), (.percent, "50 %", "A, 50 %."), (.percent, "12.5", "A, 12.5%."),
        (.percent, "half", "A, half."),
        (.text, "50", "A, 50."), (.number, "50", "A, 50."), (.number, "-12,345.5 m", "A, −12345.5 m."),
        (.number, "12.5.2026", "A, 12.5.2026."),
        (.time, "00:10", "A, zero 10."), (.time, "14:05", "A, fourteen oh 5."), (.time, "noon", "A, noon."),
        (.duration, "00:10", "A, ten seconds."),
        (.text, "00:10", "A, 00:10."),
    ])
    func `T3, U7: a value is read as its kind says`(_ kind: Element.ValueKind, _ value: String, _ expected: String) {
        #expect(Describing.describer().describe(Element(label: "A", value: value, valueKind: kind)).text == expected)
    }

    @Test func `T14: a time of day is none, whatever counts`() {
        let clock = Element(label: "Time left until", value: "14:05", traits: [.updatesFrequently], valueKind: .time)
        #expect(Describing.describer().describe(clock).text == "Time left until, fourteen oh 5.")
    }

    @Test func `T3: what counts is a duration`() {
        let describer = Describing.describer()
        #expect(
            describer.describe(Element(label: "Position", value: "0:30 of 3:45")).text
                == "Position, thirty seconds of three minutes and forty five seconds.")
        #expect(describer.describe(Element(label: "Lap", value: "0:12.5")).text == "Lap, 12.5 seconds.")
        #expect(describer.describe(Element(label: "A", value: "00:10", traits: [.updatesFrequently])).text == "A, ten seconds.")
        #expect(describer.describe(Element(label: "00:10", traits: [.updatesFrequently])).text == "ten seconds.")
        #expect(describer.describe(Element(label: "00:10")).text == "00:10.")
    }

    @Test func `T7: a value that is spelled is a run without punctuation, and its stop a pause`() {
        let element = Element(label: "Code", value: "AB1", traits: [.button], valueKind: .spell)
        let description = Describing.describer().describe(element)
        #expect(description.text == "Code, AB1. Button.")
        #expect(
            description.runs == [
                SpeechRun(text: "Code,"), SpeechRun(text: "AB1", attributes: SpeechAttributes(spell: true)),
                SpeechRun(text: "Button.", pause: 0.15),
            ])
    }
}
