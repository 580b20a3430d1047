import Glibc
import TestSupport
import Testing

struct ChildProcessTests {
    @Test func `Exit codes and signals are told apart`() async throws {
        let seven = try ChildProcess("sh", ["-c", "exit 7"])
        #expect(try await seven.exit() == .code(7))
        #expect(try await seven.exit() == .code(7))
        let sleeping = try ChildProcess("sleep", ["600"])
        #expect(sleeping.exitIfEnded() == nil)
        sleeping.signal(SIGTERM)
        #expect(try await sleeping.exit() == .signal(SIGTERM))
    }

    @Test func `A program that does not exist is an error`() {
        #expect(throws: SystemCallError.self) { try ChildProcess("/nowhere/program") }
    }

    @Test func `Waiting ends at the deadline`() async throws {
        let sleeping = try ChildProcess("sleep", ["600"])
        let start = SuspendingClock.now
        await #expect(throws: TimedOut.self) { try await sleeping.exit(within: .milliseconds(50)) }
        await #expect(throws: TimedOut.self) { try await sleeping.output.nextLine(within: .milliseconds(50)) }
        #expect(throws: TimedOut.self) { try sleeping.output.nextLine(blockingFor: .milliseconds(50)) }
        #expect(start.duration(to: .now) >= .milliseconds(150))
    }

    @Test func `Cancelling ends the waiting`() async throws {
        let sleeping = try ChildProcess("sleep", ["600"])
        let waiting = Task { try await sleeping.exit(within: .seconds(60)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `Lines come whole, however they are written`() async throws {
        let script = "printf 'o'; sleep 0.05; printf 'ne\\ntw'; sleep 0.05; printf 'o\\n\\nthree'"
        let program = try ChildProcess("sh", ["-c", script])
        #expect(try await program.output.remainingLines() == ["one", "two", "", "three"])
        #expect(try await program.output.nextLine() == nil)
    }

    @Test func `Written bytes are read, and the end too`() async throws {
        let cat = try ChildProcess("cat", input: .pipe)
        try cat.write("eins\nzwei\n")
        #expect(try await cat.output.nextLine() == "eins")
        #expect(try cat.output.nextLine(blockingFor: .seconds(1)) == "zwei")
        let long = String(repeating: "x", count: 60_000)
        try cat.write(long + "\n")
        #expect(try await cat.output.nextLine() == long)
        cat.closeInput()
        #expect(try await cat.output.nextLine() == nil)
        #expect(try await cat.exit() == .code(0))
        #expect(throws: SystemCallError.self) { try cat.write("more") }
    }

    @Test func `Environment, folder and streams are as asked for`() async throws {
        let folder = try TemporaryFolder()
        let errors = folder.path("errors")
        let program = try ChildProcess(
            "/bin/sh", ["-c", "echo \"$A-$HOME\"; pwd; echo wrong >&2; cat"], environment: .exactly(["A": "b"]),
            folder: folder.path, input: .file(folder.write("in\n", to: "input")), error: .file(errors))
        #expect(try await program.output.remainingLines() == ["b-", folder.path, "in"])
        try await program.exit()
        #expect(try await ChildProcess("cat", [errors]).output.remainingLines() == ["wrong"])
        let inherited = try ChildProcess("sh", ["-c", "echo \"$A-$HOME-$PATH\""], environment: .inherited(with: ["A": "b", "HOME": nil]))
        #expect(try #require(await inherited.output.nextLine()).hasPrefix("b--/"))
    }

    @Test func `A child has only its own descriptors and no signal ignored`() async throws {
        let extra = try ChildProcess("ls", ["/proc/self/fd"], passing: [STDERR_FILENO])
        #expect(try await extra.output.remainingLines() == ["0", "1", "2", "3", "4"])
        let status = try ChildProcess("cat", ["/proc/self/status"])
        for line in try await status.output.remainingLines() where line.hasPrefix("SigBlk") || line.hasPrefix("SigIgn") {
            let signals = try #require(UInt64(line.dropFirst(8), radix: 16))
            // glibc itself leaves two signals of its own ignored: 32 and 33.
            #expect(signals & 0x7fff_ffff == 0, "\(line)")
        }
    }

    @Test func `The whole group is killed`() async throws {
        let program = try ChildProcess("sh", ["-c", "sleep 60 & echo $!; exit 0"])
        let grandchild = try #require(await program.output.nextLine())
        try await program.exit()
        #expect(program.hasProcesses)
        program.close()
        // Its end of the pipe is closed with it.
        #expect(try await program.output.nextLine() == nil)
        // It closes its files a moment before it has ended.
        let end = #"until state=$(cut -d' ' -f3 /proc/$0/stat 2>/dev/null || echo X); [ "$state" = X ] || [ "$state" = Z ]; do :; done"#
        let ended = try ChildProcess("sh", ["-c", end, grandchild])
        #expect(try await ended.exit() == .code(0))
    }
}
