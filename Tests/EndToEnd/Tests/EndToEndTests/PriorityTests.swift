import TestSupport
import Testing

extension EndToEnd {
    /// Which of several announcements is heard.
    struct PriorityTests {
        /// Long enough to be interrupted; spoken until a certain word is heard.
        private static let long = "alpha bravo charlie delta echo foxtrot golf hotel"

        /// Has the long text spoken, and returns when its third word is heard.
        private func speakUntilTheThirdWord(_ client: Client, _ id: String, _ more: String = #""force":false"#) async throws {
            try client.announce(id, Self.long, more)
            try await client.word("charlie", of: id)
        }

        @Test func `T8: A blank text cuts nothing of what is heard, whatever its priority, and its outcome comes at once`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let start = SuspendingClock.now
            try client.announce("a", "Heard from beginning to end.", #""priority":"low""#)
            _ = try await stage.capture.firstSound(after: start)
            for text in ["", #" \t\n"#] {
                for priority in ["low", "default", "high"] {
                    let stopwatch = Stopwatch()
                    try client.announce("blank", text, #""priority":"\#(priority)""#)
                    #expect(try await client.finish("blank").reason == "unspeakable")
                    #expect(stopwatch.elapsed < .milliseconds(300))
                }
            }
            let outcome = try await client.finish("a")
            #expect(outcome.reason == "spoken" && outcome.attempts == 1)
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.isLike(reference("Heard from beginning to end.")))
        }

