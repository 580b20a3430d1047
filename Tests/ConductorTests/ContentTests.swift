import Messages
import Narration
import SpeechQueue
import Testing

/// Details and actions of elements as they are heard.
@Suite struct ContentTests {
    private static let bella =
        #""content":[{"label":"Age","value":"3 years"},{"label":"Breed","value":"Beagle","importance":"high"}],"actions":["Feed","Walk"]"#

    /// A screen with the focus on an element.
    private static func screen(_ fields: String = bella, traits: String = "image", verbosity: DescriptionStyle.Verbosity = .full) -> Screen
    {
        var screen = Screen { $0.style.verbosity = verbosity }
        screen.post(#""type":"elementFocused","element":{"id":"b","label":"Bella","traits":["\#(traits)"],\#(fields)}"#)
        screen.waitForSilence()
        return screen
    }

    @Test(
        "E14: an important detail follows the value; the hint says that there are actions, and more content",
        arguments: [
            (bella, "image", ["Bella. Breed, Beagle. Image.", "Actions available, more content available."]),
            (bella, "notEnabled", ["Bella. Breed, Beagle. Dimmed.", "More content available."]),
            (#""content":[{"label":"Age","value":""}]"#, "image", ["Bella. Image.", "More content available."]),
            (#""actions":["Feed"],"hint":"Opens it.""#, "button", ["Bella. Button.", "Opens it, actions available."]),
            (#""content":[{"label":"","value":"Beagle","importance":"high"}]"#, "image", ["Bella. Beagle. Image."]),
        ])
    func description(fields: String, traits: String, expected: [String]) {
        var screen = Self.screen(fields, traits: traits)
        #expect(screen.words() == expected)
    }

    @Test("E14: details are spoken on request, and there may be none", arguments: [false, true])
    func details(hasNone: Bool) {
        var screen = Self.screen(hasNone ? #""hint":"""# : Self.bella)
        _ = screen.heard()
        screen.post(#""type":"details""#)
        #expect(screen.words() == [hasNone ? "No details." : "Breed, Beagle. Age, 3 years."])
    }

    @Test("E14: in full, where says details and actions, however little is said otherwise")
    func everything() {
        var screen = Self.screen(Self.bella + #","hint":"Shows her.""#, verbosity: .label)
        #expect(screen.words() == ["Bella."])
        screen.post(#""type":"where","full":true"#)
        #expect(screen.words() == ["Bella. Breed, Beagle. Image. Age, 3 years. Actions, Feed, Walk. Shows her."])
    }

    @Test("E14: without a focus there is nothing to tell")
    func noFocus() {
        var screen = Screen()
        screen.post(#""type":"details""#)
        #expect(screen.words() == ["Nothing has the focus"])
    }

    @Test("E14: an update says the detail, the role or the level that is new, and other details when asked")
    func update() {
        var screen = Self.screen()
        _ = screen.heard()
        func update(_ fields: String) { screen.post(#""type":"elementUpdated","element":"b",\#(fields)"#) }
        update(#""content":[{"label":"Breed","value":"Beagle","importance":"high"},{"label":"Age","value":"4 years","importance":"high"}]"#)
        update(#""roleDescription":"Photo""#)
        update(#""level":2"#)
        update(#""actions":[]"#)
        #expect(screen.words().filter { !$0.hasPrefix("silent") } == ["Age, 4 years.", "Photo.", "Level 2."])
    }

    @Test("K5: an activation that follows its effect at once does not cut what the effect says")
    func effectBeforeActivation() {
        var screen = Self.screen(#""expanded":false"#, traits: "button")
        _ = screen.heard()
        screen.post(#""type":"elementUpdated","element":"b","expanded":true"#)
        screen.wait(until: screen.now.seconds + 0.05)
        screen.post(#""type":"elementActivated","element":"b""#)
        #expect(screen.words().last == "Expanded.")
    }
}
