import Glibc
import TestSupport
import Testing

struct TerminalTests {
    private func shell(_ script: String, in terminal: Terminal) throws -> ChildProcess {
        try ChildProcess("sh", ["-c", script], input: .terminal(terminal), output: .terminal(terminal), error: .terminal(terminal))
    }

    @Test func `Its programs have a terminal of its size, which shows what is typed and what they write`() async throws {
        let terminal = try Terminal(columns: 100, rows: 30)
        let shell = try shell("stty size; read line; echo \"read $line\" >/dev/tty; exec cat", in: terminal)
        #expect(try await terminal.show("\r\n") == "30 100\r\n")
        try terminal.type("abc\n")
        #expect(try await terminal.show("read abc\r\n") == "abc\r\nread abc\r\n")
        try terminal.endInput()
        #expect(try await shell.exit() == .code(0))
        #expect(try await terminal.rest() == "")
    }

    @Test func `A new size is signalled, and Ctrl-C interrupts what runs in the terminal`() async throws {
        let terminal = try Terminal()
        let shell = try shell("trap 'stty size' WINCH; echo ready; while :; do sleep 0.02; done", in: terminal)
        try await terminal.show("ready\r\n")
        try terminal.resize(columns: 40, rows: 10)
        try await terminal.show("10 40\r\n")
        try terminal.interrupt()
        #expect(try await shell.exit() == .signal(SIGINT))
        #expect(try await terminal.remainingLines() == ["^C"])
    }

    @Test func `One stream alone may be the terminal, and it need not echo`() async throws {
        let terminal = try Terminal(echo: false)
        let script = "tty -s && echo input; test -t 1 || echo pipe; test -t 2 && echo error >&2; read line; echo $line"
        let shell = try ChildProcess("sh", ["-c", script], input: .terminal(terminal), error: .terminal(terminal))
        try await terminal.show("error\r\n")
        try terminal.type("typed\n")
        #expect(try await shell.output.remainingLines() == ["input", "pipe", "typed"])
        #expect(try await shell.exit() == .code(0))
        #expect(try await terminal.remainingLines() == [])
        await #expect(throws: TimedOut.self) { try await terminal.show("more") }
    }
}
