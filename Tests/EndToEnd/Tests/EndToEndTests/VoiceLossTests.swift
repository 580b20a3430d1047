import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// A voice that dies at any moment.
    struct VoiceLossTests {
        @Test func `A voice killed in mid-sentence is replaced, and the sentence is spoken again, with one outcome`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            let (first, second) = ("The first sentence is short.", "But the second one has alpha bravo charlie delta in it.")
            try client.announce("a", "\(first) \(second)")
            try client.announce("next", "And the next one.", #""queue":true"#)
            try await client.word("charlie", of: "a")
            // On a busy machine the sound server may be behind, and would drop what it has not played.
            try await stage.capture.awaitRecording(until: .now)
            kill(try await stage.daemon.voice(), SIGKILL)
            _ = try await stage.daemon.log("voice lost; starting another")
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await client.finish("next").reason == "spoken")
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
            let status = try #require(await client.ask("status").status)
            #expect(status.voice.state == "ready" && status.voice.restarts == 1)

            let heard = try await stage.capture.all(since: start)
            let again = try await heard.place(of: reference(second))
            let before = heard.part(from: .zero, for: .seconds(1) * again)
            #expect(try await before.place(of: reference(first)) < 0.02)
            #expect(try await before.place(of: reference(second).beginning()) > 1)
            #expect(try await heard.place(of: reference("And the next one.")) > again)
            // The first sentence was not spoken again.
            #expect(try await heard.part(from: .seconds(1) * again, for: .seconds(30)).find(reference(first)).correlation < 0.8)
        }

        @Test func `O7: An utterance that loses a voice whenever a word is heard is spoken without the word, and what follows is spoken`()
            async throws
        {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", "alpha characteristically charlie delta echo foxtrot")
            try client.announce("next", "And the next one.", #""queue":true"#)
            let start = SuspendingClock.now
            // The whole twice, then "alpha characteristically charlie", "characteristically charlie" and "characteristically", which is long
            // enough to be interrupted.
            for _ in 0..<5 {
                try await client.word("characteristically", of: "a")
                kill(try await stage.daemon.voice(), SIGKILL)
            }
            let finish = try await client.finish("a")
            #expect(finish.reason == "synthesizerFailed" && finish.successful == false && finish.attempts == 6)
            #expect(try await client.finish("next").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            let rest = try await heard.place(of: reference("delta echo foxtrot"))
            #expect(try await heard.place(of: reference("charlie")) < rest)
            #expect(try await heard.place(of: reference("And the next one.")) > rest)
        }

        @Test func `While the voice is away clients are served, and a stop counts`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", "alpha bravo charlie delta echo foxtrot")
            try await client.word("bravo", of: "a")
            let voice = try await stage.daemon.voice()
            // The voice hangs, and the daemon does not.
            try suspend(voice)
            try client.announce("waiting", "Never heard.", #""queue":true"#)
            #expect(try await client.ask("status").status?.speaking?.id == "a")
            try await client.ask("stop")
            #expect(try await client.finish("a").reason == "stopped")
            #expect(try await client.finish("waiting").reason == "stopped")
            kill(voice, SIGKILL)
            let start = SuspendingClock.now
            try client.announce("after", "Back again.")
            #expect(try await client.finish("after").reason == "spoken")
            // Sound that the hung voice had handed to the device may still be heard for a moment.
            let heard = try await stage.capture.all(since: start)
            _ = try await heard.place(of: reference("Back again."))
            #expect(try await heard.find(reference("Never heard.")).correlation < 0.7)
        }
    }
}
