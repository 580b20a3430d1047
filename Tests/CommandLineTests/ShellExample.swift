import FoundationEssentials
import TestSupport

/// A line for a shell, and what a shell makes of it: which of our programs it calls, and with what.
struct ShellExample {
    /// The calls of our programs, each with its arguments.
    let calls: [(program: String, arguments: [String])]
    /// What the shell complains of.
    let complaints: [String]

    /// Has bash read `line` where nothing is found but programs of our names, which only note how they are called; any other command
    /// is nothing.
    init(_ line: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "calls")
        let note = """
            note() { local words; printf -v words '%s\\x1f' "$@"; printf '%s\\x1e' "$words" >>"$CALLS"; }
            announce() { note announce "$@"; }
            announced() { note announced "$@"; }
            announced-voice() { note announced-voice "$@"; }
            command_not_found_handle() { :; }

            """
        let shell = try ChildProcess(
            "/bin/bash", ["-c", "\(note)\(line)\nwait"],
            environment: .exactly([
                "PATH": "/nowhere", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "CALLS": folder.path("calls"),
            ]),
            folder: folder.path, error: .pipe)
        // A locale that this machine has not is none of the example's faults.
        complaints = try await shell.error.remainingLines().filter { !$0.contains("warning: setlocale") }
        try await shell.exit()
        calls = try String(contentsOfFile: folder.path("calls"), encoding: .utf8).split(separator: "\u{1E}").map { call in
            let words = call.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast().map(String.init)
            return (words[0], Array(words.dropFirst()))
        }
    }
}
