import Messages
import Narration
import Testing

@Suite struct SeedCasesTests {
    private static let adjustHint = "Swipe up or down to adjust the value."

    @Test(arguments: [
        ("V1", Element(label: "Play", traits: [.button]), Said("Play. Button.")),
        ("V2", Element(label: "December 1st, 69 — Resting", traits: [.button]), Said("December 1st, 69 — Resting. Button.")),
        (
            "V3", Element(label: "Play", value: "Childish Gambino – Redbone", traits: [.button]),
            Said("Play, Childish Gambino – Redbone. Button.")
        ),
        (
            "V4", Element(label: "Pizza Pepperoni", value: "Pepperoni, Mozzarella", traits: [.button]),
            Said("Pizza Pepperoni, Pepperoni, Mozzarella. Button.")
        ),
        ("V5", Element(label: "Size", value: "Medium", traits: [.adjustable]), Said("Size, Medium. Adjustable.", hint: adjustHint)),
        (
            "V6", Element(label: "Never Gonna Give You Up", value: "Rick Astley", traits: [.header]),
            Said("Never Gonna Give You Up, Rick Astley. Header.")
        ),
        ("V7", Element(label: "Search", traits: [.searchField]), Said("Search. Search field.", hint: "Double tap to edit.")),
        ("V8", Element(label: "Start", traits: [.button, .notEnabled]), Said("Start. Dimmed. Button.")),
        (
            "V15", Element(label: "Weather", value: "Sunny", traits: [.summaryElement, .button], hint: "Opens the forecast"),
            Said("Weather, Sunny. Button.", hint: "Opens the forecast.")
        ),
        ("V18", Element(label: "Duration", value: "00:10"), Said("Duration, ten seconds.")),
        (
            "V20", Element(label: "Size", value: "Medium", traits: [.adjustable], hint: "This is your hint"),
            Said("Size, Medium. Adjustable.", hint: "This is your hint, swipe up or down to adjust the value.")
        ),
    ])
    func `V1–V8, V15, V18, V20: the seeds' texts`(_ name: String, _ element: Element, _ expected: Said) {
        #expect(Said(Describing.describer().describe(element)) == expected, "\(name)")
    }

    @Test func `V1: what is in one manner is one run, with the user's voice`() {
        #expect(Describing.describer().describe(Element(label: "Play", traits: [.button])).runs == [SpeechRun(text: "Play. Button.")])
    }

    @Test func `V19: hints off: no hint, the description unchanged`() {
        let element = Element(label: "Size", value: "Medium", traits: [.adjustable], hint: "This is your hint")
        let with = Describing.describer().describe(element)
        let without = Describing.describer(hints: false).describe(element)
        #expect(with.hint != nil)
        #expect(without.hint == nil)
        #expect(without.runs == with.runs)
        #expect(without.text == with.text)
    }

    @Test func `V21: the dialect talkback`() {
        let element = Element(label: "Search", placeholder: "Search for files", traits: [.searchField])
        let expected = Said("Search, Search for files, edit box", hint: "double tap to edit text")
        #expect(Said(Describing.describer(dialect: .talkback).describe(element)) == expected)
    }
}
