import Messages
import Narration
import Testing

@Suite struct ChangesTests {
    private static func text(_ runs: [SpeechRun]) -> String { Describing.text(of: runs) ?? "" }

    @Test(arguments: [
        (Element(label: "Size", value: "Medium", traits: [.adjustable, .selected]), "Medium."),
        (Element(label: "Play", traits: [.button]), "Play."),
        (Element(label: "A", value: "1", traits: [.button, .toggleButton]), "On."),
        (Element(label: "A", value: "0", traits: [.toggleButton]), "Off."),
        (Element(label: "A", value: "2", traits: [.toggleButton]), "Mixed."), (Element(label: "A", value: "1"), "1."),
        (Element(label: "A", value: "00:10", traits: [.updatesFrequently]), "ten seconds."),
        (Element(label: "A", value: "50", valueKind: .percent), "50%."),
        (Element(label: "Caps", value: "on", traits: [.keyboardKey]), "on."), (Element(value: "7"), "7."), (Element(), "Unlabelled."),
    ])
    func `U4: the value alone`(_ element: Element, _ expected: String) {
        #expect(Self.text(Describing.describer().value(of: element)) == expected)
    }

    @Test func `U4: the value alone, in the dialect talkback`() {
        let describer = Describing.describer(dialect: .talkback)
        #expect(describer.value(of: Element(label: "A", value: "1", traits: [.toggleButton])) == [SpeechRun(text: "checked")])
        #expect(describer.value(of: Element(label: "A", value: "b")) == [SpeechRun(text: "b")])
    }

    private static let old = Element(label: "A", value: "1", traits: [.button], hint: "Yours")

    @Test(arguments: [
        (Element(label: "A", value: "1", traits: [.button], hint: "Mine"), ""), (Element(label: "A ", value: "1", traits: [.button]), ""),
        (Element(label: "A", value: "2", traits: [.button]), "2."), (Element(label: "B", value: "1", traits: [.button]), "B."),
        (Element(label: "B", value: "2", traits: [.button]), "B, 2."),
        (Element(label: "A", value: "1", traits: [.button, .selected]), "Selected."),
        (Element(label: "B", value: "1", traits: [.button, .selected]), "Selected, B."),
        (Element(label: "A", value: "2", traits: [.button, .notEnabled]), "2. Dimmed."), (Element(label: "A", traits: [.button]), ""),
        (Element(label: "A", value: "1", traits: [.link]), "Link."),
        (Element(label: "A", value: "1", traits: [.button, .updatesFrequently]), ""),
        (Element(label: "A", value: "1"), ""), (Element(value: "1", traits: [.button]), "1."),
    ])
    func `N3: only what differs`(_ new: Element, _ expected: String) {
        #expect(Self.text(Describing.describer().changes(from: Self.old, to: new)) == expected)
    }

    @Test func `N3: a switch says its state`() {
        let off = Element(label: "A", value: "0", traits: [.button, .toggleButton])
        let on = Element(label: "A", value: "1", traits: [.button, .toggleButton])
        #expect(Describing.describer().changes(from: off, to: on) == [SpeechRun(text: "On.")])
        #expect(Describing.describer("de").changes(from: on, to: off) == [SpeechRun(text: "Aus.")])
        #expect(Describing.describer().changes(from: on, to: on).isEmpty)
    }

    @Test func `N3: what sounds the same does not differ`() {
        let old = Element(label: "A", value: "50", valueKind: .percent)
        let new = Element(label: "A", value: "50%", valueKind: .percent)
        #expect(Describing.describer().changes(from: old, to: new).isEmpty)
    }

    @Test func `N3: the value is in the element's language`() {
        let old = Element(label: "Size", value: "Small", language: "en")
        let new = Element(label: "Size", value: "Big", traits: [.notEnabled], language: "en")
        #expect(
            Describing.describer("de").changes(from: old, to: new) == [
                SpeechRun(text: "Big.", attributes: SpeechAttributes(language: "en")), SpeechRun(text: "Grau dargestellt."),
            ])
    }
}
