import Messages
import Narration
import Testing

/// Q16: what an app has just said is not lost by its own next step.
@Suite struct NextStepTests {
    private static let screen =
        #""type":"screenChanged","title":"Inbox","elements":[{"id":"a","label":"Mail"},{"id":"b","label":"Other"}]"#
    private static let saved = #""type":"announcement","text":"saved""#
    private static let layout = #""type":"layoutChanged","element":"b""#

    /// The speech of one post, and of another some time after it.
    struct Order: Sendable, CustomStringConvertible {
        let description: String
        let first: String
        let second: String
        let after: Double
        let heard: [String]
    }

    private static let orders: [Order] = [
        Order(
            description: "an announcement, then the screen", first: saved, second: screen, after: 0.25,
            heard: ["10.0 saved", "10.25 cut by Q16: saved", "10.25 Inbox. Mail.", "11.25 saved"]),
        Order(
            description: "the screen, then an announcement", first: screen, second: saved, after: 0.5,
            heard: ["10.0 Inbox. Mail.", "10.5 cut by Q16: Inbox. Mail.", "10.5 saved", "11.0 Inbox. Mail."]),
        Order(
            description: "the screen, then a high", first: screen, second: saved + #","priority":"high""#, after: 0.5,
            heard: ["10.0 Inbox. Mail.", "10.5 cut by Q16: Inbox. Mail.", "10.5 saved", "11.0 Inbox. Mail."]),
        Order(
            description: "a layout, then an announcement", first: layout, second: saved, after: 0.25,
            heard: ["10.0 Other.", "10.25 cut by Q16: Other.", "10.25 saved", "10.75 Other."]),
        Order(
            description: "an announcement, then the user's focus", first: saved, second: #""type":"elementFocused","element":"b""#,
            after: 0.25, heard: ["10.0 saved", "10.25 cut by Q16: saved", "10.25 Other.", "10.75 saved"]),
        Order(
            description: "an update, then an announcement", first: #""type":"elementUpdated","element":"a","value":"read""#, second: saved,
            after: 0.25, heard: ["10.0 read.", "10.25 cut by Q16: read.", "10.25 saved", "10.75 read."]),
        Order(
            description: "an announcement, then another", first: saved, second: #""type":"announcement","text":"sent""#, after: 0.3,
            heard: ["10.0 saved", "10.3 cut by Q2: saved", "10.3 interrupted: saved", "10.3 sent"]),
    ]

    @Test("Q16: what a client's own post cuts within a second is spoken after it", arguments: orders)
    func order(_ order: Order) {
        var screen = Self.begun()
        screen.post(order.first)
        screen.wait(until: 10 + order.after)
        screen.post(order.second)
        screen.waitForSilence()
        #expect(screen.heard() == order.heard)
    }

    @Test("Q16: after a second a screen's word is over, but an announcement still outlives its screen; both at most twice")
    func limits() {
        let long = "one two three four"
        var screen = Self.begun()
        screen.post(#""type":"screenChanged","title":"\#(long)""#)
        screen.wait(until: 11.5)
        screen.post(Self.saved)
        screen.wait(until: 20)
        #expect(screen.heard().suffix(3) == ["11.5 cut by Q2: \(long).", "11.5 interrupted: \(long).", "11.5 saved"])

        screen.post(#""type":"announcement","text":"\#(long)""#)
        screen.wait(until: 21.5)
        screen.post(#""type":"screenChanged","title":"A""#)
        screen.wait(until: 22.5)
        screen.post(#""type":"screenChanged","title":"B""#)
        screen.wait(until: 23.5)
        screen.post(#""type":"screenChanged","title":"C""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "20.0 \(long)", "21.5 cut by Q16: \(long)", "21.5 A.", "22.0 \(long)", "22.5 cut by Q16: \(long)", "22.5 B.",
                "23.0 \(long)", "23.5 cut by Q2: \(long)", "23.5 interrupted: \(long)", "23.5 C.",
            ])
    }

    @Test("Q16: what waited before it began is not older for it")
    func waited() {
        var screen = Self.begun()
        screen.post(#""type":"announcement","text":"one two three four","priority":"high""#, as: "b")
        screen.post(Self.screen)
        screen.wait(until: 12.5)
        screen.post(Self.saved)
        screen.waitForSilence()
        #expect(screen.heard().suffix(4) == ["12.0 Inbox. Mail.", "12.5 cut by Q16: Inbox. Mail.", "12.5 saved", "13.0 Inbox. Mail."])
    }

    @Test("Q16: two connections of one app, and one-shot runs of it, count as the app", arguments: ["stays", "leaves"])
    func connections(_ other: String) {
        for (first, second, heard) in [
            (Self.screen, Self.saved, ["10.5 cut by Q16: Inbox. Mail.", "10.5 saved", "11.0 Inbox. Mail."]),
            (Self.saved, Self.screen, ["10.25 cut by Q16: saved", "10.25 Inbox. Mail.", "11.25 saved"]),
        ] {
            var screen = Self.begun()
            for (time, line) in [(10, first), (first == Self.saved ? 10.25 : 10.5, second)] {
                screen.wait(until: time)
                let client = line == Self.saved ? "run" : "a"
                screen.post(#""type":"hello","app":"mail""#, as: client)
                screen.post(line, as: client)
                if line == Self.saved, other == "leaves" { screen.leave("run") }
            }
            screen.waitForSilence()
            #expect(Array(screen.heard().dropFirst()) == heard)
        }
    }

    @Test("Q16, N1: a screen's tones are not repeated, and another app's announcement still ends its description")
    func tones() {
        var screen = Screen { $0.earcons = [.screenChanged] }
        screen.post(Self.screen)
        screen.post(Self.saved)
        screen.waitForSilence()
        #expect(screen.heard().filter { $0.contains("earcon") }.count == 1)
        screen.post(Self.screen)
        screen.post(Self.saved, as: "another")
        screen.waitForSilence()
        #expect(screen.heard().contains { $0.contains("interrupted: Inbox. Mail.") })
    }

    @Test("Q16, Q5: where the focus has moved on, the screen that was cut says its title with the new focus")
    func movedOn() {
        var screen = Self.begun()
        screen.post(Self.screen)
        screen.wait(until: 10.5)
        screen.post(Self.saved)
        screen.post(Self.layout)
        screen.waitForSilence()
        #expect(
            screen.heard() == [
                "10.0 Inbox. Mail.", "10.5 cut by Q16: Inbox. Mail.", "10.5 saved", "10.5 superseded: Inbox. Mail.", "11.0 Inbox. Other.",
            ])
    }

    @Test("N1: the text of a page ends with its screen")
    func page() {
        var screen = Self.begun()
        screen.post(#""type":"pageScrolled","text":"page two""#)
        screen.wait(until: 10.5)
        screen.post(Self.screen)
        screen.waitForSilence()
        #expect(screen.heard() == ["10.0 page two", "10.5 cut by N1: page two", "10.5 reset: page two", "10.5 Inbox. Mail."])
    }

    /// A screen whose focus is "Mail", described and silent at 10 s.
    private static func begun() -> Screen {
        var screen = Screen()
        screen.post(self.screen)
        screen.wait(until: 10)
        _ = screen.heard()
        return screen
    }
}
