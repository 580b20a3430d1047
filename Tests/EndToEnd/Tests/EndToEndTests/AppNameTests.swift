import TestSupport
import Testing

extension EndToEnd {
    /// The app on whose behalf `announce` speaks, and what its commands say about the latest.
    struct AppNameTests {
        private let daemon: Daemon

        init() async throws {
            daemon = try await Daemon(configuration: "[apps.\"cron\"]\nmuted = true\n", ["--device", "null"])
        }

        private func run(
            _ arguments: [String], app: String? = nil, input: ChildProcess.Stream = .null
        ) async throws -> (output: [String], error: [String], exit: ChildProcess.Exit) {
            let process = try announceProcess(
                arguments, environment: ["ANNOUNCED_SOCKET": daemon.socket, "ANNOUNCED_APP": app], input: input)
            return try await (process.output.remainingLines(), process.error.remainingLines(), process.exit())
        }

        @Test("N7: An app that the configuration mutes is silent, whichever command speaks for it", arguments: [false, true])
        func muted(byVariable: Bool) async throws {
            let folder = try TemporaryFolder()
            let lines = try folder.write("piped\n", to: "lines")
            let commands: [(words: [String], text: String)] = [
                (["plain"], "plain"), (["--wait", "waiting"], "waiting"), (["say", "--priority", "high", "said"], "said"),
                (["pipe"], "piped"),
                (["run", "--", "true"], "true finished"),
            ]
            for (words, text) in commands {
                // Before the command and behind it.
                let given =
                    byVariable ? words : words[0] == "run" ? ["run", "--app", "cron"] + words.dropFirst() : ["--app", "cron"] + words
                let found = try await run(given, app: byVariable ? "cron" : nil, input: words == ["pipe"] ? .file(lines) : .null)
                if words[0] == "--wait" { #expect(found.exit == .code(3), "\(found)") }
                let latest = try await run(["history", "--limit", "1", "--json"]).output.joined()
                #expect(latest.contains(#""client":"cron""#) && latest.contains(#""reason":"muted""#) && latest.contains(text), "\(latest)")
            }
            let heard = try await run(["--wait", "heard"])
            #expect(heard.exit == .code(0) && heard.error == [])
            #expect(try await run(["--app", "", "a"]).exit == .code(64))
        }

        @Test func `A name that is too long is refused by commands that post, which name the option or the variable`() async throws {
            let long = String(repeating: "é", count: 257)
            for words in [["plain"], ["--wait", "waiting"], ["pipe"], ["run", "--", "echo", "ran"], ["focus", "--label", "A"]] {
                let found = try await run(words, app: long)
                #expect(found == ([], ["announce: ANNOUNCED_APP: expected 1 to 256 characters"], .code(64)), "\(words): \(found)")
            }
            for words in [["stop"], ["status"]] { #expect(try await run(words, app: long).exit == .code(0), "\(words)") }
            #expect(try await run(["--app", long, "a"], app: "cron").error.first?.hasSuffix("--app: expected 1 to 256 characters") == true)
            #expect(try await run(["--app", "fine", "a"], app: long).exit == .code(0))
            #expect(try await run(["a"], app: String(long.dropLast())).exit == .code(0))
            #expect(try await run(["a"], app: "").exit == .code(0), "as if it were not set")
        }

        @Test func `explain --silent is about the last from which nothing was heard`() async throws {
            func explained(_ parts: String...) async throws {
                let found = try await run(["explain", "--silent"])
                let text = found.output.joined(separator: " ")
                #expect(found.exit == .code(0) && parts.allSatisfy { text.contains($0) }, "\(parts): \(found)")
            }
            _ = try await run(["--wait", "heard"])
            let nothing = try await run(["explain", "--silent"])
            #expect(nothing.exit == .code(1) && nothing.error == ["announce: silent: nothing among the last 200 utterances was silent"])
            _ = try await run(["--app", "cron", "one"])
            _ = try await run(["--wait", "heard"])
            try await explained("“one”", "(N7)")
            _ = try await run(["pause"])
            _ = try await run(["--priority", "low", "--max-age", "0", "two"])
            try await explained("“two”", "expired")
            _ = try await run(["--priority", "low", "three"])
            try await explained("“three”", "It waits.")
            _ = try await run(["stop"])
            _ = try await run(["resume"])
            try await explained("ended, stopped")
            let recorder = try await Client(daemon.socket)
            try await recorder.beginRecording()
            _ = try await run(["--priority", "high", "four"])
            try await explained("“four”", "it was held")
            let json = try await run(["explain", "--silent", "--json"]).output.joined()
            #expect(json.contains(#""id":"announce-"#) && json.contains("four"))
            #expect(try await run(["explain", "--silent", "an id"]).exit == .code(64))
        }

        @Test func `Commands that a named command runs speak for the same app`() async throws {
            let announce = try builtProduct("announce")
            #expect(try await run(["run", "--app", "cron", "--", announce, "inner"]).exit == .code(0))
            let both = try await run(["history", "--limit", "2"]).output
            #expect(both.count == 2 && both.allSatisfy { $0.contains("  cron: ") }, "\(both)")
        }

        @Test func `explain without an id is about the latest, and missed lists what was missed`() async throws {
            let nothing = try await run(["explain"])
            #expect(nothing.exit == .code(1) && nothing.error == ["announce: nothing to explain: nothing was posted yet"])
            _ = try await run(["--wait", "first"])
            _ = try await run(["--app", "cron", "second"])
            let explained = try await run(["explain"]).output
            #expect(explained.first?.contains("“second”") == true && explained.joined().contains("mute"), "\(explained)")
            _ = try await run(["pause"])
            let late = ["--priority", "low", "--max-age", "0"]
            for words in [["one"], ["two"], ["--no-count-missed", "uncounted"]] { _ = try await run(late + words) }
            let missed = try await run(["missed"]).output
            #expect(
                missed.count == 2 && missed[0].contains("announce: two; not heard to its end: ")
                    && missed[1].contains("one; not heard to its end: "), "\(missed)")
        }

        @Test("Q18: --id names an announcement for cancel and explain")
        func id() async throws {
            _ = try await run(["pause"])
            #expect(try await run(["--id", "tea", "Your tea is ready."]).exit == .code(0))
            #expect(try await run(["cancel", "tea"]).exit == .code(0))
            let explained = try await run(["explain", "tea", "--json"]).output.joined()
            #expect(explained.contains(#""reason":"stopped""#) && explained.contains("Your tea is ready."), "\(explained)")
        }
    }
}
