import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd.RunCommandTests {
    private static let canTrace =
        geteuid() == 0 || ["0\n", nil].contains(try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8))

    @Test func `In a terminal the command has one, of the same size; Ctrl-C ends it, and nothing is spoken of that`() async throws {
        let terminal = try Terminal(columns: 91, rows: 17)
        let run = try announceProcess(
            [
                "run", "--socket", daemon.socket, "--", "sh", "-c",
                "trap 'stty size <&1' WINCH; test -t 0 && test -t 1 && test -t 2 && stty size <&1; while :; do sleep 0.05; done",
            ],
            in: terminal)
        try await terminal.show("17 91\r\n")
        try terminal.resize(columns: 60, rows: 20)
        try await terminal.show("20 60\r\n")
        try terminal.interrupt()
        #expect(try await run.exit() == .code(130))
        #expect(try await watcher.allSoFar().filter { $0.event == "started" }.isEmpty)
    }

    @Test(.enabled(if: Self.canTrace, "the system lets no one trace a sibling"))
    func `Ctrl-C is recognized even if the command's end is noticed before SIGINT is handled`() async throws {
        // Stops the main thread, which handles signals, until the kernel keeps a SIGURG for it: `announce` sends that at the end.
        let holding = """
            import ctypes, sys, time
            process, (seize, interrupt) = int(sys.argv[1]), (0x4206, 0x4207)
            ptrace = ctypes.CDLL(None).ptrace
            if ptrace(seize, process, None, None) or ptrace(interrupt, process, None, None): sys.exit("ptrace")
            def look(is_so):
                for _ in range(6000):
                    fields = dict(line.split(":\\t", 1) for line in open(f"/proc/{process}/status"))
                    if is_so(fields): return
                    time.sleep(0.01)
                sys.exit(f"not in a minute: {fields}")
            look(lambda fields: fields["State"][0] == "t")
            print("held", flush=True)
            look(lambda fields: int(fields["ShdPnd"], 16) & 1 << 22 or fields["State"][0] == "Z")
            """
        let terminal = try Terminal()
        let run = try announceProcess(
            ["run", "--socket", daemon.socket, "--", "sh", "-c", "echo ready; while :; do sleep 0.05; done"], in: terminal)
        try await terminal.show("ready\r\n")
        let holder = try ChildProcess("/usr/bin/python3", ["-c", holding, "\(run.processID)"])
        try #require(await holder.output.nextLine() == "held")
        try terminal.interrupt()
        #expect(try await holder.exit() == .code(0))
        #expect(try await run.exit() == .code(130))
        #expect(try await watcher.allSoFar().filter { $0.event == "started" }.isEmpty)
    }

    @Test func `An end by SIGINT or exit 130 that no Ctrl-C has caused is spoken`() async throws {
        for command in ["exit 130", "kill -INT $$"] {
            let run = try run([], command)
            #expect(try await run.exit() == .code(130))
            #expect(try await spoken() == "sh was ended, interrupt", "\(command)")
        }
    }
}
