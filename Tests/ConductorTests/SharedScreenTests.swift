import Messages
import Narration
import Testing

/// Connections of one app that show one screen.
@Suite struct SharedScreenTests {
    private static let hello = #""type":"hello","app":"announce""#
    private static let volume = focus(#""id":"v","label":"Volume","value":"1""#)
    private static let music = #""type":"screenChanged","title":"Music","elements":[{"id":"v","label":"Song","value":"7"}]"#
    private static func set(_ value: Int) -> String { #""type":"elementUpdated","element":"v","value":"\#(value)""# }
    private static func focus(_ element: String) -> String { WaitingTests.focus(element) }
    private static func spoken(_ events: [WaitingTests.Event], sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        WaitingTests.spoken(events, sourceLocation: sourceLocation)
    }
    private static let high = WaitingTests.say("one two", #""priority":"high""#)

    @Test("N5, Q5, U6: a focus that moves or is removed, or another screen, ends what any of the connections said")
    func ended() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "x", Self.high), (2.1, "main", Self.set(2)),
                (2.2, "run", Self.hello), (2.3, "run", Self.focus(#""id":"s","label":"Send""#)),
            ]) == ["0.0 Volume, 1.", "2.0 one two", "3.0 Send."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.focus(#""id":"v","label":"one two three four five six""#)),
                (0.5, "x", WaitingTests.say("late", #""priority":"low""#)), (0.9, "run", Self.hello),
                (1, "run", #""type":"elementRemoved","element":"v""#),
            ]) == ["0.0 one two three four five six.", "1.0 late"])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "x", Self.high), (2, "run", Self.hello),
                (2.1, "run", Self.set(2)), (2.3, "main", Self.focus(#""id":"s","label":"Send""#)),
            ]) == ["0.0 Volume, 1.", "2.0 one two", "3.0 Send."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "x", Self.high), (2.1, "main", Self.set(2)),
                (2.2, "run", Self.hello), (2.3, "run", Self.set(3)), (2.5, "run", #""type":"screenChanged","title":"Inbox""#),
            ]) == ["0.0 Volume, 1.", "2.0 one two", "3.0 Inbox."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "x", Self.high), (2.1, "main", Self.set(2)),
                (2.2, "run", Self.hello), (2.3, "run", Self.set(2)), (2.4, "other", Self.hello),
                (2.5, "other", Self.focus(#""id":"s","label":"Send""#)),
            ]) == ["0.0 Volume, 1.", "2.0 one two", "3.0 Send."])
    }

