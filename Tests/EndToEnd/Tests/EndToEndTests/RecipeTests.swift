import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The recipes of docs/RECIPES.md, with the real programs. Only the reader's own parts are replaced: the journal, the broker, the
    /// timer's duration. Recipes whose programs are not installed are skipped.
    struct RecipeTests {
        let folder: TemporaryFolder
        let stage: Stage
        let watcher: Client

        init() async throws {
            folder = try TemporaryFolder()
            stage = try await Stage(configuration: "updates.interval = 1\n")
            watcher = try await stage.client()
            try watcher.send(#"{"type":"subscribe","id":"s","events":["posted","started","finished"]}"#)
            try await watcher.reply("s")
        }

        /// Returns a code block below a heading.
        /// - Parameter number: the block's index.
        func recipe(_ heading: String, _ number: Int = 0) throws -> String { try Self.block(of: heading, number) }

        static func block(of heading: String, _ number: Int = 0) throws -> String {
            let page = try repositoryText("docs/RECIPES.md")
            let sections = page.split(separator: "\n## ")
            let section = try #require(sections.first { $0.hasPrefix(heading + "\n") }, "no recipe \(heading)")
            let blocks = section.split(separator: "```")
            let block = try #require(blocks.indices.contains(2 * number + 1) ? blocks[2 * number + 1] : nil)
            // The first line is the language's name.
            return String(block.drop { $0 != "\n" }.dropFirst())
        }

        /// Runs a script with this daemon's `announce`.
        /// - Parameter setting: commands to run before it.
        /// - Parameter terminal: where it runs; nil: its standard output is a pipe.
        func run(
            _ script: String, setting: String = "", by shell: [String] = ["bash", "-c"], in terminal: Terminal? = nil
        ) throws -> ChildProcess {
            let streams: [ChildProcess.Stream] =
                terminal.map { [.terminal($0), .terminal($0), .terminal($0)] } ?? [.null, .pipe, .inherited(2)]
            return try ChildProcess(
                shell[0], shell.dropFirst() + [setting + script], environment: .inherited(with: variables), folder: folder.path,
                input: streams[0], output: streams[1], error: streams[2])
        }

        /// The environment of scripts: this daemon's `announce`, and the folder as `$d`, which is also the user's home.
        private var variables: [String: String?] {
            get throws {
                let programs = try builtProduct("announce").split(separator: "/").dropLast().joined(separator: "/")
                var variables = americanEnglish
                variables["ANNOUNCED_SOCKET"] = stage.daemon.socket
                variables["PATH"] = "/\(programs):/usr/local/bin:/usr/bin:/bin"
                for name in ["d", "HOME", "XDG_CONFIG_HOME"] { variables[name] = folder.path }
                variables["TERM"] = "xterm"
                // The tests may themselves be run by make, or in a terminal or a desktop.
                for name in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS", "WAYLAND_DISPLAY", "LESS"] { variables[name] = .some(nil) }
                return variables
            }
        }

        /// Waits until these texts were spoken in this order, and heard.
        func expectHeard(_ texts: String..., since start: SuspendingClock.Instant) async throws {
            for text in texts {
                let finished = try await watcher.message(within: .seconds(60)) { $0.event == "finished" }
                #expect(finished.text == text && finished.reason == "spoken")
            }
            let heard = try await stage.capture.all(since: start)
            for text in texts { try await _ = heard.place(of: reference(text)) }
        }

        /// Starts one of the recipes' servers, unpacked rather than installed.
        func server(_ script: String) async throws -> ChildProcess {
            let unpacked = try await unpackedPackages("servers")
            let setting = """
                export servers=\(unpacked)
                export LD_LIBRARY_PATH=$(echo $servers/usr/lib/*/systemd $servers/usr/lib/*-linux-gnu* | tr ' ' :)

                """
            return try ChildProcess(
                "bash", ["-c", setting + script], environment: .inherited(with: variables), input: .pipe, output: .pipe,
                error: .file(folder.path("server.log")))
        }

        @Test func `A build, heard`() async throws {
            try folder.write("all:\n\t@echo compiling\n\t@echo trouble >&2\n", to: "Makefile")
            let start = SuspendingClock.now
            let build = try run(recipe("A build, heard"))
            try await expectHeard("Build: compiling", "Build: trouble", since: start)
            #expect(try await build.output.remainingLines() == ["compiling", "trouble"])
            #expect(try await build.exit() == .code(0))
        }

        @Test func `A book, read or written to a file`() async throws {
            let text = "It was a bright day. The clocks were striking."
            try folder.write(text + "\n", to: "book.txt")
            let start = SuspendingClock.now
            let reading = try run(recipe("A book, read or written to a file"))
            try await expectHeard(text, since: start)
            #expect(try await reading.exit() == .code(0))
            #expect(try await run(recipe("A book, read or written to a file", 1)).exit() == .code(0))
            let expected = try await ESpeakReference(text, voice: "en-us").sound().trimmedStart(threshold: 31)
            #expect(try Sound(wavFile: folder.path("book.wav")) == expected)
        }

        @Test func `Only how it ended`() async throws {
            for (rule, block, code, texts) in [
                ("true", 0, 0, ["make finished after zero seconds"]),
                ("echo 'a.c:1: error: b' >&2; false", 0, 2, ["make failed, exit 2. a.c:1: error: b"]),
                ("echo FAIL 1; until [ -e heard1 ]; do sleep 0.05; done", 1, 0, ["FAIL 1", "make finished after"]),
            ] as [(String, Int, Int32, [String])] {
                try folder.write("all:\n\t@\(rule)\n", to: "Makefile")
                let build = try run(recipe("Only how it ended", block))
                for text in texts {
                    let finished = try await watcher.message(within: .seconds(60)) { $0.event == "finished" }
                    #expect(finished.text?.hasPrefix(text) == true && finished.reason == "spoken", "\(finished)")
                    try folder.write("", to: "heard\(block)")
                }
                #expect(try await build.exit() == .code(code))
            }
        }

        @Test func `The system's errors, as they are logged`() async throws {
            func entry(_ priority: Int, _ fields: String) -> String {
                "__REALTIME_TIMESTAMP=\(priority)000000\n_BOOT_ID=4f1d4f5a9b5a4d0a8d3c1b2a3c4d5e6f\nPRIORITY=\(priority)\n\(fields)\n\n"
            }
            let journal = try await server(
                "mkdir $d/journal; exec $servers/usr/lib/systemd/systemd-journal-remote --output $d/journal/r.journal -")
            try journal.write(entry(6, "MESSAGE=begin"))
            // The real journalctl, on the test's own journal.
            let setting = """
                until journalctl --directory $d/journal --lines 1 2>/dev/null | grep -q begin; do :; done
                journalctl() { command journalctl --directory $d/journal "$@"; }
                echo ready

                """
            let start = SuspendingClock.now
            let script = try recipe("The system's errors, as they are logged")
            let listening = try run(script.replacing("--lines 0", with: "--lines all"), setting: setting)
            #expect(try await listening.output.nextLine(within: .seconds(60)) == "ready")
            try journal.write(entry(6, "MESSAGE=not this"))
            try journal.write(entry(3, "SYSLOG_IDENTIFIER=disk\nMESSAGE=it fails"))
            try await expectHeard("disk: it fails", since: start)
        }

        @Test func `A countdown`() async throws {
            let start = SuspendingClock.now
            let script = try recipe("A countdown")
            #expect(script.contains("seconds=90"))
            let countdown = try run(script.replacing("seconds=90", with: "seconds=2"))
            #expect(try await countdown.exit(within: .seconds(60)) == .code(0))
            // On a machine that is busy for a second the next value may be heard first (U1).
            #expect(try await watcher.message { $0.event == "posted" }.text == "Timer, two seconds.")
            var texts: [String] = []
            while texts.last?.hasPrefix("zero seconds") != true {
                let finished = try await watcher.message { $0.event == "finished" && $0.successful == true }
                texts.append(try #require(finished.text))
            }
            #expect(texts.first?.hasPrefix("Timer, ") == true, "\(texts)")
            // Spoken only once, whatever led to it.
            try await #expect(watcher.ask("status").status?.speaking == nil)
            let heard = try await stage.capture.all(since: start)
            try await _ = heard.place(of: reference("zero seconds"))
        }

        @Test func `One announcement, heard in every room`() async throws {
            let port = Int.random(in: 20_000..<30_000)
            try folder.write("listener \(port) 127.0.0.1\nallow_anonymous true\n", to: "mosquitto.conf")
            // The clients' own configuration files direct them to the test's broker.
            for program in ["mosquitto_sub", "mosquitto_pub"] { try folder.write("-p \(port)\n", to: program) }
            let broker = try await server("exec $servers/usr/sbin/mosquitto -v -c $d/mosquitto.conf")
            func setting(whenLogged line: String) -> String {
                "broker=localhost; export XDG_CONFIG_HOME=$d\nuntil grep -qs '\(line)' $d/server.log; do :; done\n"
            }
            let heading = "One announcement, heard in every room"
            let room = try run(recipe(heading), setting: setting(whenLogged: "running$"))
            let start = SuspendingClock.now
            // A message published before the room listens reaches no one.
            let published = try run(recipe(heading, 1), setting: setting(whenLogged: "Sending SUBACK"))
            #expect(try await published.exit(within: .seconds(60)) == .code(0))
            try await expectHeard("Dinner is ready", since: start)
            broker.close()
            room.close()
        }

        @Test(.enabled(if: hasPrivateMounts, "the SSH server needs a user of its own, or not to be root"))
        func `Hear another machine, over ssh`() async throws {
            let port = Int.random(in: 30_000..<32_000)
            try folder.write(
                """
                Port \(port)
                ListenAddress 127.0.0.1
                HostKey \(folder.path)/host
                AuthorizedKeysFile \(folder.path)/user.pub
                PidFile none
                UsePAM no
                StrictModes no
                PermitRootLogin yes

                """, to: "sshd.conf")
            let start = "exec $servers/usr/sbin/sshd -D -e -f $d/sshd.conf"
            let sshd = try await server(
                """
                for key in host user; do ssh-keygen -q -t ed25519 -N '' -f $d/$key; done
                # From version 10 on the server has parts.
                for part in "Session session" "Auth auth"; do
                    set -- $part
                    program=$servers/usr/lib/openssh/sshd-$2
                    [ ! -e "$program" ] || echo "Sshd$1Path $program" >>$d/sshd.conf
                done
                echo ready
                [ "$(id -u)" = 0 ] || \(start)
                export servers start='\(start)'
                exec unshare --mount bash -c '
                    (cat /etc/passwd; echo sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin) >$d/passwd
                    mount --bind $d/passwd /etc/passwd
                    mount -t tmpfs none /run && mkdir -p /run/sshd
                    eval "$start"'
                """)
            #expect(try await sshd.output.nextLine(within: .seconds(60)) == "ready")
            let setting = """
                host=localhost there=$d/there
                # The remote shell finds announce where this one does.
                ssh() {
                    local options="-p \(port) -i $d/user -o IdentitiesOnly=yes -o UserKnownHostsFile=$d/known -o StrictHostKeyChecking=no"
                    until command ssh $options "$host" true 2>/dev/null; do :; done
                    command ssh $options "${@:1:5}" "PATH=$PATH ${*:6}"
                }

                """
            let began = SuspendingClock.now
            let remote = try run(recipe("Hear another machine, over ssh"), setting: setting)
            #expect(try await remote.exit(within: .seconds(60)) == .code(0))
            try await expectHeard("Backup finished", since: began)
        }

        @Test func `From Python, with nothing installed`() async throws {
            let start = SuspendingClock.now
            let script = try run(recipe("From Python, with nothing installed"), by: ["env", "python3", "-c"])
            try await expectHeard("Hello from Python", since: start)
            #expect(try await script.output.remainingLines() == ["True"])
        }

        @Test func `From a shell, without announce`() async throws {
            let start = SuspendingClock.now
            let script = try run(recipe("From a shell, without announce"))
            try await expectHeard(#"Hello from "a shell""#, since: start)
            #expect(try await script.exit() == .code(0))
        }

        /// Returns whether these programs are installed.
        static func has(_ programs: String...) -> Bool {
            programs.allSatisfy { unsafe system("command -v \($0) >/dev/null") == 0 }
        }

        /// Whether a process may have its own mounts, if it needs them.
        private static let hasPrivateMounts = unsafe getuid() != 0 || system("unshare --mount true 2>/dev/null") == 0
    }
}
