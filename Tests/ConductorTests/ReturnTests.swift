import Messages
import Narration
import Testing

/// Clients that go and come back.
@Suite struct ReturnTests {
    private static func outcomes(_ screen: Screen, to client: String) -> [String] {
        screen.sent.compactMap {
            if $0.client == client, case .announcementDidFinish(let did) = $0.message { "\(did.id) \(did.reason)" } else { nil }
        }
    }

    @Test("D4: the same app's next connection gets the outcomes that the one before has missed, once, and another app none")
    func missed() {
        var screen = Screen()
        screen.post(#""type":"hello","app":"mail""#, as: "first")
        for text in ["one", "two"] {
            screen.post(#""type":"announcement","id":"\#(text)","text":"\#(text)","priority":"low""#, as: "first")
        }
        screen.wait(until: 0.2)
        screen.leave("first")
        screen.waitForSilence()
        screen.post(#""type":"hello","app":"chat""#, as: "other")
        screen.post(#""type":"hello","app":"mail""#, as: "second")
        screen.post(#""type":"hello","app":"mail""#, as: "third")
        #expect(Self.outcomes(screen, to: "second") == ["one spoken", "two spoken"])
        #expect(Self.outcomes(screen, to: "other") + Self.outcomes(screen, to: "third") == [])
    }

    @Test("D4: an app that has returned receives later outcomes at once")
    func heir() {
        var screen = Screen()
        screen.post(#""type":"hello","app":"mail""#, as: "first")
        screen.post(#""type":"announcement","id":"one","text":"one two three four","priority":"low""#, as: "first")
        screen.leave("first")
        screen.post(#""type":"hello","app":"mail""#, as: "second")
        #expect(Self.outcomes(screen, to: "second") == [])
        screen.waitForSilence()
        #expect(Self.outcomes(screen, to: "second") == ["one spoken"])
    }

    @Test("D4: an app that returned in time receives the outcome, however late it is")
    func patientHeir() {
        var screen = Screen()
        screen.post(#""type":"hello","app":"mail""#, as: "first")
        screen.post(#""type":"pause""#, as: "first")
        screen.post(#""type":"announcement","id":"one","text":"one","priority":"high""#, as: "first")
        screen.leave("first")
        screen.wait(until: 1)
        screen.post(#""type":"hello","app":"mail""#, as: "second")
        screen.wait(until: 64)
        screen.post(#""type":"resume""#, as: "second")
        screen.waitForSilence()
        #expect(Self.outcomes(screen, to: "second") == ["one spoken"])
    }

    @Test("D4: after 60 s nothing is kept, neither outcomes nor the screen")
    func tooLate() {
        for (seconds, isKept) in [(59.0, true), (61.0, false)] {
            var screen = Screen { $0.style.hints = false }
            screen.post(#""type":"hello","app":"mail""#, as: "first")
            screen.post(#""type":"screenChanged","elements":[{"id":"i","label":"Inbox"}]"#, as: "first")
            screen.post(#""type":"announcement","id":"one","text":"one","priority":"low""#, as: "first")
            screen.leave("first")
            screen.wait(until: seconds)
            screen.post(#""type":"hello","app":"mail""#, as: "second")
            screen.post(#""type":"elementFocused","element":"i""#, as: "second")
            #expect(Self.outcomes(screen, to: "second") == (isKept ? ["one spoken"] : []), "\(seconds)")
            #expect(screen.errors(of: "second").map(\.code) == (isKept ? [] : [.unknownTarget]), "\(seconds)")
        }
    }

    @Test("D4, N4: an update that was being spoken when its client left does not count against the one that comes back")
    func updates() {
        var screen = Screen()
        screen.post(#""type":"hello","app":"mail""#, as: "first")
        screen.post(#""type":"elementFocused","element":{"id":"n","value":"0"}"#, as: "first")
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"n","value":"1""#, as: "first")
        screen.wait(until: 0.6)
        screen.leave("first")
        screen.wait(until: 20)
        screen.post(#""type":"hello","app":"mail""#, as: "second")
        screen.post(#""type":"elementFocused","element":"n""#, as: "second")
        screen.waitForSilence()
        screen.post(#""type":"elementUpdated","element":"n","value":"2""#, as: "second")
        screen.waitForSilence()
        #expect(!screen.sent.contains { if case .warning = $0.message { true } else { false } })
    }

    @Test("Y1, Y3: the summary is spoken once a launch: not for an app that merely reconnects, but for one that is launched again")
    func launches() {
        let line = #""type":"screenChanged","elements":[{"id":"b","label":"Menu"},{"id":"s","label":"Rain","traits":["summaryElement"]}]"#
        var screen = Screen()
        for (client, isLaunch) in [("a", true), ("b", false), ("c", true)] {
            screen.post(#""type":"hello","app":"weather","launch":\#(isLaunch)"#, as: client)
            for _ in 0..<2 {
                screen.post(line, as: client)
                screen.waitForSilence()
            }
            let summaries = screen.heard().count { $0.hasSuffix(" Rain.") }
            #expect(summaries == (isLaunch ? 1 : 0), "\(client)")
            screen.leave(client)
        }
    }
}
