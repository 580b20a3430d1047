import Testing

/// Connections of one app with copies of one screen.
@Suite struct SharedScreenTests {
    private static let hello = #""type":"hello","app":"announce""#
    private static let volume = focus(#""id":"v","label":"Volume","value":"1""#)
    private static func set(_ value: Int) -> String { #""type":"elementUpdated","element":"v","value":"\#(value)""# }
    private static func focus(_ element: String) -> String { WaitingTests.focus(element) }
    private static func spoken(_ events: [WaitingTests.Event], sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        WaitingTests.spoken(events, sourceLocation: sourceLocation)
    }
    private static let high = WaitingTests.say("one two", #""priority":"high""#)

    @Test("N5, Q5, U6: a focus that moves or is removed, or a new screen, ends what the other connections with copies say")
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

    @Test("N5: a new screen has no part in the copies of the former one, even if it has elements with the same ids")
    func newScreen() {
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)),
                (4, "main", #""type":"screenChanged","title":"Music","elements":[{"id":"v","label":"Song","value":"7"}]"#),
                (6, "run", Self.set(3)), (8, "main", Self.set(8)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "4.0 Music. Song, 7.", "8.0 8."])
        #expect(
            Self.spoken([
                (0, "main", Self.hello), (0, "main", Self.volume), (2, "run", Self.hello), (2, "run", Self.set(2)), (4, "main", nil),
                (5, "run", #""type":"screenChanged","title":"Music","elements":[{"id":"v","label":"Song","value":"7"}]"#),
                (7, "other", Self.hello), (7, "other", Self.set(3)), (9, "run", Self.set(8)),
            ]) == ["0.0 Volume, 1.", "2.0 2.", "5.0 Music. Song, 7.", "9.0 8."])
    }

    @Test("N5, D4: connections with copies take turns, and so do a third one, one that comes back, and each run of a command")
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
}
