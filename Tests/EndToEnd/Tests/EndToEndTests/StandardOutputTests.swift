import TestSupport
import Testing

extension EndToEnd {
    /// `announce` when its output can't be written.
    struct StandardOutputTests {
        private let daemon: Daemon

        init() async throws {
            daemon = try await Daemon(["--device", "null"])
        }

        /// Runs `announce` with the arguments in a shell.
        private func run(_ arguments: String) async throws -> (exit: ChildProcess.Exit, said: [String]) {
            // Descriptor 9 is a pipe without a reader.
            let script = "exec 9> >(exec true); wait $!; '\(try builtProduct("announce"))' --socket '\(daemon.socket)' \(arguments)"
            let shell = try ChildProcess("bash", ["-c", script], output: .null, error: .pipe)
            let said = try await shell.error.remainingLines()
            return (try await shell.exit(), said)
        }

        @Test func `A reader that has gone ends it quietly`() async throws {
            let headless = try await run("status | head -0; exit ${PIPESTATUS[0]}")
            #expect(headless.exit == .code(0) && headless.said == [], "\(headless)")
            for command in ["voices", "--help"] {
                let gone = try await run("\(command) >&9")
                #expect(gone.exit == .code(0) && gone.said == [], "\(gone)")
            }
        }

        @Test(arguments: [("> /dev/full", "No space left"), (">&-", "it is closed"), ("<&- >&-", "it is closed")])
        func `A full disk and a closed output are reported, with exit 74`(redirection: String, reason: String) async throws {
            for command in ["status", "status --json", "voices", "settings", "--help", "--version", "status --help"] {
                let result = try await run("\(command) \(redirection)")
                #expect(result.exit == .code(74), "\(command) \(result)")
                #expect(result.said.count == 1 && result.said[0].hasPrefix("announce: standard output: \(reason)"), "\(command) \(result)")
            }
        }

        @Test func `A command that prints nothing needs no output`() async throws {
            for command in ["hello", "--wait hello", "stop"] {
                #expect(try await run("\(command) <&- >&- 2>&-").exit == .code(0))
                #expect(try await run("\(command) > /dev/full").exit == .code(0))
            }
            #expect(try await Client(daemon.socket).ask("ping").ok == true)
        }
    }
}
