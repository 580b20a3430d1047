import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// A text that the voice receives in parts (§9).
    struct LongTextTests {
        private static let filler = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 23)
        private static let tail = "Alpha is one. Bravo is two. Charlie and delta come after that, and then there is echo."

        @Test func `A long text is heard whole and in order, with the pauses that eSpeak NG makes in it`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.path("out.wav")
            let text = Self.filler + Self.tail
            let announce = try announceProcess(["--wav", file, "--voice", steadyVoice, "--rate", "210", text])
            #expect(try await announce.exit() == .code(0))
            let heard = try Sound(wavFile: file)
            let expected = try await ESpeakReference(text, voice: steadyVoice, rate: 210).sound().trimmedStart(threshold: 31)
            #expect(abs((heard.duration - expected.duration) / .milliseconds(1)) < 30, "\(heard.duration), not \(expected.duration)")
            for second in stride(from: 1, to: Int(expected.duration / .seconds(1)) - 1, by: 3) {
                let part = expected.part(from: .seconds(second), for: .milliseconds(900))
                let match = heard.part(from: .seconds(second) - .milliseconds(30), for: .milliseconds(960)).find(part)
                #expect(match.correlation >= 0.95, "at \(second) s")
            }
        }

        @Test func `A long text is paused, resumed, and goes on with another voice in any part of it, with one outcome`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            let runs = #"[{"text":"\#(Self.filler)","rate":900},{"text":"\#(Self.tail)"}]"#
            try client.send(#"{"type":"announcement","id":"a","priority":"high","runs":\#(runs)}"#)
            try await client.word("quick", of: "a")
            try await client.ask("pause")
            try await client.ask("resume")
            let before = Self.filler.unicodeScalars.count + 1
            #expect(try await client.word("Alpha", of: "a").offset == before)
            try await client.word("Bravo", of: "a")
            try await client.ask("pause")
            try await client.ask("resume")
            #expect(try await client.word("delta", of: "a").offset == before + "Alpha is one. Bravo is two. Charlie and ".count)
            try await stage.capture.awaitRecording(until: .now)
            kill(try await stage.daemon.voice(), SIGKILL)
            // Its sentence is spoken again.
            #expect(try await client.word("Charlie", of: "a").offset == before + "Alpha is one. Bravo is two. ".count)
            #expect(try await client.word("echo", of: "a").offset == before + Self.tail.count - 5)
            let finish = try await client.finish("a")
            #expect(finish.reason == "spoken" && finish.attempts == 2)
            let heard = try await stage.capture.all(since: start)
            _ = try await heard.place(of: reference("Charlie and delta come after that, and then there is echo."))
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
        }

        @Test func `A long text is cut in a later part`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let runs = #"[{"text":"\#(Self.filler)","rate":900},{"text":"\#(Self.tail)"}]"#
            try client.send(#"{"type":"announcement","id":"a","runs":\#(runs)}"#)
            try await client.word("Alpha", of: "a")
            try client.announce("b", "Here is news.", #""priority":"high""#)
            #expect(try await client.finish("a").reason == "interrupted")
            #expect(try await client.finish("b").reason == "spoken")
        }
    }
}
