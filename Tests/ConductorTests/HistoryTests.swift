import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// The user's questions about the past, and the outcomes for an app that comes back.
@Suite struct HistoryTests {
    private static func explanation(_ screen: inout Screen, _ target: String) -> [String] {
        explanation(&screen, of: #""target":"\#(target)""#)
    }

    private static func explanation(_ screen: inout Screen, of field: String) -> [String] {
        screen.post(#""type":"explain",\#(field)"#, as: "user")
        guard case .explanation(let explanation) = screen.replies(to: "user").last?.result else { return [] }
        return explanation.steps.map { step in
            let time = step.at.map { "At \(Int($0)).\(String(Int(($0 * 1000).rounded()) % 1000 + 1000).dropFirst()) s " } ?? ""
            return time + step.text
        }
    }

    @Test("explain knows what a live element says by the id of its update")
    func liveUpdate() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"B"},{"id":"s","label":"S","value":"1","live":"polite"}]"#)
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","id":"u","element":"s","value":"2""#)
        screen.waitForSilence()
        #expect(Self.explanation(&screen, "u").contains { $0.contains("heard") })
    }

    @Test("Long texts are shortened, so that history and explain fit a line of the protocol")
    func longTexts() throws {
        var screen = Screen()
        for number in 0..<4 {
            let text = String(repeating: "é\(number) ", count: 50_000)
            screen.post(#""type":"announcement","id":"a\#(number)","text":"\#(text)""#)
        }
        screen.post(#""type":"history""#)
        guard case .history(let entries) = screen.replies().last?.result else { throw Missing() }
        #expect(entries.count == 4 && entries.allSatisfy { $0.text.hasPrefix("é") && $0.text.hasSuffix("…") && $0.text.utf8.count < 400 })
        screen.post(#""type":"explain","target":"a1""#)
        guard case .explanation(let explanation) = screen.replies().last?.result else { throw Missing() }
        #expect(
            explanation.steps.first?.text.utf8.count ?? 0 > 200_000
                && explanation.steps.dropFirst().allSatisfy { $0.text.utf8.count < 2000 })
        #expect(explanation.events.allSatisfy { $0.text?.utf8.count ?? 0 < 2000 && $0.isShortened })
        screen.post(#""type":"history","limit":1"#)
        guard case .history(let last) = screen.replies().last?.result else { throw Missing() }
        #expect(last.first?.text.utf8.count == 200_000)
    }

    private struct Missing: Error {}

    @Test("repeat says what was heard last, not what was posted last")
    func heardLast() {
        var screen = Screen()
        screen.post(#""type":"announcement","text":"one two three""#)
        screen.post(#""type":"announcement","text":"heard last","priority":"low""#)
        screen.post(#""type":"announcement","text":"high","priority":"high""#)
        screen.waitForSilence()
        screen.post(#""type":"repeat""#)
        #expect(screen.heard().last?.hasSuffix("heard last") == true)
    }

    @Test("explain tells why an utterance was spoken, waited, was cut or dropped, with times and rules")
    func explain() {
        var screen = Screen()
        screen.post(#""type":"announcement","id":"low","text":"one two three four","priority":"low""#)
        screen.wait(until: 1)
        screen.post(#""type":"announcement","id":"high","text":"five six","priority":"high""#)
        screen.post(#""type":"announcement","id":"default","text":"seven""#)
        screen.waitForSilence()
        #expect(
            Self.explanation(&screen, "low") == [
                "At 0.000 s a posted low, “one two three four”, of class low.", "At 0.000 s it began to be heard.",
                "At 1.000 s it was cut by high: a high cuts current speech, and only the user can cut it (Q1).",
                "At 2.500 s it began to be heard after it had waited 1.500 s for its turn.",
                "At 4.500 s it ended, spoken: its last sound has been heard (D2).",
            ])
        #expect(
            Self.explanation(&screen, "default") == [
                "At 1.000 s a posted default, “seven”, of class default.",
                "At 2.000 s it began to be heard after it had waited 1.000 s for its turn.",
                "At 2.500 s it ended, spoken: its last sound has been heard (D2).",
            ])
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"1","traits":["updatesFrequently"]}"#)
        screen.post(#""type":"elementFocused","element":{"id":"u","label":"Other"}"#)
        screen.post(#""type":"elementUpdated","id":"up","element":"t","value":"2""#)
        #expect(Self.explanation(&screen, "up") == ["At 4.500 s a posted up; nothing was spoken: it does not have the focus (U6)."])
        screen.post(#""type":"explain","target":"nobody""#)
        #expect(screen.errors().map(\.code) == [.unknownTarget])
    }

    @Test("explain can be about the last from which nothing was heard; hints that give way, and repeats of what is heard, don't count")
    func explainSilent() {
        var screen = Screen()
        func explainsNothing() -> Bool {
            let before = screen.errors(of: "user").count
            screen.post(#""type":"explain","silent":true"#, as: "user")
            return screen.errors(of: "user").count == before + 1
        }
        func first() -> String? { Self.explanation(&screen, of: #""silent":true"#).first?.replacing(#/^At [0-9.]+ s /#, with: "") }
        #expect(explainsNothing())
        screen.post(#""type":"elementFocused","element":{"id":"t","label":"Size","value":"1","traits":["adjustable"]}"#)
        screen.wait(until: 2)
        screen.post(#""type":"elementFocused","element":{"id":"u","label":"Other"}"#)
        screen.post(#""type":"announcement","id":"a","text":"twice""#)
        screen.post(#""type":"announcement","id":"b","text":"twice""#)
        screen.waitForSilence()
        #expect(explainsNothing())
        screen.post(#""type":"elementUpdated","id":"up","element":"t","value":"2""#)
        #expect(first() == "a posted up; nothing was spoken: it is not the focus (N6).")
        screen.wait(until: 20)
        screen.post(#""type":"pause""#)
        screen.post(#""type":"announcement","id":"waits","text":"one""#)
        #expect(first() == "a posted waits, “one”, of class default.")
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(first()?.hasPrefix("a posted up") == true)
        for id in ["one", "two", "three"] { screen.post(#""type":"announcement","id":"\#(id)","text":"number \#(id)","priority":"low""#) }
        screen.post(#""type":"stop""#)
        #expect(first() == "a posted three, “number three”, of class low.")
    }

    @Test("explain tells of a merged repeat and of what a media session holds")
    func explainHeld() {
        var screen = Screen()
        screen.post(#""type":"mediaSession","op":"begin","session":"s","lease":2"#)
        screen.post(#""type":"announcement","id":"first","text":"one""#)
        screen.post(#""type":"announcement","id":"again","text":"one""#)
        #expect(
            Self.explanation(&screen, "again") == [
                "At 0.000 s a posted again, “one”, of class default.",
                "At 0.000 s it was merged with the same text: the same text was just spoken, or waits (Q10).", "It waits.",
            ])
        #expect(
            Self.explanation(&screen, "first") == [
                "At 0.000 s a posted first, “one”, of class default.",
                "At 0.000 s it was held: a media session is on (M3).", "It waits.",
            ])
    }

    @Test("history lists the last 200 utterances, the newest last")
    func history() {
        var screen = Screen()
        for number in 1...250 { screen.post(#""type":"announcement","id":"\#(number)","text":"number \#(number)","priority":"high""#) }
        screen.wait(until: 1)
        screen.post(#""type":"history""#, as: "user")
        guard case .history(let all) = screen.replies(to: "user").last?.result else {
            Issue.record("no history")
            return
        }
        #expect(all.map(\.id) == (51...250).map(String.init))
        #expect(all.allSatisfy { $0.client == "a" && $0.class == "high" && $0.reason == nil })
        screen.post(#""type":"history","limit":2"#, as: "user")
        guard case .history(let two) = screen.replies(to: "user").last?.result else { return }
        #expect(two.map(\.text) == ["number 249", "number 250"])
    }

    @Test("repeat says again what was heard last, and outranks everything; where says what has the focus")
    func again() {
        var screen = Screen()
        screen.post(#""type":"repeat""#)
        screen.waitForSilence()
        for text in ["one", "two", "three"] {
            screen.post(#""type":"announcement","text":"\#(text)","priority":"high""#)
            screen.waitForSilence()
        }
        screen.post(#""type":"announcement","text":"four five six","priority":"high""#)
        screen.wait(until: 4)
        screen.post(#""type":"repeat","count":2"#)
        screen.waitForSilence()
        screen.post(#""type":"where""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "0.0 Nothing was spoken yet", "2.0 one", "2.5 two", "3.0 three", "3.5 four five six", "4.0 cut by Q4: four five six",
                "4.0 interrupted: four five six", "4.0 three four five six", "6.4 Nothing has the focus",
            ])
    }

    @Test("D4: an app that comes back within a minute gets the outcomes that it missed, and its screen")
    func comesBack() {
        for (pause, isKnown) in [(30.0, true), (100.0, false)] {
            var screen = Screen()
            screen.post(#""type":"hello","app":"org.example","id":"h""#)
            screen.post(#""type":"elementFocused","element":{"id":"b","label":"Button"}"#)
            screen.waitForSilence()
            screen.post(#""type":"announcement","id":"x","text":"one two""#)
            screen.leave("a")
            screen.wait(until: pause)
            #expect(screen.heard() == ["0.0 Button.", "0.5 one two"])
            screen.post(#""type":"hello","app":"org.example","id":"h""#, as: "a2")
            let outcomes = screen.sent.filter { $0.client == "a2" }.compactMap {
                if case .announcementDidFinish(let did) = $0.message { did } else { nil }
            }
            #expect(outcomes.map(\.id) == (isKnown ? ["x"] : []) && outcomes.allSatisfy(\.successful))
            screen.post(#""type":"elementUpdated","element":"b","value":"on""#, as: "a2")
            screen.waitForSilence()
            #expect(screen.heard() == (isKnown ? ["30.0 on."] : []))
            #expect(screen.errors(of: "a2").map(\.code) == (isKnown ? [] : [.unknownTarget]))
        }
    }

    @Test("D4: an outcome is sent at once if its app has already returned")
    func comesBackEarly() {
        var screen = Screen()
        screen.post(#""type":"hello","app":"org.example""#)
        screen.post(#""type":"announcement","id":"x","text":"one two""#)
        screen.leave("a")
        screen.post(#""type":"hello","app":"org.example""#, as: "a2")
        screen.waitForSilence()
        let told = screen.sent.filter { $0.client == "a2" }.compactMap {
            if case .announcementDidFinish(let did) = $0.message { did.id } else { nil }
        }
        #expect(told == ["x"])
    }

    @Test("Q12: a client that goes takes its focus, its updates, its hints and its echo with it")
    func leaves() {
        var screen = Screen()
        screen.post(#""type":"announcement","text":"other","priority":"high""#, as: "b")
        screen.post(#""type":"elementFocused","element":{"id":"q","label":"Search","traits":["searchField"]}"#)
        screen.post(#""type":"announcement","text":"kept""#)
        screen.leave("a")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 other", "0.0 disconnected: Search. Search field.", "0.5 kept"])
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Play","traits":["button"]}]"#, as: "c")
        screen.waitForSilence()
        screen.post(#""type":"elementActivated","element":"b""#, as: "c")
        screen.leave("c")
        screen.waitForSilence()
        #expect(screen.heard() == ["1.0 Play. Button."])
    }

    @Test("An app that is muted is not heard, and its announcements say so; a priority cap holds")
    func apps() {
        var screen = Screen {
            $0.apps["muted", default: .init()].isMuted = true
            $0.apps["capped", default: .init()].priorityCap = .low
        }
        screen.post(#""type":"hello","app":"muted""#, as: "m")
        screen.post(#""type":"announcement","id":"x","text":"never","priority":"high""#, as: "m")
        screen.post(#""type":"screenChanged","title":"Never""#, as: "m")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 muted: never", "0.0 muted: Never."])
        screen.post(#""type":"hello","app":"capped""#, as: "c")
        screen.post(#""type":"announcement","text":"first""#, as: "a")
        screen.post(#""type":"announcement","text":"second","priority":"high""#, as: "c")
        screen.waitForSilence()
        #expect(screen.heard() == ["0.0 first", "0.5 second"])
    }

    @Test("A screen has at most 10,000 elements and 1 MB of texts: the limit is named, and the old screen stays")
    func limits() {
        var screen = Screen()
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Play"}]"#)
        let many = (0..<10_001).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        screen.post(#""type":"screenChanged","elements":[\#(many)]"#)
        #expect(screen.errors().map(\.message) == ["elements[10000]: expected at most 10000 elements on a screen"])
        let long = String(repeating: "x", count: 200_000)
        for number in 1...5 { screen.post(#""type":"layoutChanged","element":{"id":"\#(number)","label":"\#(long)"}"#) }
        screen.post(#""type":"layoutChanged","element":{"id":"6","label":"\#(long)"}"#)
        #expect(screen.errors().last?.message == "element: expected at most 1048576 bytes in the texts of a screen's elements")
        screen.post(#""type":"elementFocused","element":"b""#)
        #expect(screen.errors().count == 2)
    }
}
