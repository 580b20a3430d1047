import TestSupport
import Testing

extension EndToEnd {
    /// Notifications and traits, as they are heard.
    struct NarrationTests {
        private static let quiet = "earcons.enabled = false\nhints.enabled = false\n"

        @Test func `V9, U5: A stopwatch is read with its newest value, at once after its description and then every interval`() async throws
        {
            let stage = try await Stage(configuration: Self.quiet + "updates.interval = 2\n")
            let client = try await stage.client()
            let start = SuspendingClock.now
            try client.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            try client.send(#"{"type":"elementFocused","id":"f","element":{"id":"t","value":"0:10","traits":["updatesFrequently"]}}"#)
            try await client.message { $0.event == "started" && $0.id == "f" }
            // Both are shown while the description is spoken, so the first is never heard.
            for value in ["0:20", "5:00"] { try client.send(#"{"type":"elementUpdated","element":"t","value":"\#(value)"}"#) }
            let refresh = try await client.message { $0.event == "started" && $0.text == "five minutes." }
            let stopwatch = Stopwatch()
            try client.send(#"{"type":"elementUpdated","element":"t","value":"2:00:00"}"#)
            let next = try await client.message { $0.event == "started" && $0.text == "two hours." }
            let pace = try #require(next.at) - #require(refresh.at)
            #expect(pace >= 2 && pace < 2.3 + stopwatch.waited / .seconds(1))
            try await client.message { $0.event == "finished" && $0.text == "two hours." }
            // Between the values it is silent for longer than at the end.
            #expect(
                try await stage.capture.isSilent(
                    from: .now + .milliseconds(100) + stopwatch.waited, to: .now + .milliseconds(600) + stopwatch.waited))
            let heard = stage.capture.samples(since: start)
            let places = try await ["ten seconds.", "five minutes.", "two hours."].asyncMap { try await heard.place(of: reference($0)) }
            #expect(places == places.sorted())
            #expect(try await heard.find(reference("twenty seconds.")).correlation < 0.9)
        }

        @Test func `K1, K2, K3: Typed text is heard, deleted text lower, and a secret not at all`() async throws {
            let stage = try await Stage(configuration: Self.quiet)
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["finished"]}"#)
            try client.send(#"{"type":"elementFocused","element":{"id":"f","label":"Query","value":"first","traits":["textEntry"]}}"#)
            try await client.message { $0.event == "finished" }
            let start = SuspendingClock.now
            for (value, text) in [("first pasted words", " pasted words"), ("first words", "pasted ")] {
                try client.send(#"{"type":"elementUpdated","element":"f","value":"\#(value)"}"#)
                try await client.message { $0.event == "finished" && $0.text == text }
            }
            let secret = #"{"id":"p","label":"Code","traits":["secureTextEntry"]}"#
            try client.send(#"{"type":"elementFocused","element":\#(secret)}"#)
            try client.send(#"{"type":"elementUpdated","element":"p","value":"open sesame"}"#)
            try await client.message { $0.event == "finished" && $0.text?.hasPrefix("Code") == true }
            let heard = try await stage.capture.all(since: start)
            let lower = ESpeakReference("pasted", voice: steadyVoice, rate: 240, pitch: 25)
            let places = [
                try await heard.place(of: reference("pasted words")), try await heard.place(of: lower.sound().trimmed()),
                try await heard.place(of: reference("Code")),
            ]
            #expect(places == places.sorted())
            #expect(try await heard.find(reference("open sesame")).correlation < 0.7)
            #expect(try await heard.find(reference("first")).correlation < 0.9)
        }

        @Test func `V13, M1: A button that starts a media session silences an announcement at once, and its label is not heard`()
            async throws
        {
            let stage = try await Stage(configuration: Self.quiet, buffer: 40)
            let client = try await stage.client(hello: #""progress":true"#)
            let record = #"{"id":"r","label":"Record","traits":["button","startsMediaSession"]}"#
            try client.send(#"{"type":"layoutChanged","id":"l","element":\#(record)}"#)
            try await client.reply("l")
            try client.announce("a", "alpha bravo charlie delta echo foxtrot golf hotel")
            try await client.word("charlie", of: "a")
            let stopwatch = Stopwatch()
            try client.send(#"{"type":"elementActivated","id":"act","element":"r"}"#)
            try await client.reply("act")
            let answered = SuspendingClock.now
            #expect(try await client.finish("a").reason == "mediaSession")
            // 20 ms by the rule; the rest allows for the capture and this machine.
            let silent = answered + .milliseconds(60) + stopwatch.waited
            #expect(try await stage.capture.isSilent(from: silent, to: silent + .seconds(1)))
            try client.announce("held", "Afterwards.", #""priority":"high""#)
            #expect(try await client.finish("held").successful == true, "play lets a high through (M3)")
        }

        @Test func `V14, Q8: A plain button that is activated says its label again`() async throws {
            let stage = try await Stage(configuration: Self.quiet)
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["finished"]}"#)
            try client.send(#"{"type":"screenChanged","id":"sc","elements":[{"id":"b","label":"Yellow","traits":["button"]}]}"#)
            try await client.message { $0.event == "finished" && $0.id == "sc" }
            let start = SuspendingClock.now
            try client.send(#"{"type":"elementActivated","id":"act","element":"b"}"#)
            #expect(try await client.reply("act").state == "queued")
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("Yellow")))
            #expect(start.duration(to: heard.began) >= .milliseconds(150))
        }

        @Test func `V16, N6: An announcement is heard, and the focus stays where it is`() async throws {
            let stage = try await Stage(configuration: Self.quiet)
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["finished","focus"]}"#)
            try client.send(#"{"type":"elementFocused","id":"f","element":{"id":"b","label":"Yellow"}}"#)
            #expect(try await client.message { $0.event == "focus" }.element == "b")
            try await client.message { $0.event == "finished" && $0.id == "f" }
            let start = SuspendingClock.now
            try client.announce("a", "Hello World")
            #expect(try await client.finish("a").successful == true)
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.isLike(reference("Hello World")))
            let again = SuspendingClock.now
            try client.send(#"{"type":"where","id":"w"}"#)
            try await client.message { $0.event == "finished" && $0.id == "w" }
            let place = try await stage.capture.all(since: again)
            #expect(try await place.isLike(reference("Yellow.")))
            #expect(try await !client.allSoFar().contains { $0.event == "focus" })
        }

        @Test func `V17, N1, Q16: A new screen cuts what speaks, its two tones come first, then the focus, then what it cut`() async throws
        {
            let stage = try await Stage(configuration: "hints.enabled = false\n")
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            let long = "alpha bravo charlie delta echo foxtrot golf hotel"
            try client.announce("a", long)
            try await client.word("charlie", of: "a")
            try client.send(
                #"{"type":"screenChanged","id":"s","title":"Inbox","elements":[{"id":"m","label":"Mail","traits":["header"]}]}"#)
            #expect(try await client.message { $0.type == "elementFocused" }.element == "m")
            let outcome = try await client.finish("a")
            #expect(outcome.successful == true && outcome.attempts == 2)
            let heard = try await stage.capture.all(since: start)
            let description = try await heard.place(of: reference("Inbox. Mail. Header."))
            #expect(try await heard.place(of: reference(long)) > description, "it was cut, and is spoken again")
            let tones = heard.part(from: .seconds(max(0, description - 0.115)), for: .milliseconds(110))
            #expect(tones.loudFraction() > 0.6, "the tones stand right before the description")
        }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { try await values.append(transform(element)) }
        return values
    }
}
