import Messages
import Narration
import Testing

/// N5, N7: whose focus counts, and who is never heard.
@Suite struct ForegroundTests {
    private static func focus(_ id: String, _ fields: String = "", by mover: String = "user") -> String {
        #""type":"elementFocused","by":"\#(mover)","element":{"id":"\#(id)","label":"Element \#(id)"\#(fields)}"#
    }
    private static func update(_ id: String, _ value: String) -> String {
        #""type":"elementUpdated","element":"\#(id)","value":"\#(value)""#
    }
    private static let hello = #""type":"hello","app":"mail""#

    /// Posts lines two seconds apart, nil for a client that leaves, and returns what is heard with its time.
    private static func spoken(_ lines: [(client: String, line: String?)]) -> [String] {
        var screen = Screen { $0.style.hints = false }
        for (index, (client, line)) in lines.enumerated() {
            screen.wait(until: Double(2 * index))
            if let line { screen.post(line, as: client) } else { screen.leave(client) }
        }
        screen.waitForSilence()
        return screen.heard().filter { !$0.contains("silent by") }
    }

    @Test("N5: connections of one app have one focus, until one of them shows another screen")
    func behind() {
        let moved = [("a", Self.hello), ("a", Self.focus("1")), ("b", Self.hello), ("b", Self.focus("2"))]
        let heard = ["2.0 Element 1.", "6.0 Element 2."]
        #expect(Self.spoken(moved + [("a", Self.update("1", "x")), ("b", Self.update("2", "y"))]) == heard + ["10.0 y."])
        // Whoever moves it, and in which connection.
        #expect(Self.spoken(moved + [("a", Self.focus("3", by: "app")), ("b", Self.update("2", "y"))]) == heard + ["8.0 Element 3."])
        #expect(Self.spoken(moved + [("a", Self.focus("1")), ("a", Self.update("1", "x"))]) == heard + ["8.0 Element 1.", "10.0 x."])
        // A connection that comes back to the screen it had is in the background.
        #expect(
            Self.spoken([
                ("a", Self.hello), ("a", Self.focus("1")), ("b", Self.hello),
                ("b", #""type":"screenChanged","elements":[{"id":"2","label":"Two"}]"#),
                ("a", Self.focus("1")), ("a", nil), ("c", Self.hello), ("c", Self.update("1", "x")), ("b", Self.update("2", "y")),
            ]) == ["2.0 Element 1.", "6.0 Two.", "8.0 Element 1.", "10.0 Two.", "16.0 y."])
    }

    @Test("N5: a focus that the app moves on a screen in the background does not cut another connection's")
    func behindMoves() {
        var screen = Screen { $0.style.hints = false }
        for client in ["a", "b"] { screen.post(Self.hello, as: client) }
        screen.post(Self.focus("1"), as: "a")
        screen.post(#""type":"screenChanged","elements":[{"id":"2","label":"Element 2"}]"#, as: "b")
        screen.wait(until: 0.5)
        screen.post(Self.focus("3", by: "app"), as: "a")
        screen.waitForSilence()
        #expect(screen.heard().suffix(2) == ["0.0 Element 2.", "0.5 silent by N5"])
    }

    @Test("N5: when an app goes away, the focus of the one before it is described whole")
    func successor() {
        let list = #","container":{"type":"list","label":"Fruit"}"#
        let (one, other) = (Self.focus("1", list), Self.focus("2"))
        #expect(
            Self.spoken([("a", one), ("b", other), ("a", Self.update("1", "new")), ("b", nil), ("a", Self.update("1", "newer"))])
                == ["0.0 Fruit. Element 1.", "2.0 Element 2.", "6.0 Fruit. Element 1, new.", "8.0 newer."])
        // Another run of a command that showed the same focus goes unnoticed.
        #expect(
            Self.spoken([("a", Self.hello), ("a", one), ("b", Self.hello), ("b", Self.update("1", "new")), ("b", nil)])
                == ["2.0 Fruit. Element 1.", "6.0 new."])
        // Nor does a run of the command announce make it heard again.
        #expect(
            Self.spoken([("a", one), ("b", #""type":"hello","app":"announce""#), ("b", other), ("b", nil), ("a", Self.update("1", "new"))])
                == ["0.0 Fruit. Element 1.", "4.0 Element 2.", "8.0 new."])
        #expect(Self.spoken([("a", #""type":"screenChanged","title":"Empty""#), ("b", other), ("b", nil)]).count == 2, "there is no focus")
    }

    @Test("N7, Q9: what a muted app posts replaces nothing")
    func mutedReplacement() {
        var screen = Screen { $0.apps["mail", default: .init()].isMuted = true }
        screen.announce("one two", replacing: [])
        screen.post(Self.hello, as: "b")
        screen.announce("never", replacing: ["one two"], as: "b")
        screen.wait(until: 2)
        #expect(screen.heard() == ["0.0 one two", "0.0 muted: never"])
    }

    @Test("N7: what a muted app posts finishes for a reason and by a rule of its own")
    func muted() {
        var screen = Screen { $0.apps["mail", default: .init()].isMuted = true }
        screen.post(#""type":"subscribe","events":["finished"]"#, as: "listener")
        screen.post(Self.hello)
        screen.post(#""type":"announcement","id":"mine","text":"New mail","priority":"high""#)
        screen.post(Self.focus("1"))
        screen.post(Self.update("1", "x"))
        screen.post(#""type":"where","id":"where""#)
        screen.waitForSilence()
        #expect(
            screen.heard() == ["0.0 muted: New mail", "0.0 muted: Element 1.", "0.0 muted: x.", "0.0 Element 1, x."])
        let outcomes = screen.sent.compactMap { if case .announcementDidFinish(let did) = $0.message { did.reason } else { nil } }
        #expect(outcomes == [.muted])
        let rules = screen.sent.compactMap { if $0.client == "listener", case .event(let event) = $0.message { event.rule } else { nil } }
        #expect(rules == ["N7", "N7", "N7", "D2"])
        screen.post(#""type":"explain","target":"mine""#)
        guard case .explanation(let explanation) = screen.replies().last?.result else { return #expect(Bool(false)) }
        #expect(explanation.steps.last?.text == "it ended, muted: the configuration mutes its app (N7).")
    }
}
