import Glibc
import TestSupport
import Testing

// Input that is copied, and input that does not block.
extension EndToEnd.PipeCommandTests {
    @Test func `--tee copies to the end, though the daemon has ended or there is none`() async throws {
        let own = try await Daemon(["--device", "null"])
        let pipe = try announceProcess(["pipe", "--tee", "--socket", own.socket], input: .pipe)
        try pipe.write("one\n")
        #expect(try await pipe.output.nextLine() == "one")
        try await own.end()
        #expect(try await pipe.error.firstLine { $0.contains("the connection to the daemon was lost") } != nil)
        let rest = (0..<20_000).map { "line \($0)" }
        async let copied = pipe.output.remainingLines()
        try pipe.write(rest.joined(separator: "\n") + "\n", within: .seconds(60))
        pipe.closeInput()
        #expect(try await copied == rest)
        #expect(try await pipe.exit() == .code(74))

        // The input has ended, and more lines wait than are posted.
        let paused = try await Daemon(["--device", "null"])
        let client = try await Client(paused.socket)
        try client.send(#"{"type":"pause","id":"p"}"#)
        try await client.reply("p")
        let waiting = try announceProcess(["pipe", "--tee", "--socket", paused.socket], input: .pipe)
        try waiting.write((0..<6).map { "line \($0)\n" }.joined())
        waiting.closeInput()
        try await client.awaitStatus(\.waiting["low"], is: 4)
        try await paused.end()
        #expect(try await waiting.output.remainingLines() == (0..<6).map { "line \($0)" })
        #expect(try await waiting.exit() == .code(74))

        let alone = try announceProcess(["pipe", "--tee", "--no-start", "--socket", own.socket], input: .pipe)
        try alone.write("one\ntwo\n")
        alone.closeInput()
        #expect(try await alone.output.remainingLines() == ["one", "two"])
        #expect(try await alone.exit() == .code(69))
    }

    @Test func `Input that does not block is waited for`() async throws {
        let script = #"import fcntl, os, sys; fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK); os.execv(sys.argv[1], sys.argv[1:])"#
        let pipe = try ChildProcess(
            "python3", ["-c", script, builtProduct("announce"), "pipe", "--socket", daemon.socket], input: .pipe, error: .pipe)
        try pipe.write("One.\n")
        // By now it has read again, and found nothing.
        #expect(try await watcher.message { $0.event == "started" }.text == "One.")
        try pipe.write("Late.\n")
        pipe.closeInput()
        #expect(try await pipe.exit() == .code(0))
        #expect(try await heard() == ["Late."])
    }

    @Test func `--tee copies the input as it is; without a reader it ends quietly, and a failure to write is reported`() async throws {
        let input = Array("one\r\n\u{1B}[1mtwo".utf8) + [0xFF, 0x0A]
        let file = try daemon.folder.write(input, to: "in")
        let announce = "'\(try builtProduct("announce"))' pipe --tee --socket '\(daemon.socket)'"
        func shell(_ script: String) async throws -> (said: [String], exit: ChildProcess.Exit) {
            let shell = try ChildProcess("bash", ["-c", script], output: .null, error: .pipe)
            return (try await shell.error.remainingLines(within: .seconds(60)), try await shell.exit())
        }
        let copy = daemon.folder.path("copy")
        #expect(try await shell("\(announce) < \(file) > \(copy) && cmp \(file) \(copy)") == ([], .code(0)))
        #expect(try await heard() == ["one", "two\u{FFFD}"])
        for (redirection, reason) in [("> /dev/full", "No space left on device"), (">&-", "it is closed")] {
            let (said, exit) = try await shell("\(announce) < \(file) \(redirection)")
            #expect(said.count == 1 && said[0].hasPrefix("announce: standard output: \(reason)"), "\(said)")
            #expect(try await heard() == ["one", "two\u{FFFD}"])
            #expect(exit == .code(74))
        }
        let head = try await shell("set -o pipefail; yes 'a line' | { \(announce); echo $? >&2; } | head -1")
        #expect(head.said == ["0"])
    }
}