    @Test("N5, D4: a connection that shows another screen has its own; an id means the element of the screen that the connection shows")
    func newScreen() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (4, "main", Self.music), (6, "run", Self.set(3)), (8, "main", Self.set(8)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "4.0 Music. Song, 7.", "8.0 8."])
        // A new connection gets the screen that its app shows now.
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)), (4, "main", nil),
                (5, "run", Self.music), (7, "other", Self.hello), (7, "other", Self.set(3)), (9, "run", Self.set(8)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "5.0 Music. Song, 7.", "7.0 3.", "9.0 8."])
    }

    @Test("N5, D4: connections take turns on their screen, and so do a third one, one that comes back, and each run of a command")
    func turns() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (4, "other", Self.hello), (4, "other", Self.set(3)),
                (6, "main", Self.set(4)), (8, "run", Self.set(5)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "4.0 3.", "6.0 4.", "8.0 5."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (4, "main", Self.set(3)), (6, "other", Self.hello),
                (6, "other", #""type":"where""#), (8, "other", Self.set(4)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "4.0 3.", "6.0 Volume, 3.", "8.0 4."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (3, "main", Self.set(3)), (4, "main", nil),
                (5, "other", Self.hello), (5, "other", Self.set(4)), (7, "run", Self.set(5)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "3.0 3.", "5.0 4.", "7.0 5."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "one", Self.hello), (2, "one", Self.set(2)), (4, "one", nil),
                (5, "two", Self.hello),
                (5, "two", Self.set(3)), (7, "two", nil), (8, "three", Self.hello), (8, "three", Self.set(4)), (9, "main", Self.set(5)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "5.0 3.", "8.0 4.", "9.0 5."])
    }

    @Test("N4, N5: a value that returns to what another connection said before is a change")
    func valueReturns() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (4, "main", Self.set(1)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "4.0 1."])
    }

    @Test("K1, K5, O5: in a pause the newest adjustment counts, whichever connection reports it")
    func newestInPause() {
        let slider = Self.focus(#""id":"v","label":"Volume","value":"1","traits":["adjustable"]"#)
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", slider), (3, "x", #""type":"pause""#), (3.1, "main", Self.set(2)),
                (3.2, "run", Self.hello), (3.3, "run", Self.set(3)), (4, "x", #""type":"resume""#),
            ]) == ["0.0 Volume, 1. Adjustable.", "4.0 3."])
    }

    @Test("Q12, N5: speech about a screen continues when its client leaves, if another connection shows the screen, and otherwise ends")
    func leaves() {
        let begun: [WaitingTests.Event] = [
            (0, "main", Self.hello), (0, "main", Self.volume), (2, "x", Self.high), (2.1, "run", Self.hello), (2.2, "run", Self.set(2)),
        ]
        #expect(Self.spoken(begun + [(2.5, "run", nil)]) == ["0.0 Volume, 1.", "2.0 one two", "3.0 2."])
        #expect(Self.spoken(begun + [(2.5, "run", nil), (2.6, "main", nil)]) == ["0.0 Volume, 1.", "2.0 one two"])
        // What is left of it is out of date once the focus moves.
        #expect(
            Self.spoken(begun + [(2.5, "run", nil), (2.6, "main", Self.focus(#""id":"s","label":"Send""#))])
                == ["0.0 Volume, 1.", "2.0 one two", "3.0 Send."])
    }

    @Test("M2, N5: a session silences elements of its client's screen, whichever connection reports them")
    func session() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (3, "main", #""type":"mediaSession","op":"begin","session":"s","mute":["v"],"lease":30"#), (4, "run", Self.set(3)),
                (5, "main", #""type":"mediaSession","op":"end","session":"s""#), (7, "run", Self.set(4)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "7.0 4."])
    }

    @Test("N5: connections share their screen after a restart, too, and a screen of one's own stays its own")
    func restart() {
        for hasOwn in [false, true] {
            var screen = Screen { $0.style.hints = false }
            for client in ["main", "run"] { screen.post(Self.hello, as: client) }
            screen.post(Self.volume, as: "main")
            screen.wait(until: 2)
            screen.post(Self.set(2), as: "run")
            screen.wait(until: 4)
            // A screen that is refused changes nothing.
            screen.post(hasOwn ? Self.music : #""type":"screenChanged","element":"unknown""#, as: "run")
            screen.wait(until: 7)
            _ = screen.heard()
            for isRewritten in [false, true] {
                screen.restart()
                screen.waitForSilence()
                screen.post(Self.set(isRewritten ? 5 : 3), as: "run")
                screen.waitForSilence()
                screen.post(Self.set(isRewritten ? 6 : 4), as: "main")
                screen.waitForSilence()
            }
            let expected = hasOwn ? ["3.", "5."] : ["3.", "4.", "5.", "6."]
            #expect(screen.heard().filter { !$0.contains("silent") }.map { String($0.drop { $0 != " " }.dropFirst()) } == expected)
        }
    }

    @Test("N5, Q12: a page that is heard after its connection has left is turned by the connection that still shows it")
    func pageTurn() {
        var screen = Screen { $0.style.hints = false }
        screen.post(Self.hello, as: "main")
        screen.post(Self.focus(#""id":"v","label":"one two three","traits":["causesPageTurn"]"#), as: "main")
        screen.post(Self.hello, as: "run")
        screen.post(#""type":"where""#, as: "run")
        screen.post(Self.focus(#""id":"p","label":"one two three four","traits":["causesPageTurn"]"#), as: "main")
        screen.wait(until: 1)
        screen.leave("main")
        screen.waitForSilence()
        #expect(screen.sent.filter { $0.message == .pageTurn(id: "p") }.map(\.client) == ["run"])
    }

    @Test("N5, N1: a connection that shows another screen leaves the page of the others as it is")
    func page() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", #""type":"where""#),
                (4, "main", #""type":"pageScrolled","text":"Page two of nine""#),
                (4.1, "run", Self.music), (8, "main", #""type":"pageScrolled","text":"Page three of nine""#),
            ]) == [
                "0.0 Volume, 1.", "2.0 Volume, 1.", "4.0 Page two of nine", "4.1 Music. Song, 7.", "5.6 Page two of nine",
                "8.0 Page three of nine",
            ])
    }
}
