import FoundationEssentials
import TestSupport

/// A line for a shell, and what a shell makes of it: which of our programs it calls, and with what.
struct ShellExample {
    let line: String
    /// The calls of our programs, each with its arguments.
    let calls: [(program: String, arguments: [String])]
    /// The shell's complaints.
    let complaints: String

    /// Has bash read each line where nothing is found but programs of our names, which only note how they are called; any other command
    /// is nothing.
    static func read(_ lines: [String]) async throws -> [ShellExample] {
        let folder = try TemporaryFolder()
        for name in ["calls", "complaints"] { try folder.write("", to: name) }
        // Bytes that no example has end a word (1F), a call (1E) and a line (1D).
        let script = """
            note() { local words; printf -v words '%s\\x1f' "$@"; printf '%s\\x1e' "$words" >>"$HOME/calls"; }
            announce() { note announce "$@"; }
            announced() { note announced "$@"; }
            announced-voice() { note announced-voice "$@"; }
            announced-watch() { note announced-watch "$@"; }
            command_not_found_handle() { :; }
            for line; do
                (eval "$line"; wait) 2>>"$HOME/complaints"
                printf '\\x1d' >>"$HOME/calls"
                printf '\\x1d' >>"$HOME/complaints"
            done
            """
        let shell = try ChildProcess(
            "/bin/bash", ["-c", script, "bash"] + lines,
            environment: .exactly(["PATH": "/nowhere", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]), folder: folder.path)
        try await shell.exit(within: .seconds(60))
        func noted(_ name: String) throws -> [Substring] {
            let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
            return text.split(separator: "\u{1D}", omittingEmptySubsequences: false).dropLast()
        }
        let calls = try noted("calls")
        let complaints = try noted("complaints")
        return lines.indices.map { ShellExample(lines[$0], calls[$0], complaints[$0]) }
    }

    private init(_ line: String, _ calls: Substring, _ complaints: Substring) {
        self.line = line
        self.calls = calls.split(separator: "\u{1E}").map { call in
            let words = call.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast().map(String.init)
            return (words[0], Array(words.dropFirst()))
        }
        // A locale that this machine has not is none of the example's faults.
        self.complaints = complaints.split(separator: "\n").filter { !$0.contains("warning: setlocale") }.joined(separator: "\n")
    }
}
