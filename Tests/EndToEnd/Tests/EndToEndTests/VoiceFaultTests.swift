import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// A voice process that dies or hangs while it speaks.
    struct VoiceFaultTests {
        /// Two sentences, so that the second one can be resumed.
        private static let text = "This is the first of two sentences. And here, rather longer, the second one is being spoken."

        @Test func `A voice that can't be started is reported with what to do, in status and log, and does not fill the log`() async throws
        {
            let folder = try TemporaryFolder()
            try await ChildProcess("mkdir", [folder.path("espeak-ng-data")]).exit()
            let socket = folder.path("run/socket")
            let process = try Daemon.start("", ["--socket", socket], in: folder, ["ESPEAK_DATA_PATH": folder.path])
            var lines: [String] = []
            // The fourth start is 1.25 s after the first.
            while !lines.contains(where: { $0.contains("times=4") }) {
                lines.append(try #require(await process.error.nextLine(within: .seconds(60))))
            }
            let told = lines.filter { !$0.contains(" debug ") }
            #expect(told.filter { $0.contains("voice lost") }.count == 3, "\(told)")
            #expect(told.allSatisfy { $0.contains("install the package espeak-ng-data") || $0.contains("ready") }, "\(told)")
            let status = try #require(await Client(socket).ask("status").status)
            #expect(status.voice.state == "failed" && status.voice.message?.contains("install the package espeak-ng-data") == true)
            process.signal(SIGTERM)
            #expect(try await process.exit() == .code(0))
        }

        @Test func `A voice killed in mid-sentence is followed by another within 150 ms, which speaks that sentence again, once`()
            async throws
        {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try client.announce("a", Self.text, #""priority":"high""#)
            try client.announce("b", "Afterwards.", #""priority":"high""#)
            try await client.word("And", of: "a")
            try await client.word("rather", of: "a")
            let voice = try await stage.daemon.voice()
            let stopwatch = Stopwatch()
            kill(voice, SIGKILL)
            // The sentence's first word is reported as it is heard again.
            try await client.word("And", of: "a")
            let again = stopwatch.elapsed
            print("heard again after", again)
            #expect(again < .milliseconds(300), "\(again)")
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await client.finish("b").reason == "spoken")
            // The next voice does not wait long to learn how this one ended.
            let lost = try await stage.daemon.log("voice lost; starting another")
            #expect(lost.contains("announced-voice was killed by signal 9") || lost.contains("announced-voice ended"), "\(lost)")
            let heard = try await stage.capture.all(since: start)
            let second = try await reference("And here, rather longer, the second one is being spoken.")
            #expect(try heard.place(of: second) > 1, "the second sentence was heard whole")
            #expect(try await heard.place(of: reference("Afterwards.")) > heard.place(of: second))
            #expect(try heard.place(of: await reference("This is the first of two sentences.")) < 0.1)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty, "each has one outcome")
        }

        @Test func `A voice that is stopped in mid-sentence counts as hung: another speaks within 3 s`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try await client.word("first", of: "a")
            let stopwatch = Stopwatch()
            try suspend(await stage.daemon.voice())
            try await client.word("first", of: "a")
            let elapsed = stopwatch.elapsed
            #expect(elapsed < .seconds(3), "\(elapsed)")
            #expect(try await client.finish("a").successful == true)
            #expect(try await client.ask("status").status?.voice.restarts == 1)
        }

        @Test func `Q4: A stop is silence though the voice hangs, and what follows is heard`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try await client.word("first", of: "a")
            try suspend(await stage.daemon.voice())
            try await client.ask("stop")
            #expect(try await client.finish("a").reason == "stopped")
            let asked = SuspendingClock.now
            try client.announce("b", "Once more.")
            #expect(try await client.finish("b").successful == true)
            _ = try await stage.capture.heard(after: SuspendingClock.now - .milliseconds(300), untilQuiet: .milliseconds(300))
            _ = try await stage.capture.samples(since: asked).place(of: reference("Once more."))
        }

        @Test func `An idle voice that hangs is detected at the first word, which is still heard`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            try suspend(await stage.daemon.voice())
            let start = SuspendingClock.now
            try client.announce("a", "Is anybody there?")
            #expect(try await client.finish("a").successful == true)
            let heard = try await stage.capture.all(since: start)
            _ = try await heard.place(of: reference("Is anybody there?"))
        }

        @Test func `A voice that hangs is found though another default comes each half second`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text)
            try await client.word("first", of: "a")
            let stopwatch = Stopwatch()
            try suspend(await stage.daemon.voice())
            var number = 0
            while stopwatch.elapsed < .seconds(4) {
                number += 1
                try client.announce("n\(number)", "Number \(number).")
                _ = try? await client.message(within: .milliseconds(500)) { $0.type == "never" }
                if try await client.ask("status").status?.voice.restarts == 1 { break }
            }
            let elapsed = stopwatch.elapsed
            print("another voice after", elapsed)
            #expect(elapsed < .seconds(3.5))
            try client.announce("last", "The last one.", #""priority":"high""#)
            #expect(try await client.finish("last").successful == true)
        }

        @Test func `O5: A voice that hangs after a resume is found, and the rest is heard`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try await client.word("first", of: "a")
            try await client.ask("pause")
            try await client.ask("resume")
            try await client.word("second", of: "a")
            try suspend(await stage.daemon.voice())
            let stopwatch = Stopwatch()
            try await client.word("second", of: "a")
            let elapsed = stopwatch.elapsed
            #expect(elapsed < .seconds(3), "\(elapsed)")
            #expect(try await client.finish("a").successful == true)
        }

        @Test func `O5: A voice that dies in a pause costs nothing: resume continues, and the next utterance is spoken`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try client.announce("b", "Afterwards.", #""priority":"high""#)
            try await client.word("rather", of: "a")
            try await client.ask("pause")
            kill(try await stage.daemon.voice(), SIGKILL)
            _ = try await stage.daemon.log("voice ready")
            // As long as a voice may take to start an utterance.
            _ = try? await client.message(within: .seconds(3)) { $0.type == "announcementDidFinish" }
            #expect(try await client.ask("status").status?.voice.restarts == 1)
            try await client.ask("resume")
            #expect(try await client.finish("a").successful == true)
            #expect(try await client.finish("b").successful == true)
        }

        @Test func `O1: A lead-in of 5 s does not count as a hang`() async throws {
            let stage = try await Stage(configuration: "audio.lead-in = 5000\n")
            let client = try await stage.client()
            try client.announce("a", "After a while.")
            let finish = try await client.finish("a")
            #expect(finish.successful == true)
            #expect(try await client.ask("status").status?.voice.restarts == 0)
        }

        @Test func `A voice that is started while many are connected holds none of their connections`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            var clients: [Client] = []
            for _ in 0..<100 { clients.append(try await Client(daemon.socket)) }
            let first = try await daemon.voice()
            kill(first, SIGKILL)
            try clients[0].announce("a", "Again.")
            #expect(try await clients[0].finish("a").successful == true)
            let voice = try await daemon.voice()
            let listing = try await ChildProcess("ls", ["-l", "/proc/\(voice)/fd"]).output.remainingLines()
            #expect(voice != first && listing.count { $0.contains("socket:") } <= 2, "\(listing)")
        }

        @Test func `Five voices killed one after the other, each in another utterance, delay nothing`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            for number in 1...5 {
                let voice = try await stage.daemon.voice()
                try client.announce("a\(number)", "Number \(number) is alpha bravo charlie delta echo foxtrot.", #""priority":"high""#)
                try await client.word("bravo", of: "a\(number)")
                let stopwatch = Stopwatch()
                kill(voice, SIGKILL)
                try await client.word("bravo", of: "a\(number)")
                let elapsed = stopwatch.elapsed
                print("the same word again after", elapsed)
                // The sentence's first words take about a second; a delayed voice would take one to five seconds more.
                #expect(elapsed < .milliseconds(1900), "\(number): \(elapsed)")
                #expect(try await client.finish("a\(number)").successful == true)
            }
        }

        /// All cases run at the same time, because they only wait.
        @Test func `A program that is not a voice is reported as such, and waiting utterances are given up in time`() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (script, reason) in [
                    (#"echo '{"event":'; cat > /dev/null"#, "the line \""),
                    ("exit 3", "exited with code 3"),
                    (#"echo '{"event":"ready","synthesizer":"1","sampleRate":22050}'; cat > /dev/null"#, "no sound 2 s after"),
                    ("cat > /dev/null", "not ready 5 s after"),
                    (
                        #"""
                        echo '{"event":"ready","synthesizer":"1","sampleRate":22050}'
                        while read -r line; do case $line in *'"speak"'*)
                            echo '{"event":"word","id":1,"segment":-1,"offset":0,"length":3}' ;; esac; done
                        """#, "a position outside the text"
                    ),
                ] {
                    group.addTask { try await speak(with: script, isLost: reason) }
                }
                try await group.waitForAll()
            }
        }

        /// Starts a daemon with a script as its voice, and expects that it reports the fault and gives up the announcement.
        private func speak(with script: String, isLost reason: String) async throws {
            let folder = try TemporaryFolder()
            try await ChildProcess("cp", [builtProduct("announced"), folder.path("announced")]).exit()
            let voice = try folder.write("#!/bin/sh\n\(script)\n", to: "announced-voice")
            try await ChildProcess("chmod", ["+x", voice]).exit()
            let socket = folder.path("run/socket")
            let file = try folder.write("", to: "config.toml")
            let process = try ChildProcess(
                folder.path("announced"), ["--config", file, "--log-level", "debug", "--socket", socket],
                environment: .inherited(with: americanEnglish), output: .null, error: .pipe)
            _ = try await process.error.firstLine(within: .seconds(60)) { $0.contains("] ready") }
            let client = try await Client(socket)
            try client.announce("a", "Never heard.")
            let line = try #require(await process.error.firstLine(within: .seconds(60)) { $0.contains("voice lost") })
            #expect(line.contains(reason), "\(line)")
            #expect(try await client.finish("a", within: .seconds(25)).reason == "synthesizerFailed")
            process.signal(SIGTERM)
            #expect(try await process.exit() == .code(0))
        }

        /// eSpeak NG 1.51 writes 14 kB of complaints for one such text: a pipe without a reader would be full after five. 1.52 writes none.
        @Test(arguments: ["info", "debug"])
        func `A voice's standard error delays nothing, and goes to the log at level debug only`(_ level: String) async throws {
            let daemon = try await Daemon(["--device", "null", "--log-level", level])
            let client = try await Client(daemon.socket)
            let text = Array(repeating: "½ae", count: 100).joined(separator: " ")
            for number in 0..<10 {
                try client.announce("\(number)", text, #""language":"cmn-latn-pinyin","rate":900,"priority":"high","allowRepeat":true"#)
                #expect(try await client.finish("\(number)").successful == true)
            }
            #expect(try await client.ask("status").status?.voice.restarts == 0)
            let version = try await ChildProcess("espeak-ng", ["--version"]).output.remainingLines().joined()
            if level == "debug", version.contains(" 1.51") {
                #expect(try await daemon.log("output of the voice on standard error").contains("espeak"))
            }
            #expect(try await daemon.end() == .code(0))
            if level == "info" { #expect(try await daemon.process.error.remainingLines().allSatisfy { !$0.contains("espeak:") }) }
        }
    }
}
