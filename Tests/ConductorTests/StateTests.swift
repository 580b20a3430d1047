import Narration
import Testing

/// States of elements as they are heard.
@Suite struct StateTests {
    private static func screen() -> Screen {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"m","label":"Mail address","traits":["textEntry"],"required":true}"#)
        screen.waitForSilence()
        _ = screen.heard()
        return screen
    }

    @Test("E13: a new error of the focus is said at once, another reason alone, and its end not at all")
    func error() {
        var screen = Self.screen()
        for error in ["needs an at sign", "needs a dot", ""] {
            screen.post(#""type":"elementUpdated","element":"m","error":"\#(error)""#)
            screen.waitForSilence()
        }
        #expect(screen.spoken() == ["Invalid entry, needs an at sign.", "needs a dot."])
    }

    @Test("E13: what belongs to the focus is shown and hidden; of another element that is not said, and the focus says it later")
    func expanded() {
        var screen = Self.screen()
        screen.post(#""type":"layoutChanged","element":{"id":"f","label":"Folders","traits":["button"],"expanded":false}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"f","expanded":true"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"m","readOnly":true"#)
        screen.waitForSilence()
        screen.post(#""type":"elementFocused","element":"m""#)
        screen.waitForSilence()
        #expect(screen.spoken() == ["Folders. Button. Collapsed.", "Expanded.", "Mail address. Text field. Required. Read only."])
    }

    @Test("E13, K1: while the user types, a state that ends is silent, and a new one follows the echo")
    func typing() {
        var screen = Self.screen()
        screen.post(#""type":"elementUpdated","element":"m","value":"a","error":"""#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"m","value":"ab","error":"needs an at sign""#)
        screen.waitForSilence()
        #expect(screen.spoken() == ["a", "b", "Invalid entry, needs an at sign."])
    }

    @Test("E13: what is checked, pressed, current, visited or busy of the focus is said alone")
    func checked() {
        var screen = Self.screen()
        screen.post(#""type":"elementFocused","element":{"id":"c","label":"Sound","traits":["checkBox"],"checked":"mixed"}"#)
        screen.waitForSilence()
        for fields in [
            #""checked":true"#, #""checked":false"#, #""pressed":true"#, #""current":"page""#, #""current":false"#, #""visited":true"#,
            #""busy":true"#, #""busy":false"#,
        ] {
            screen.post("\"type\":\"elementUpdated\",\"element\":\"c\",\(fields)")
            screen.waitForSilence()
        }
        #expect(
            screen.spoken() == [
                "Sound. Check box. Mixed.", "Checked.", "Not checked.", "Pressed.", "Current page.", "Visited.", "Busy.",
            ])
    }

    @Test("E13, K5: a state that the app tells just before the activation is the answer to it, and one that ends silently is not")
    func stateFirst() {
        for (fields, expected) in [
            (#""checked":true"#, "Checked."), (#""expanded":true"#, "Expanded."), (#""value":"Low","pressed":true"#, "Low. Pressed."),
            (#""checked":true,"error":"no sound""#, "Checked. Invalid entry, no sound."), (#""label":"Noise","visited":false"#, "Noise"),
        ] {
            var screen = Self.screen()
            screen.post(
                #""type":"elementFocused","element":{"id":"c","label":"Sound","traits":["checkBox"],"checked":false,"visited":true}"#)
            screen.waitForSilence()
            screen.post("\"type\":\"elementUpdated\",\"element\":\"c\",\(fields)")
            screen.post(#""type":"elementActivated","element":"c""#)
            screen.waitForSilence()
            #expect(screen.spoken().last == expected, "\(fields)")
        }
    }

    @Test("E13: an error is said with the value of an adjustable, and alone of an element that updates frequently")
    func values() {
        for (traits, expected) in [
            ("adjustable", ["110. Invalid entry, at most 100."]), ("updatesFrequently", ["Invalid entry, at most 100."]),
        ] {
            var screen = Self.screen()
            screen.post(#""type":"elementFocused","element":{"id":"v","label":"Volume","value":"100","traits":["\#(traits)"]}"#)
            screen.waitForSilence()
            _ = screen.heard()
            let value = traits == "adjustable" ? #","value":"110""# : ""
            screen.post(#""type":"elementUpdated","element":"v","error":"at most 100"\#(value)"#)
            screen.waitForSilence()
            #expect(screen.spoken() == expected)
        }
    }
}

extension Screen {
    /// What was heard and not silent, without the moments, since the last call of this.
    fileprivate mutating func spoken() -> [String] {
        heard().map { String($0.drop { $0 != " " }.dropFirst()) }.filter { !$0.hasPrefix("silent") }
    }
}
