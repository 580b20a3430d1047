import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// Speech that waits, or was begun, when something newer changes what is to be said.
@Suite struct WaitingTests {
    /// The events: each one's time, client and post; nil: the client goes.
    typealias Event = (at: Double, client: String, line: String?)

    /// Returns the utterances spoken, with their times.
    static func spoken(
        _ events: [Event], sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        var screen = Screen { $0.style.hints = false }
        for (at, client, line) in events {
            screen.wait(until: at)
            if let line { screen.post(line, as: client, sourceLocation: sourceLocation) } else { screen.leave(client) }
        }
        screen.waitForSilence()
        let others =
            ["cut by", "superseded:", "interrupted:", "stopped:", "expired:", "mediaSession:", "reset:", "disconnected:"]
            + ["held by", "silent by", "session", "unspeakable:"]
        return screen.heard().filter { line in !others.contains { line.split(separator: " ", maxSplits: 1)[1].hasPrefix($0) } }
    }

    static func say(_ text: String, _ more: String = "") -> String {
        #""type":"announcement","text":"\#(text)"\#(more.isEmpty ? "" : ",\(more)")"#
    }
    static func focus(_ element: String) -> String { #""type":"elementFocused","element":{\#(element)}"# }

    private static let bar = #""id":"p","label":"Copy","value":"40","valueKind":"percent","traits":["updatesFrequently"]"#
    private static let done = #""type":"elementUpdated","element":"p","value":"100""#
    private static let long = "a b c d e f g h i j k l m n o p q r s t u v w x"

    @Test("Q10, Q13: a repeat lives as long as if it had come first")
    func repeatedAge() {
        #expect(
            Self.spoken([
                (0, "a", Self.say(Self.long)), (1, "a", Self.say("Battery low", #""priority":"low""#)),
                (10.5, "a", Self.say("Battery low", #""priority":"low""#)),
            ]) == ["0.0 \(Self.long)", "12.0 Battery low"])
    }

    @Test("Q10, M5: in a session a repeat is as young as it is")
    func repeatedInSession() {
        #expect(
            Self.spoken([
                (0, "a", #""type":"mediaSession","op":"begin","session":"s","lease":30"#), (1, "b", Self.say("Battery low")),
                (25, "b", Self.say("Battery low")),
            ]) == ["30.3 Battery low"])
    }

    @Test("Q10: what an app takes back it may say otherwise", arguments: [0.0, 0.2])
    func takenBack(after: Double) {
        #expect(
            Self.spoken([
                (0, "a", Self.say("Go", #""id":"one","priority":"low""#)), (after, "a", #""type":"cancel","target":"one""#),
                (after, "a", Self.say("Go", #""priority":"high""#)),
            ]).last == "\(after) Go")
    }

    @Test("Q9, M3: where what spoke is superseded by something held, the next speaks")
    func supersededByHeld() {
        #expect(
            Self.spoken([
                (0, "a", #""type":"mediaSession","op":"begin","session":"s","lease":60"#),
                (1, "b", Self.say("one two three four five six", #""priority":"high","group":"g""#)),
                (1, "b", Self.say("second high", #""priority":"high""#)),
                (2, "b", Self.say("replacement", #""group":"g","supersede":"current""#)),
            ]) == ["1.0 one two three four five six", "2.0 second high", "60.3 1 message missed"])
    }

    @Test("U7: the last value is spoken however late, with its label")
    func lastValue() {
        #expect(
            Self.spoken([(0, "a", Self.focus(Self.bar)), (3, "a", Self.say(Self.long)), (4, "a", Self.done)])
                == ["0.0 Copy, 40%.", "3.0 \(Self.long)", "15.0 Copy, 100%."])
        #expect(
            Self.spoken([
                (0, "a", Self.focus(Self.bar)), (3, "b", Self.say("one two three", #""priority":"high""#)), (3.2, "a", Self.done),
                (3.4, "a", Self.focus(#""id":"v","label":"Volume","value":"3""#)),
            ]).suffix(2) == ["4.5 Volume, 3.", "5.5 Copy, 100%."])
        #expect(
            Self.spoken([
                (0, "a", Self.focus(Self.bar)), (3, "a", #""type":"mediaSession","op":"begin","session":"s","lease":20"#),
                (4, "a", Self.done),
            ]).last == "23.3 100%.", "held too long, it is polled")
        #expect(
            Self.spoken([
                (0, "a", Self.focus(Self.bar)), (3, "a", #""type":"mediaSession","op":"begin","session":"s","mute":["p"],"lease":60"#),
                (4, "a", Self.done), (5, "a", #""type":"elementRemoved","element":"p""#),
            ]) == ["0.0 Copy, 40%."], "M2")
        #expect(
            Self.spoken([
                (0, "a", Self.focus(Self.bar)), (3, "a", Self.say("one two")), (3.2, "a", Self.done), (3.4, "a", #""type":"stop""#),
            ])
            .last == "3.0 one two", "Q4")
    }

    @Test("Q7, N2: while a screen's title is still to be spoken, the app's focus cuts no announcement")
    func untoldTitle() {
        let screen = #""type":"screenChanged","title":"Inbox","elements":[{"id":"a","label":"A"},{"id":"b","label":"B"}]"#
        #expect(
            Self.spoken([
                (0, "a", Self.say("one two three four", #""priority":"high""#)), (0, "a", screen),
                (1, "mail", Self.say("New mail from Ada")),
                (2.5, "a", #""type":"layoutChanged","element":"b""#),
            ]) == ["0.0 one two three four", "2.0 New mail from Ada", "4.0 Inbox. B."])
        #expect(
            Self.spoken([
                (0, "a", screen), (0, "a", #""type":"mediaSession","op":"begin","session":"s","mode":"record","lease":30"#),
                (3, "a", #""type":"layoutChanged","element":"b""#), (4, "mail", Self.say("New mail")),
                (5, "a", #""type":"mediaSession","op":"end","session":"s""#),
            ]).suffix(2) == ["5.3 New mail", "6.3 Inbox. B."])
        #expect(
            Self.spoken([
                (0, "b", Self.say("one", #""priority":"high""#)), (0, "b", screen),
                (0.1, "a", Self.focus(#""id":"y","label":"Long label here""#)),
                (1, "b", #""type":"elementRemoved","element":"a""#),
            ]) == ["0.0 one", "0.5 Long label here."], "N5")
    }

    @Test("N5: another connection of an app takes the focus only with what it says of that screen, and gives it back")
    func siblings() {
        let hello = #""type":"hello","app":"player""#
        #expect(
            Self.spoken([
                (0, "main", hello), (0, "helper", hello), (0, "main", Self.focus(#""id":"v","label":"Volume","value":"5""#)),
                (2, "helper", #""type":"pageScrolled","text":"Page two""#),
                (5, "main", #""type":"elementUpdated","element":"v","value":"6""#),
                (6, "helper", #""type":"elementUpdated","element":"v","value":"7""#),
                (7, "main", #""type":"elementUpdated","element":"v","value":"8""#),
            ]) == ["0.0 Volume, 5.", "2.0 Page two", "5.0 6.", "6.0 7.", "7.0 8."])
    }

    @Test("Q2: what cuts comes next, behind what its client has waiting; Q16: not behind what comes back")
    func cutsInTurn() {
        func high(_ text: String) -> String { Self.say(text, #""priority":"high""#) }
        #expect(
            Self.spoken([
                (0, "x", high("one two")), (0.1, "a", Self.say("ten")), (0.2, "a", Self.say("twenty")), (0.3, "a", Self.say("thirty")),
                (1.3, "a", Self.say("forty")),
            ]) == ["0.0 one two", "1.0 ten", "1.3 twenty", "1.8 thirty", "2.3 forty"])
        #expect(
            Self.spoken([
                (0, "x", high("one two")), (0.1, "a", Self.say("ten")), (0.2, "b", Self.say("bus")), (1.3, "a", Self.say("eleven")),
            ]) == ["0.0 one two", "1.0 ten", "1.3 eleven", "1.8 bus"])
        let focus = #""type":"elementFocused","element":{"id":"b","label":"Account settings of everybody"}"#
        #expect(
            Self.spoken([(0, "a", focus), (0.1, "a", Self.say("Loading")), (0.4, "a", Self.say("Failed"))])
                == ["0.0 Account settings of everybody.", "0.1 Loading", "0.4 Failed", "0.9 Account settings of everybody."])
    }

    @Test("Q10, T12: the same text with another pronunciation is no repeat")
    func pronounced() {
        func read(_ ipa: String) -> String { #""type":"announcement","queue":true,"runs":[{"text":"read","ipa":"\#(ipa)"}]"# }
        #expect(Self.spoken([(0, "a", read("riːd")), (0, "a", read("rɛd")), (0, "a", read("rɛd"))]).count == 2)
    }

    @Test("U5: what can't be spoken is not polled again at once; Q4: a stop is not answered by the value")
    func polling() {
        let timer = Self.focus(#""id":"t","label":"Elapsed time of this run","value":"0","traits":["updatesFrequently"]"#)
        #expect(
            Self.spoken([
                (0, "a", timer), (0.5, "a", #""type":"elementUpdated","element":"t","value":"1""#), (1, "a", #""type":"stop""#),
            ]) == ["0.0 Elapsed time of this run, 0.", "5.0 1."])
        #expect(
            Self.spoken([(0, "a", Self.focus(#""id":"t","value":"\u00ad","valueKind":"spell","traits":["updatesFrequently"]"#))]).count < 3)
    }

    @Test("N3: what waits is not described again")
    func describedOnce() {
        let volume = Self.focus(#""id":"v","label":"Volume","value":"5""#)
        #expect(Self.spoken([(0, "a", volume), (0, "a", #""type":"layoutChanged""#)]) == ["0.0 Volume, 5."])
        let update = #""type":"elementUpdated","element":"v","value":"6""#
        #expect(
            Self.spoken([
                (0, "a", volume), (3, "b", Self.say("one two")), (3.1, "a", update), (3.2, "a", #""type":"layoutChanged""#),
                (3.3, "a", #""type":"layoutChanged""#),
            ]) == ["0.0 Volume, 5.", "3.0 one two", "4.0 6."])
    }

    @Test("N3, U7: a change that a last value already contains is not spoken again")
    func announcedAlready() {
        #expect(
            Self.spoken([
                (0, "b", Self.say("one two", #""priority":"high""#)), (0.1, "a", Self.focus(Self.bar)), (0.2, "a", Self.done),
                (0.3, "a", #""type":"layoutChanged""#),
            ]) == ["0.0 one two", "1.0 Copy, 40%.", "2.0 Copy, 100%."])
    }

    @Test("N5: a description that another app's focus dropped is spoken when its app returns to the foreground")
    func pushedOut() {
        let document = Self.focus(#""id":"d","label":"Document text field here""#)
        let dialog = Self.focus(#""id":"y","label":"Dialog""#)
        #expect(
            Self.spoken([(0, "b", document), (0.5, "a", dialog), (3, "a", nil)])
                == ["0.0 Document text field here.", "0.5 Dialog.", "3.0 Document text field here."])
        #expect(
            Self.spoken([
                (0, "x", Self.say("one two", #""priority":"high""#)), (0.1, "b", document), (0.2, "a", dialog), (0.3, "a", nil),
            ]) == ["0.0 one two", "1.0 Document text field here."])
        #expect(
            Self.spoken([(0, "b", document), (3, "a", dialog), (5, "a", nil)]).last == "5.0 Document text field here.",
            "the user is back on it")
    }

    @Test("Q5, O5: after a pause, speech about an element that lost the focus does not continue")
    func pausedFocus() {
        #expect(
            Self.spoken([
                (0, "a", Self.focus(#""id":"x","label":"First element with long name""#)), (1, "a", #""type":"pause""#),
                (2, "a", Self.focus(#""id":"y","label":"Second""#)), (3, "a", #""type":"resume""#),
            ]) == ["0.0 First element with long name.", "3.0 Second."])
        #expect(
            Self.spoken([
                (0, "a", Self.say("one two three four")), (1, "a", #""type":"pause""#), (2, "a", Self.focus(#""id":"y","label":"Second""#)),
                (3, "a", #""type":"resume""#),
            ]).count == 2, "an announcement goes on")
    }

    @Test("Q12: speech about the elements of a client that has gone ends, and so does its session")
    func goneWithSession() {
        #expect(
            Self.spoken([
                (0, "b", Self.focus(#""id":"x","label":"Other""#)), (2, "a", Self.focus(#""id":"y","label":"Play""#)),
                (4, "a", #""type":"mediaSession","op":"begin","session":"s","mute":["z"],"lease":60"#),
                (5, "a", Self.focus(#""id":"z","label":"Muted knob""#)), (6, "a", nil),
            ]) == ["0.0 Other.", "2.0 Play.", "6.0 Other."])
    }

    @Test("E6: a screen's title and text are in its app's language, beside an element of another")
    func titleLanguage() {
        var screen = Screen { $0.style.hints = false }
        screen.post(#""type":"hello","language":"de""#)
        screen.post(#""type":"screenChanged","title":"Posteingang","elements":[{"id":"a","label":"Hello","language":"fr"}]"#)
        #expect(screen.conductor.speaking?.runs.map(\.attributes.language) == ["de", "fr"])
        screen.post(#""type":"screenChanged","text":"Posteingang""#)
        #expect(screen.conductor.speaking?.runs.map(\.attributes.language) == ["de"])
    }
}
