import TestSupport
import Testing

extension EndToEnd {
    /// A program in C, with libspeechd's callbacks in a thread of their own.
    struct LibraryTests {
        @Test func `libspeechd's callbacks tell each mark, pause, resume, end and cancel of a message`() async throws {
            let desktop = try await Desktop()
            let client = try desktop.start(builtProduct("threaded-client"))
            /// Says a text, and waits until it begins.
            func say(_ text: String) async throws -> Substring {
                try client.write("<speak>\(text)</speak>\n")
                let begin = try await client.output.nextLine()?.split(separator: " ") ?? []
                try #require(begin.count == 2 && begin[0] == "begin")
                return begin[1]
            }
            func expect(_ lines: String...) async throws {
                for line in lines { #expect(try await client.output.nextLine() == line) }
            }

            let marked = try await say(#"One <mark name="a"/>two three <mark name="b"/>four."#)
            try await expect("mark a \(marked)", "mark b \(marked)", "end \(marked)")
            try await desktop.await("finished", "One two three four.")

            let start = SuspendingClock.now
            let long = #"alpha bravo charlie <mark name="c"/>delta echo foxtrot golf hotel india juliett."#
            let paused = try await say(long)
            try await expect("mark c \(paused)")
            try client.write("pause\n")
            try await expect("pause \(paused)")
            let pause = SuspendingClock.now
            #expect(try await desktop.stage.capture.isSilent(from: pause + .milliseconds(100), to: pause + .milliseconds(600)))
            try client.write("resume\n")
            try await expect("resume \(paused)", "end \(paused)")
            let heard = try await desktop.stage.capture.all(since: start)
            let spoken = try await reference("alpha bravo charlie delta echo foxtrot golf hotel india juliett.").duration
            #expect(heard.duration - heard.pauses(from: .milliseconds(500)).reduce(.zero, +) < spoken * 1.4, "continued, not repeated")

            let cancelled = try await say(long)
            try await expect("mark c \(cancelled)")
            try client.write("cancel\n")
            try await expect("cancel \(cancelled)")
            client.closeInput()
            #expect(try await client.exit() == .code(0))
        }
    }
}
