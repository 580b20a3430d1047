import TestSupport

extension Stage {
    /// Runs `announce` against this daemon in a terminal.
    func announce(_ arguments: String..., in terminal: Terminal) throws -> ChildProcess {
        try announceProcess(["--socket", daemon.socket] + arguments, environment: server.environment, in: terminal)
    }
}

/// Runs `announce` in a terminal, as a user does; the locale is American English, as the daemon's.
func announceProcess(_ arguments: [String], environment: [String: String?] = [:], in terminal: Terminal) throws -> ChildProcess {
    let own = americanEnglish.merging(["TERM": "xterm-256color", "COLUMNS": nil, "LINES": nil]) { _, own in own }
    return try ChildProcess(
        builtProduct("announce"), arguments, environment: .inherited(with: environment.merging(own) { own, _ in own }),
        input: .terminal(terminal), output: .terminal(terminal), error: .terminal(terminal))
}
