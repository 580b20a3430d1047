import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// If no daemon listens, `announce` starts a temporary one, which other commands use too, and which ends when it is idle.
    struct TemporaryDaemonTests {
        let server: PulseAudioServer
        let capture: Capture
        /// The user's configuration, and no socket.
        private let folder: TemporaryFolder

        init() async throws {
            server = try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
            capture = try Capture(of: server)
            folder = try TemporaryFolder()
            try await ChildProcess("mkdir", [folder.path("announced")]).exit()
            // More than the default, so that a busy machine leaves no gaps.
            try folder.write(steady + "audio.buffer-ms = 1000\n", to: "announced/config.toml")
            try await capture.ready()
        }

        var socket: String { folder.path("none") }
        var environment: [String: String?] {
            let own: [String: String?] = ["ANNOUNCED_SOCKET": socket, "XDG_CONFIG_HOME": folder.path]
            return own.merging(server.environment) { own, _ in own }
        }

        func announce(_ arguments: String..., input: ChildProcess.Stream = .null) throws -> ChildProcess {
            try announceProcess(arguments, environment: environment, input: input)
        }

        /// The temporary daemons of these commands that run now.
        func daemons() async throws -> [pid_t] {
            try await ChildProcess("ps", ["-e", "-ww", "-o", "pid=,stat=,args="]).output.remainingLines().compactMap { line in
                let fields = line.split(separator: " ", maxSplits: 2)
                guard fields.count == 3, !fields[1].hasPrefix("Z"), fields[2].contains("--connection 0") else { return nil }
                return fields[2].hasSuffix("--socket \(socket)") ? pid_t(fields[0]) : nil
            }
        }

        /// Waits for the first sound of the command; without any, reports what the command and its daemon have printed.
        func hear(_ announce: ChildProcess, after start: SuspendingClock.Instant) async throws {
            do {
                _ = try await capture.firstSound(after: start)
            } catch {
                announce.close()
                Issue.record("not heard; it printed \(try await announce.error.remainingLines())")
                throw error
            }
        }

        func awaitNoDaemon() async throws {
            try await look(for: "the daemon's end", within: .seconds(90)) { try await daemons().isEmpty }
        }

        /// Waits for the daemon's end, expects that no process is left, and returns the standard error of the command.
        func leavesNothing(_ announce: ChildProcess) async throws -> [String] {
            let said = try await announce.error.remainingLines()
            #expect(try await survivors(of: announce) == [])
            try await awaitNoDaemon()
            #expect(!FileManager.default.fileExists(atPath: socket))
            return said
        }

        @Test func `A text is heard to its end, with a note on standard error, and nothing is left`() async throws {
            let file = try folder.write("From standard input.\n", to: "text")
            for (arguments, input, text) in [
                ("Heard anyway.", ChildProcess.Stream.null, "Heard anyway."), ("-", .file(file), "From standard input."),
            ] {
                let start = SuspendingClock.now
                let announce = try announce(arguments, input: input)
                #expect(try await announce.exit() == .code(0))
                let said = try await leavesNothing(announce)
                #expect(said == ["announce: no daemon listens at \(folder.path("none")); starting a temporary one"])
                let heard = try await capture.whole(since: start)
                #expect(try await heard.sound.isLike(reference(text)))
            }
        }

        @Test func `The command returns once its text begins, with --wait at its end, and says why if it can't begin`() async throws {
            let text = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november"
            for isWaiting in [false, true] {
                let start = SuspendingClock.now
                let stopwatch = Stopwatch()
                let announce = try isWaiting ? announce("--wait", text) : announce(text)
                #expect(try await announce.exit() == .code(0))
                let exited = SuspendingClock.now
                _ = try await leavesNothing(announce)
                let heard = try await capture.whole(since: start)
                #expect(try await heard.sound.isLike(reference(text)))
                if isWaiting {
                    #expect(heard.ended.duration(to: exited) > .milliseconds(-20) - stopwatch.waited)
                } else {
                    #expect(exited < heard.ended)
                }
            }
            try folder.write("audio.device = \"missing\"\n", to: "announced/config.toml")
            let alone = try announceProcess(["Nowhere."], environment: environment.merging(["PULSE_SERVER": "/missing"]) { _, own in own })
            #expect(try await alone.exit() == .code(4))
        }

        @Test func `Neither the daemon nor its voice keeps what the command was started with, such as a lock`() async throws {
            let start = SuspendingClock.now
            let variables = environment.merging(americanEnglish) { own, _ in own }
            let shell = try ChildProcess(
                "bash", ["-c", #"exec 200>"$1"; exec "$0" pipe"#, builtProduct("announce"), folder.path("lock")],
                environment: .inherited(with: variables), input: .pipe)
            try shell.write("One line.\n")
            try await hear(shell, after: start)
            let daemon = try #require(try await daemons().first)
            let open = try await ChildProcess("sh", ["-c", "for p in $0 $(pgrep -P $0); do ls -l /proc/$p/fd; done", "\(daemon)"])
                .output.remainingLines()
            #expect(open.count > 8 && !open.contains { $0.hasSuffix(folder.path("lock")) }, "\(open)")
            shell.closeInput()
            #expect(try await shell.exit(within: .seconds(60)) == .code(0))
        }

        @Test func `A pipe's lines are heard to their end, too`() async throws {
            let start = SuspendingClock.now
            let pipe = try announce("pipe", input: .pipe)
            try pipe.write("One line.\n")
            // Spoken before its input ends.
            try await hear(pipe, after: start)
            try pipe.write("Another.\n")
            pipe.closeInput()
            #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
            let said = try await leavesNothing(pipe)
            #expect(said == ["announce: no daemon listens at \(folder.path("none")); starting a temporary one"])
            let heard = try await capture.all(since: start)
            #expect(try await heard.place(of: reference("One line.")) < heard.place(of: reference("Another.")))
        }

        @Test func `Outcomes are reported as by any daemon`() async throws {
            let blank = try announce("--wait", " ")
            #expect(try await blank.exit() == .code(3))
            #expect(
                try await leavesNothing(blank).last == "announce: not heard: there is nothing in it that can be spoken (unspeakable)")
            let wait = try announce("--wait", "a")
            #expect(try await wait.exit() == .code(0))
            _ = try await leavesNothing(wait)
        }

        @Test func `O6: a configuration with mistakes, each shown with its place, keeps nothing from being heard`() async throws {
            let config = try folder.write(
                steady + "voice.rate = \"fast\"\n[audio]\nlingr = 1\nbuffer-ms = 1000\n[ä]\n", to: "announced/config.toml")
            let start = SuspendingClock.now
            let announce = try announce("Heard all the same.")
            #expect(try await announce.exit() == .code(0))
            let said = try await leavesNothing(announce)
            #expect(said.dropFirst().map { $0.prefix { $0 != " " } } == ["\(config):3:1:", "\(config):5:1:", "\(config):7:2:"], "\(said)")
            let heard = try await capture.all(since: start)
            #expect(try await heard.isLike(reference("Heard all the same.")))
        }

        @Test(arguments: [(SIGTERM, ChildProcess.Exit.code(143)), (SIGINT, .code(130))])
        func `When announce is ended, its text falls silent and nothing is left`(signal: Int32, exit: ChildProcess.Exit) async throws {
            let start = SuspendingClock.now
            let announce = try announce("--wait", "alpha bravo charlie delta echo foxtrot golf hotel")
            _ = try await capture.firstSound(after: start)
            let stopwatch = Stopwatch()
            announce.signal(signal)
            #expect(try await announce.exit() == exit)
            _ = try await leavesNothing(announce)
            let ended = SuspendingClock.now
            #expect(try await capture.isSilent(from: ended + .milliseconds(100) + stopwatch.waited, to: ended + .milliseconds(500)))
        }

        @Test func `Two commands that begin at once have one daemon, and are heard one after the other`() async throws {
            let start = SuspendingClock.now
            let texts = ["alpha bravo charlie delta", "golf hotel india juliet"]
            let commands = try texts.map { try announce("--priority", "low", "--wait", $0) }
            for command in commands { #expect(try await command.exit() == .code(0)) }
            #expect(try await daemons().count <= 1)
            let heard = try await capture.all(since: start)
            let references = try await [reference(texts[0]), reference(texts[1])]
            let places = try references.map { try heard.place(of: $0) }
            let first = places[0] < places[1] ? 0 : 1
            #expect(places[first] + references[first].duration / .seconds(1) <= places[1 - first] + 0.05, "\(places)")
            for command in commands { _ = try await leavesNothing(command) }
        }

        @Test func `Ctrl-C silences one command's own text, and a stop reaches the daemon`() async throws {
            let start = SuspendingClock.now
            let terminal = try Terminal()
            // It must not end before Ctrl-C on a busy machine.
            let long = Array(repeating: "alpha bravo charlie delta echo foxtrot", count: 8).joined(separator: " ")
            let first = try announceProcess(["--priority", "low", "--wait", long], environment: environment, in: terminal)
            _ = try await capture.firstSound(after: start)
            let second = try announce("--priority", "low", "--wait", "Still heard.")
            try await look(for: "the second text") {
                try await announce("status").output.remainingLines().contains { $0.contains("Still heard.") }
            }
            try terminal.interrupt()
            #expect(try await first.exit() == .code(130))
            #expect(try await second.exit() == .code(0))
            #expect(try await second.error.remainingLines() == [])
            let whole = try await capture.all(since: start).withoutGaps
            let last = try await reference("Still heard.").withoutGaps
            #expect(try whole.duration < .seconds(whole.place(of: last)) + last.duration + .milliseconds(300))
            let third = try announce("--wait", "golf hotel india juliet kilo lima mike november")
            let again = SuspendingClock.now
            _ = try await capture.firstSound(after: again)
            #expect(try await announce("stop").exit() == .code(0))
            #expect(try await third.exit() == .code(3))
            #expect(try await third.error.remainingLines().last?.contains("(stopped)") == true)
            _ = try await leavesNothing(third)
        }

        @Test func `Where there can be no socket the text is heard all the same, and the reason is said`() async throws {
            let missing = folder.path("missing")
            let own = environment.merging(["ANNOUNCED_SOCKET": "\(missing)/announced/socket"]) { _, own in own }
            let start = SuspendingClock.now
            let alone = try announceProcess(["--wait", "Heard alone."], environment: own)
            #expect(try await alone.exit() == .code(0))
            let said = try await alone.error.remainingLines()
            #expect(
                said.contains { $0.contains("no other command can reach") && $0.contains("there is no folder \(missing)") }, "\(said)")
            _ = try await capture.all(since: start).place(of: reference("Heard alone."))
            // A path that exists, too.
            let file = try folder.write("", to: "file")
            let quiet = SuspendingClock.now
            for path in ["\(missing)/announced/socket", file] {
                let named = try announce("--socket", path, "Not heard.")
                #expect(try await named.exit() == .code(69))
                let said = try await named.error.remainingLines()
                // The daemon gives the reason, in a line of its own.
                #expect(said.contains("announce: --socket: no daemon can listen at \(path)") && said.count == 3, "\(said)")
            }
            #expect(try await capture.isSilent(from: quiet, to: .now))
            let unnamed = try announceProcess(["Heard all the same."], environment: environment.merging(["ANNOUNCED_SOCKET": file]) { $1 })
            #expect(try await unnamed.exit() == .code(0))
            _ = try await capture.all(since: quiet).place(of: reference("Heard all the same."))
        }

        @Test func `It writes to the standard error of the command that has started it until that ends, whoever else comes and goes`()
            async throws
        {
            let pipe = try announce("pipe", input: .pipe)
            let start = SuspendingClock.now
            try pipe.write("One line.\n")
            try await hear(pipe, after: start)
            for _ in 0..<2 { #expect(try await announce("status").exit() == .code(0)) }
            let process = try #require(try await daemons().first)
            let config = try folder.write("voice.rat = 1\n", to: "announced/config.toml")
            kill(process, SIGHUP)
            let line = try await pipe.error.firstLine { $0.contains("\(config):1:1") }
            #expect(line != nil)
            pipe.closeInput()
            #expect(try await pipe.exit() == .code(0))
            _ = try await leavesNothing(pipe)
        }

        @Test func `O6: mistakes in the configuration keep nothing from being heard, also if no one reads standard error`() async throws {
            try folder.write(steady + "[audio]\nlingr = 1\nbuffer-ms = 1000\n", to: "announced/config.toml")
            let start = SuspendingClock.now
            // A pipe whose reader has gone.
            let script = #"mkfifo "$1"; exec 3<>"$1" 4>"$1" 3<&-; exec "$2" --wait "Heard anyway." 2>&4"#
            let variables = environment.merging(americanEnglish) { own, _ in own }
            let announce = try ChildProcess(
                "sh", ["-c", script, "sh", folder.path("fifo"), builtProduct("announce")], environment: .inherited(with: variables))
            #expect(try await announce.exit() == .code(0))
            _ = try await capture.all(since: start).place(of: reference("Heard anyway."))
        }

        @Test func `A second voice's standard error is not the connection of the command that started its daemon`() async throws {
            let first = try announce("pipe", input: .pipe)
            let start = SuspendingClock.now
            try first.write("One line.\n")
            try await hear(first, after: start)
            let client = try await Client(socket)
            first.closeInput()
            #expect(try await first.exit() == .code(0))
            let daemon = try #require(try await daemons().first)
            func voice() async throws -> pid_t? {
                try await ChildProcess("pgrep", ["-P", "\(daemon)"]).output.remainingLines().first.flatMap { pid_t($0) }
            }
            let former = try #require(try await voice())
            kill(former, SIGKILL)
            try client.announce("a", "Two")
            let finished = try await client.finish("a")
            #expect(finished.reason == "spoken", "\(finished)")
            let next = try #require(try await voice())
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(next)/fd/2") == "/dev/null")
        }
    }
}
