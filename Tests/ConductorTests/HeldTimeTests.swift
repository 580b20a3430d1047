import Narration
import Testing

/// Q13: held time is no age. Q17: of what a client has posted meanwhile, the newest default is spoken.
@Suite struct HeldTimeTests {
    private static let begin = #""type":"mediaSession","op":"begin","session":"s","mode":"record","lease":600"#
    private static let end = #""type":"mediaSession","op":"end","session":"s""#
    private static func low(_ text: String, _ fields: String = "") -> String {
        #""type":"announcement","text":"\#(text)","priority":"low"\#(fields)"#
    }
    private static func plain(_ text: String, _ fields: String = "") -> String { #""type":"announcement","text":"\#(text)"\#(fields)"# }

    @Test("Q13, M5: a low does not grow old in a session; a maxAge counts, and wins over media.hold")
    func session() {
        var screen = Screen { $0.mediaHold = 60 }
        screen.post(Self.plain("now"))
        screen.post(Self.low("before"))
        screen.post(Self.begin)
        screen.post(Self.low("brief", #","maxAge":5"#))
        screen.wait(until: 31)
        screen.post(Self.low("within"))
        screen.wait(until: 50)
        screen.post(Self.end)
        screen.waitForSilence()
        #expect(
            screen.heard().suffix(6) == [
                "5.0 expired: brief", "31.0 held by M3: within", "50.0 session ended", "50.3 before", "50.8 within",
                "51.3 1 message missed",
            ])

        screen = Screen { $0.mediaHold = 2 }
        screen.post(Self.begin)
        for line in [Self.low("long", #","maxAge":60"#), Self.low("usual")] { screen.post(line) }
        screen.wait(until: 50)
        screen.post(Self.end)
        screen.waitForSilence()
        #expect(screen.heard().suffix(3) == ["50.3 mediaSession: usual", "50.3 long", "50.8 1 message missed"])
    }

    @Test("Q13: what is left of a low's age after a pause is what was left before it")
    func pause() {
        var screen = Screen()
        let long = (0..<40).map { "word-\($0)" }.joined(separator: " ")
        screen.post(Self.plain("one two three four five six seven eight nine"))
        screen.post(Self.low("before"))
        screen.wait(until: 4)
        screen.post(#""type":"pause""#)
        screen.post(Self.low("within"))
        screen.post(Self.low("brief", #","maxAge":30"#))
        screen.post(Self.plain(long, #","priority":"high""#))
        screen.wait(until: 104)
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(
            screen.heard().filter { $0.contains("expired") } == [
                "34.0 expired: brief", "110.0 expired: before", "114.0 expired: within",
            ])
    }

    @Test("Q17: after a pause and after a session, a client's defaults are one, the newest; what would not have cut is kept")
    func newest() {
        for (hold, release) in [(#""type":"pause""#, #""type":"resume""#), (Self.begin, Self.end)] {
            var screen = Screen()
            screen.post(hold)
            for text in ["one", "two"] { screen.post(Self.plain(text)) }
            screen.post(Self.plain("queued", #","queue":true"#))
            screen.post(Self.plain("three"))
            screen.post(Self.plain("another's"), as: "another")
            screen.post(release)
            screen.waitForSilence()
            let heard = screen.heard().filter { !$0.contains("held") && !$0.contains("session") }.map { $0.drop { $0 != " " }.dropFirst() }
            #expect(heard == ["superseded: two", "superseded: one", "three", "another's", "queued", "2 messages missed"])
        }
    }

    @Test("Q17, Q10: a repeat counts as the newest, also of what had been posted or was spoken before")
    func newestRepeat() {
        for (hold, release) in [(#""type":"pause""#, #""type":"resume""#), (Self.begin, Self.end)] {
            var screen = Screen()
            screen.post(hold)
            for text in ["connected", "disconnected", "connected"] { screen.post(Self.plain(text)) }
            screen.post(release)
            screen.waitForSilence()
            #expect(
                screen.heard().filter { $0.hasSuffix("connected") && !$0.contains("held") }.map { $0.drop { $0 != " " } } == [
                    " superseded: disconnected", " connected",
                ])
        }
        for fields in ["", #","queue":true"#] {
            var screen = Screen()
            screen.post(Self.plain("a long text", #","priority":"high""#))
            if !fields.isEmpty { screen.post(Self.plain("connected", fields)) } else { screen.waitForSilence() }
            if fields.isEmpty { screen.post(Self.plain("connected")) }
            screen.post(#""type":"pause""#)
            for text in ["disconnected", "connected"] { screen.post(Self.plain(text)) }
            screen.post(#""type":"resume""#)
            screen.waitForSilence()
            let heard = screen.heard()
            #expect(
                heard.contains { $0.hasSuffix("superseded: disconnected") }
                    && !heard.contains { $0.hasSuffix(" disconnected") && !$0.contains(":") })
        }
    }

    @Test("M5, O5: a session that begins and ends within a pause ends nothing that waits for the pause to end")
    func sessionWithinPause() {
        var screen = Screen()
        screen.post(#""type":"pause""#)
        for line in [Self.plain("one"), Self.plain("two"), Self.low("low")] { screen.post(line) }
        screen.wait(until: 20)
        screen.post(Self.begin)
        screen.post(Self.end)
        screen.wait(until: 60)
        screen.post(#""type":"resume""#)
        screen.waitForSilence()
        #expect(screen.heard().suffix(4) == ["60.0 superseded: one", "60.0 two", "60.5 low", "61.0 1 message missed"])
    }

    @Test("Q17: the connections of one app, and its runs that end at once, are one")
    func newestOfAnApp() {
        var screen = Screen()
        screen.post(#""type":"pause""#, as: "user")
        for (client, text) in [("x", "one"), ("y", "two"), ("x", "three"), ("run", "four")] {
            screen.post(#""type":"hello","app":"build""#, as: client)
            screen.post(Self.plain(text), as: client)
        }
        screen.leave("run")
        screen.post(#""type":"resume""#, as: "user")
        screen.waitForSilence()
        #expect(screen.heard().suffix(2) == ["0.0 four", "0.5 3 messages missed"])
    }
}