        @Test func `Q6: A book goes on at its sentence after a message`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let sentences = ["The morning was cold and grey.", "Nobody had expected any visitors.", "Then somebody knocked at the door."]
            let start = SuspendingClock.now
            try client.announce("book", sentences.joined(separator: " "), #""continues":true"#)
            try await client.word("expected", of: "book")
            try client.announce("message", "A message meanwhile.")
            for id in ["message", "book"] { #expect(try await client.finish(id).reason == "spoken") }
            let heard = try await stage.capture.all(since: start)
            var places: [Double] = []
            for text in [sentences[0], "A message meanwhile.", sentences[1], sentences[2]] {
                places.append(try await heard.place(of: reference(text)))
            }
            #expect(places == places.sorted())
            // Each part of a file is such a text.
            try client.send(#"{"type":"subscribe","id":"s","events":["received"]}"#)
            try await client.reply("s")
            let folder = try TemporaryFolder()
            let book = try announceProcess(["say", "--socket", stage.daemon.socket, "--file", folder.write("One. Two.", to: "book")])
            let received = try await client.message { $0.event == "received" && $0.request?.text != nil }
            #expect(received.request?.continues == true)
            #expect(try await book.exit() == .code(0))
        }

        @Test func `Q1: High cuts default, and two highs are heard whole, in order`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try await speakUntilTheThirdWord(client, "default")
            try client.announce("high", "This one is urgent.", #""priority":"high""#)
            try client.announce("second", "And so is this.", #""priority":"high""#)
            try client.announce("late", "Only a default.")
            #expect(try await client.finish("default").reason == "interrupted")
            for id in ["high", "second", "late"] { #expect(try await client.finish(id).successful == true) }
            let heard = try await stage.capture.all(since: start)
            let whole = try await reference(Self.long)
            let high = try await heard.place(of: reference("This one is urgent."))
            #expect(try heard.place(of: whole.beginning()) < 0.02)
            #expect(high < whole.duration / .seconds(1))
            #expect(heard.find(whole).correlation < 0.9)
            let second = try await heard.place(of: reference("And so is this."))
            #expect(second > high)
            #expect(try await heard.place(of: reference("Only a default.")) > second)
        }

        @Test func `Q2: Default cuts default, and while a high speaks defaults wait in order`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try await speakUntilTheThirdWord(client, "first")
            try client.announce("cutting", "seven eight nine")
            #expect(try await client.finish("first").reason == "interrupted")
            #expect(try await client.finish("cutting").reason == "spoken")
            try await speakUntilTheThirdWord(client, "high", #""priority":"high""#)
            let other = try await stage.client()
            try client.announce("one", "First in line.")
            #expect(try await client.reply("one").state == "queued")
            try other.announce("two", "Second in line.")
            #expect(try await other.finish("two").reason == "spoken")
            #expect(try await client.finish("high").reason == "spoken")
            #expect(try await client.finish("one").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            let places = try await [
                heard.place(of: reference(Self.long).beginning()), heard.place(of: reference("seven eight nine")),
                heard.place(of: reference(Self.long)), heard.place(of: reference("First in line.")),
                heard.place(of: reference("Second in line.")),
            ].dropFirst()
            #expect(Array(places) == places.sorted(), "\(places)")
        }

        @Test func `Q3: A queued announcement waits for the utterance in progress`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let start = SuspendingClock.now
            try client.announce("a", "one two three")
            try client.announce("b", "four five", #""queue":true"#)
            try client.announce("c", "six seven", #""priority":"low""#)
            try client.announce("d", "eight nine", #""priority":"high","queue":true"#)
            for id in ["a", "b", "c", "d"] {
                let finish = try await client.finish(id)
                #expect(finish.reason == "spoken" && finish.attempts == 1)
            }
            let heard = try await stage.capture.all(since: start)
            var places: [Double] = []
            for text in ["one two three", "eight nine", "four five", "six seven"] {
                places.append(try await heard.place(of: reference(text)))
            }
            #expect(places == places.sorted(), "\(places)")
        }

        @Test func `Q6: A low waits, is cut, and is spoken again from its start`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try client.announce("before", "Something first.")
            try client.announce("low", Self.long, #""priority":"low""#)
            #expect(try await client.reply("low").state == "queued")
            try await client.word("charlie", of: "low")
            try client.announce("cutting", "seven eight nine")
            #expect(try await client.finish("before").reason == "spoken")
            #expect(try await client.finish("cutting").reason == "spoken")
            let low = try await client.finish("low")
            #expect(low.reason == "spoken" && low.attempts == 2)
            let heard = try await stage.capture.all(since: start)
            let whole = try await reference(Self.long)
            let cutting = try await heard.place(of: reference("seven eight nine"))
            #expect(try heard.place(of: whole) > cutting)
            let before = heard.part(from: .zero, for: .seconds(1) * cutting)
            let first = try await before.place(of: reference("Something first."))
            #expect(try before.place(of: whole.beginning()) > first)
        }

        @Test func `Q6: A low that is not retained is lost when it is cut`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try await speakUntilTheThirdWord(client, "low", #""priority":"low","retain":false"#)
            try client.announce("cutting", "No.")
            #expect(try await client.finish("low").reason == "interrupted")
            #expect(try await client.finish("cutting").reason == "spoken")
        }

        @Test func `Q9: In a group the newest replaces what waits, and with current what is spoken`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try await speakUntilTheThirdWord(client, "high", #""priority":"high","group":"g""#)
            for id in ["10", "20", "30"] { try client.announce(id, "\(id) percent", #""group":"g","supersede":"pending","queue":true"#) }
            #expect(try await client.finish("10").reason == "superseded")
            #expect(try await client.finish("20").reason == "superseded")
            try client.announce("done", "All is done.", #""group":"g","supersede":"current""#)
            #expect(try await client.finish("30").reason == "superseded")
            #expect(try await client.finish("high").reason == "superseded")
            #expect(try await client.finish("done").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            let whole = try await reference(Self.long)
            #expect(try await heard.place(of: reference("All is done.")) < whole.duration / .seconds(1))
            #expect(try await heard.find(reference("30 percent")).correlation < 0.8)
        }

        @Test func `Q13: An announcement that is too old is not spoken`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try await speakUntilTheThirdWord(client, "high", #""priority":"high""#)
            try client.announce("old", "Too late.", #""queue":true,"maxAge":0.2"#)
            let old = try await client.finish("old")
            #expect(old.reason == "expired" && old.successful == false && old.attempts == 0)
            #expect(try await client.ask("status").status?.speaking?.id == "high")
            #expect(try await client.finish("high").reason == "spoken")
        }
    }
}
