import Messages
import Narration
import Testing

/// Where the focus is, and what is said about it.
@Suite struct FocusTests {
    @Test("N1: a new screen resets its client: updates and elements go, announcements stay and follow it (Q16)")
    func reset() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"old","label":"Old"}"#)
        screen.waitForSilence()
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        for text in ["default 1", "default 2"] { screen.post(#""type":"announcement","text":"\#(text)""#) }
        screen.post(#""type":"announcement","text":"low","priority":"low""#)
        screen.post(#""type":"elementUpdated","element":"old","value":"update""#)
        screen.post(#""type":"announcement","text":"another's""#, as: "b")
        screen.post(#""type":"screenChanged","title":"New""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 Old.", "0.5 high", "0.5 reset: update.", "1.0 another's", "1.5 New.", "2.0 default 1", "3.0 default 2", "4.0 low",
            ])
        screen.post(#""type":"elementUpdated","element":"old","value":"x""#)
        #expect(screen.errors().map(\.code) == [.unknownTarget])
        #expect(screen.errors().first?.message == "element: no element with the id \"old\" is on the screen")
    }

    @Test("N1: the focus goes to the given element, else to the first of elements, else nowhere")
    func screenFocus() {
        func focus(_ fields: String) -> [String] {
            var screen = Screen()
            screen.post(#""type":"screenChanged"\#(fields)"#)
            return screen.log.filter { $0.contains("focus") }
        }
        let elements = #","elements":[{"id":"1","label":"One"},{"id":"2","label":"Two"}]"#
        #expect(focus(#","element":"2"\#(elements)"#) == ["0.0 focus 2"])
        #expect(focus(#","element":{"id":"3","label":"Three"}\#(elements)"#) == ["0.0 focus 3"])
        #expect(focus(elements) == ["0.0 focus 1"])
        #expect(focus(#","text":"Loading""#) == ["0.0 focus nowhere"])
    }

    @Test("N3: layoutChanged without argument says only what differs from what was last spoken")
    func differences() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"elementFocused","element":{"id":"v","label":"Volume","value":"5"}"#)
        screen.waitForSilence()
        screen.post(#""type":"layoutChanged""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Volume, 5.", "1.0 silent by N3"])
        // A change that a session kept silent is spoken at the next layoutChanged.
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":2"#)
        screen.post(#""type":"elementUpdated","element":"v","value":"6""#)
        screen.waitForSilence()
        _ = screen.heard()
        screen.post(#""type":"layoutChanged""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["3.3 6."])
    }

    @Test("N4: an element that is 10 s behind skips to its newest value, and its client is warned once what to do")
    func behind() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"start"}"#)
        for step in 1...40 {
            screen.wait(until: Double(step) / 2)
            screen.post(#""type":"elementUpdated","element":"t","value":"this is now the number \#(step)""#)
        }
        screen.waitForSilence()
        let heard = screen.heard()
        #expect(
            heard.filter { !$0.contains("superseded") } == [
                "0.0 start.", "0.5 this is now the number 1.", "3.5 this is now the number 2.", "6.5 this is now the number 3.",
                "9.5 this is now the number 4.", "12.5 this is now the number 5.", "15.5 this is now the number 24.",
                "18.5 this is now the number 25.", "21.5 this is now the number 26.", "24.5 this is now the number 40.",
            ])
        let warnings = screen.sent.compactMap { if case .warning(let warning, _) = $0.message { warning } else { nil } }
        #expect(warnings == [Warning(.behind, "set updatesFrequently on t")])
    }

    @Test("N5: only the foreground client's focus is described; the others' when they come to the foreground")
    func foreground() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"1","label":"One"}"#, as: "a")
        screen.waitForSilence()
        screen.post(#""type":"elementFocused","by":"app","element":{"id":"2","label":"Two"}"#, as: "b")
        screen.post(#""type":"elementUpdated","element":"2","value":"x""#, as: "b")
        screen.post(#""type":"announcement","text":"from b""#, as: "b")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 One.", "0.5 silent by N5", "0.5 silent by N5", "0.5 from b"])
        screen.leave("a")
        screen.waitForSilence()
        #expect(screen.heard() == [], "b was never in the foreground")
        screen.post(#""type":"elementFocused","element":"2""#, as: "b")
        screen.waitForSilence()
        #expect(screen.heard() == ["1.5 Two, x."])
        screen.post(#""type":"elementFocused","element":{"id":"3","label":"Three"}"#, as: "c")
        screen.post(#""type":"layoutChanged","element":{"id":"4","label":"Four"}"#, as: "b")
        screen.waitForSilence()
        _ = screen.heard()
        screen.leave("c")
        screen.waitForSilence()
        #expect(screen.heard() == ["3.0 Four."])
    }

    @Test("N5: announcements from the background begin with their app's name, if that is wanted")
    func prefix() {
        var screen = Screen { $0.prefixesBackground = true }
        screen.post(#""type":"hello","app":"org.mail","name":"Mail""#, as: "b")
        screen.post(#""type":"announcement","text":"first""#, as: "b")
        screen.waitForSilence()
        screen.post(#""type":"elementFocused","element":{"id":"1","label":"One"}"#, as: "a")
        screen.waitForSilence()
        screen.post(#""type":"announcement","id":"n","text":"new""#, as: "b")
        screen.post(#""type":"announcement","text":"mine","priority":"low""#, as: "a")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 first", "0.5 One.", "1.0 Mail: new", "2.0 mine"])
        let texts = screen.sent.compactMap { if case .announcementDidFinish(let did) = $0.message, did.id == "n" { did.text } else { nil } }
        #expect(texts == ["new"], "its client gets its own text back")
    }

    @Test("Q5: a description that waits is dropped when the focus moves on; one that speaks is cut")
    func stale() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        for number in 1...3 { screen.post(#""type":"elementFocused","element":{"id":"\#(number)","label":"Number \#(number)"}"#) }
        screen.wait(until: 1)
        screen.post(#""type":"elementRemoved","element":"3""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 high", "0.0 superseded: Number 1.", "0.0 superseded: Number 2.", "0.5 Number 3.", "1.0 cut by U6: Number 3.",
                "1.0 superseded: Number 3.",
            ])
    }

    @Test("H1, H3: a hint is dropped by anything that is posted or spoken first, and never comes in a media session")
    func droppedHints() {
        for line in [
            #""type":"announcement","text":"other","priority":"low""#, #""type":"elementUpdated","element":"q","value":"x""#,
            #""type":"mediaSession","op":"begin""#,
        ] {
            var screen = Screen()
            screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
            screen.wait(until: 1.7)
            screen.post(line)
            screen.waitForSilence()
            #expect(!screen.heard().contains { $0.contains("Double tap") }, "\(line)")
        }
        var screen = Screen { $0.hintDelay = 2 }
        screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Search. Search field.", "3.5 Double tap to edit."])
    }

    @Test("H3: a request that is refused leaves the hint alone")
    func refused() {
        for line in [
            #""type":"announcement","runs":[{"text":"Started","voice":"Klingon"}]"#,
            #""type":"mediaSession","op":"end","session":"none""#,
            #""type":"elementFocused","element":"unknown""#, #""type":"elementActivated","element":"unknown""#,
        ] {
            for client in ["a", "b"] {
                var screen = Screen()
                screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
                screen.wait(until: 1.7)
                screen.post(line, as: client)
                #expect(screen.errors(of: client).count == 1, "\(line)")
                screen.waitForSilence()
                #expect(screen.heard() == ["0.0 Search. Search field.", "1.9 Double tap to edit."], "\(line)")
            }
        }
    }

    @Test("H2: hints can be switched off for one app")
    func appWithoutHints() {
        var screen = Screen { $0.apps["quiet", default: .init()].hasHints = false }
        screen.post(#""type":"hello","app":"quiet""#)
        screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 Search. Search field."])
    }

    @Test("causesPageTurn: the app is notified of its end, if it was heard")
    func pageTurn() {
        var screen = Screen()
        screen.post(#""type":"elementFocused","element":{"id":"p","label":"The whole page","traits":["causesPageTurn"]}"#)
        screen.waitForSilence()
        screen.post(#""type":"elementFocused","element":"p""#)
        screen.wait(until: 2)
        screen.post(#""type":"skip""#)
        screen.waitForSilence()
        let turns = screen.sent.filter { $0.message == .pageTurn(id: "p") }
        #expect(turns.count == 1)
    }

    @Test("Y2, Y4: one summary a screen, the others warn; one that is the focus is spoken once")
    func summaries() {
        var screen = Screen { $0.style.hints = false }
        let two = #"{"id":"s1","label":"First","traits":["summaryElement"]},{"id":"s2","label":"Second","traits":["summaryElement"]}"#
        screen.post(#""type":"screenChanged","id":"x","elements":[\#(two)]"#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 First."])
        #expect(screen.replies().first?.warnings == [Warning(.inconsistent, "elements: 2 summary elements; the first is spoken (Y2)")])
    }

    @Test("pageScrolled: a page that is the same gives a sound at the border and cuts nothing; a new screen forgets it")
    func border() {
        var screen = Screen { $0.earcons = [.pageBorder] }
        screen.post(#""type":"pageScrolled","text":"page 1 of 2""#)
        screen.wait(until: 1)
        screen.post(#""type":"pageScrolled","text":"page 1 of 2""#)
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 page 1 of 2", "1.0 earcon pageBorder"])
        #expect(screen.pings == [.pageBorder])
        screen.post(#""type":"screenChanged""#)
        screen.post(#""type":"pageScrolled","text":"page 1 of 2""#)
        #expect(screen.heard() == ["2.0 silent by N1", "2.0 page 1 of 2"])
    }
}
