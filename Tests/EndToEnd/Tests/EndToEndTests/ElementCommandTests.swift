import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The commands of `announce` about elements.
    struct ElementCommandTests {
        /// A daemon whose device plays instantly.
        private let daemon: Daemon
        private let watcher: Client

        init() async throws {
            daemon = try await Daemon(configuration: "updates.interval = 60\n", ["--device", "null"])
            watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","finished","earcon","silent"]}"#)
            try await watcher.reply("s")
        }

        /// Runs a command, expects this exit code, and returns its standard error.
        @discardableResult
        private func announce(_ arguments: String..., exit code: Int32 = 0) async throws -> [String] {
            let announce = try announceProcess(["--socket", daemon.socket] + arguments)
            let said = try await announce.error.remainingLines(within: .seconds(60))
            #expect(try await announce.exit() == .code(code), "\(arguments): \(said)")
            return said
        }

        /// Returns what was heard until now: class and text.
        private func heard() async throws -> [String] {
            try await watcher.allSoFar().filter { $0.event == "started" }.map { "\($0.class ?? ""): \($0.text ?? "")" }
        }

        @Test func `Each command has spoken what its notification means, and returns when that has ended`() async throws {
            try await announce("focus", "--id", "play", "--label", "Play", "--value", "-1", "--trait", "button", "--trait", "selected")
            #expect(try await heard() == ["userFocus: Selected, Play, minus 1. Button."])
            try await announce("focus", "--label", "Size", "--value", "Medium", "--trait", "adjustable", "--by", "app")
            #expect(try await heard() == ["appFocus: Size, Medium. Adjustable."])
            try await announce("layout-changed", "--id", "play")
            #expect(try await heard() == ["appFocus: Selected, Play, minus 1. Button."])
            try await announce("layout-changed", "--text", "3 results", "--wait")
            #expect(try await heard() == ["default: 3 results"])
            try await announce(
                "screen-changed", "--title", "Inbox", "--id", "m", "--label", "Ada", "--container", "list", "--index", "1", "--count", "2")
            #expect(try await heard() == ["screen: Inbox. Ada. 1 of 2."])
            try await announce("page-scrolled", "Page", "3", "--wait")
            #expect(try await heard() == ["default: Page 3"])
            try await announce("where")
            #expect(try await heard() == ["user: Ada. 1 of 2."])
            try await announce("repeat")
            #expect(try await heard() == ["user: Page 3"])
            try await announce("repeat", "2", "--wait")
            #expect(try await heard() == ["user: Inbox. Ada. 1 of 2. Page 3"])
            try await announce("activate", "--id", "m")
            #expect(try await heard() == ["echo: Ada"])
            try await announce("remove", "--id", "m")
            try await announce("where")
            #expect(try await heard() == ["user: Nothing has the focus"])
        }

        @Test func `D4: the next command finds the element of the last one`() async throws {
            try await announce("focus", "--id", "t", "--label", "Size", "--value", "Medium", "--trait", "button")
            try await announce("update", "--id", "t", "--value", "Large", "--wait")
            try await announce("update", "--id", "t", "--trait", "button", "--trait", "notEnabled")
            #expect(try await heard() == ["userFocus: Size, Medium. Button.", "update: Large.", "update: Dimmed."])
            try await announce("layout-changed")
            #expect(try await heard() == [])
        }

        @Test func `U4: an element that updates frequently is heard too, at the value of the moment`() async throws {
            try await announce("focus", "--id", "t", "--label", "Timer", "--value", "00:10", "--trait", "updatesFrequently")
            try await announce("update", "--id", "t", "--value", "00:09")
            #expect(try await heard() == ["userFocus: Timer, ten seconds.", "refresh: nine seconds."])
            // The next refresh comes later.
            try await announce("update", "--id", "t", "--value", "00:08")
            #expect(try await heard() == [])
        }

        @Test func `U4: with --wait a value is waited for that is asked for later`() async throws {
            let daemon = try await Daemon(configuration: "updates.interval = 1\n", ["--device", "null"])
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            func announce(_ arguments: String...) async throws {
                let announce = try announceProcess(["--socket", daemon.socket] + arguments)
                #expect(try await announce.exit(within: .seconds(60)) == .code(0))
            }
            try await announce("focus", "--id", "t", "--label", "Timer", "--value", "1", "--trait", "updatesFrequently")
            try await announce("update", "--id", "t", "--value", "2", "--wait")
            try await announce("update", "--id", "t", "--value", "3", "--wait")
            #expect(try await watcher.allSoFar().compactMap(\.text) == ["Timer, 1.", "2.", "3."])
        }

        @Test func `U7: the last percentage is waited for, though it is the daemon's own announcement`() async throws {
            let folder = try TemporaryFolder()
            let slow = try await Daemon(["--wav", folder.path("out.wav")])
            let client = try await Client(slow.socket)
            try client.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            func announce(_ arguments: String...) throws -> ChildProcess { try announceProcess(["--socket", slow.socket] + arguments) }
            let focus = try announce("focus", "--id", "c", "--value", "50", "--kind", "percent", "--trait", "updatesFrequently")
            #expect(try await focus.exit() == .code(0))
            try client.announce("high", "alpha bravo charlie delta", #""priority":"high""#)
            try await client.message { $0.event == "started" && $0.id == "high" }
            let update = try announce("update", "--id", "c", "--value", "100", "--wait")
            #expect(try await update.exit(within: .seconds(60)) == .code(0))
            #expect(try await client.message { $0.event == "finished" && $0.class == "low" }.reason == "spoken")
        }

        @Test func `Exit 74: the connection was lost`() async throws {
            let folder = try TemporaryFolder()
            let slow = try await Daemon(["--wav", folder.path("out.wav")])
            let watcher = try await Client(slow.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            let focus = try announceProcess(["--socket", slow.socket, "focus", "--label", "alpha bravo charlie delta"])
            try await watcher.message { $0.event == "started" }
            slow.process.signal(SIGKILL)
            #expect(try await focus.exit() == .code(74))
            #expect(try await focus.error.remainingLines() == ["announce: the connection to the daemon was lost"])
        }

        @Test func `H1: with --wait the hint is heard, without it is not`() async throws {
            try await announce("focus", "--label", "Search", "--trait", "searchField")
            try await announce("focus", "--label", "Size", "--trait", "adjustable", "--wait")
            #expect(
                try await heard() == [
                    "userFocus: Search. Search field.", "userFocus: Size. Adjustable.", "hint: Press Up or Down Arrow to adjust the value.",
                ])
        }

        @Test func `M1: activating what starts a media session says nothing, and lasts as long as the session`() async throws {
            try await announce("focus", "--id", "rec", "--label", "Record", "--trait", "startsMediaSession")
            _ = try await watcher.allSoFar()
            let activate = try announceProcess(["--socket", daemon.socket, "activate", "--id", "rec"])
            try await watcher.awaitStatus(\.media.isEmpty, is: false)
            #expect(activate.exitIfEnded() == nil)
            let said = try await announce("layout-changed", "--wait", exit: 3)
            #expect(said.count == 1 && said[0].hasPrefix("announce: not heard: a media session of announce is on (M3; `announce"))
            activate.signal(SIGINT)
            #expect(try await activate.exit() == .code(130))
            try await watcher.awaitStatus(\.media.isEmpty, is: true)
            #expect(try await heard() == [])
        }

        @Test func `Exit 1: an unknown element; exit 3 with --wait: nothing new, or a recording is on`() async throws {
            for arguments in [["update", "--value", "b"], ["activate"], ["remove"], ["focus"]] {
                let announce = try announceProcess(["--socket", daemon.socket] + arguments + ["--id", "nobody"])
                #expect(try await announce.exit() == .code(1))
                #expect(
                    try await announce.error.remainingLines() == ["announce: element: no element with the id \"nobody\" is on the screen"])
            }
            try await announce("focus", "--id", "a", "--label", "A")
            let said = try await announce("layout-changed", "--wait", exit: 3)
            #expect(
                said.count == 1
                    && said[0].hasPrefix("announce: not heard: nothing differs from what was last spoken (N3; `announce explain announce-"))
        }

        @Test func `E14, N8: details and actions are told when asked; a live container's change is announced`() async throws {
            try await announce(
                "focus", "--id", "b", "--label", "Bella", "--high-content", "Breed=Beagle", "--content", "Age=3=4", "--action", "Feed",
                "--container", "list", "--container-live", "assertive")
            try await announce("details", "--wait")
            try await announce("where", "--full", "--wait")
            try await announce("focus", "--id", "c", "--label", "Other")
            try await announce("update", "--id", "b", "--value", "asleep", "--wait")
            #expect(
                try await heard() == [
                    "userFocus: Bella. Breed, Beagle.", "user: Breed, Beagle. Age, 3=4.",
                    "user: Bella. Breed, Beagle. Age, 3=4. Actions, Feed.", "userFocus: Out of list. Other.", "default: asleep.",
                ])
            let wrong = try announceProcess(["focus", "--label", "A", "--content", "Age"])
            #expect(try await wrong.exit() == .code(64))
            #expect(try await wrong.error.remainingLines().first?.contains("'Age' is invalid for '--content <label=value>'") == true)
        }

        @Test func `Oddities of an element are reported`() async throws {
            let said = try await announce("focus", "--label", "A", "--trait", "button", "--trait", "link")
            #expect(said == ["announce: warning: element: traits: button, link exclude each other"])
            #expect(try await heard() == ["userFocus: A. Button. Link."])
        }

        @Test func `Ctrl-C silences what is said, and exits 130`() async throws {
            let folder = try TemporaryFolder()
            let slow = try await Daemon(["--wav", folder.path("out.wav")])
            let watcher = try await Client(slow.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            try await watcher.reply("s")
            for arguments in [["focus", "--label"], ["screen-changed", "--title"], ["page-scrolled", "--wait"]] {
                let announce = try announceProcess(
                    ["--socket", slow.socket] + arguments + ["alpha bravo charlie delta echo foxtrot golf hotel"])
                try await watcher.message { $0.event == "started" }
                announce.signal(SIGINT)
                #expect(try await announce.exit() == .code(130))
                #expect(try await watcher.message { $0.event == "finished" }.reason == "stopped")
            }
            // So is a hint.
            let hint = "alpha bravo charlie delta echo foxtrot golf hotel"
            let announce = try announceProcess(["--socket", slow.socket, "focus", "--wait", "--label", "A", "--hint", hint])
            try await watcher.message { $0.event == "started" && $0.class == "hint" }
            announce.signal(SIGINT)
            #expect(try await announce.exit() == .code(130))
            // If the command had not received it yet, it ends with its client (Q12).
            let hintEnded = try await watcher.message { $0.event == "finished" && $0.class == "hint" }
            #expect(["stopped", "disconnected"].contains(hintEnded.reason))
        }

        @Test func `history and explain answer people and, with --json, programs`() async throws {
            func output(_ arguments: String...) async throws -> [String] {
                // A time zone five and a half hours ahead.
                let announce = try announceProcess(["--socket", daemon.socket] + arguments, environment: ["TZ": "XYZ-5:30"])
                let lines = try await announce.output.remainingLines()
                #expect(try await announce.exit() == .code(0), "\(arguments)")
                return lines
            }
            #expect(try await output("history") == [])
            #expect(try await output("history", "--json") == ["[]"])
            try watcher.announce("mine", #"One\u0007two"#)
            try await watcher.finish("mine")
            try await announce("where", "--wait")
            let history = try await output("history", "--codes")
            #expect(history.count == 2 && history[0].contains(" mine (client-") && history[0].hasSuffix(", default) spoken (D2): One two"))
            let clock = try #require(history[0].wholeMatch(of: /(\d\d):(\d\d):\d\d  mine .*/))
            let minutes = (time(nil) / 60 + 5 * 60 + 30) % (24 * 60)
            let ago = try minutes - #require(Int(clock.1)) * 60 - #require(Int(clock.2))
            #expect([0, 1].contains((ago + 24 * 60) % (24 * 60)), "\(history[0])")
            #expect(try await output("history", "--codes", "--limit", "1").map { $0.dropFirst(8) } == [history[1].dropFirst(8)])
            #expect(try await output("history")[0].contains(/^\d\d:\d\d:\d\d  client-\d+: One two$/))
            let long = String(repeating: "long ", count: 100)
            try watcher.announce("cut", long)
            try await watcher.ask("stop")
            try await watcher.finish("cut")
            let cut = try await output("history", "--limit", "1")[0]
            #expect(cut.contains(": \(long.prefix(200))…") && cut.count < 300, "\(cut)")
            #expect(try await output("history", "--json", "--limit", "3")[0].contains(#""id":"mine","reason":"spoken""#))
            let explained = try await output("explain", "mine")
            #expect(explained.count >= 3 && explained[0].hasPrefix("At \(clock.1):\(clock.2):"))
            #expect(explained[0].contains("“One two”, of class default") && explained[1].hasPrefix("+0."), "\(explained)")
            #expect(try await output("explain", "mine", "--json")[0].hasPrefix(#"{"events":[{"#))
            #expect(try await announce("explain", "nobody's", exit: 1)[0].contains("nobody's"))
        }
    }
}
