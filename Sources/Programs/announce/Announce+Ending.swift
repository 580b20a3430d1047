import AnnounceClient
import ArgumentParser
import Glibc
import Messages
import System

extension Announce {
    /// Ends the program as ArgumentParser does: with a usage error, a command's exit code, or the requested help. Unlike ArgumentParser,
    /// reports an error if the help can't be written.
    static func end(with error: any Error) -> Never {
        if let failure = CommandError(error) {
            failure.report()
            Glibc.exit(failure.exitCode)
        }
        let text = fullMessage(for: error)
        let code = exitCode(for: error)
        if code.isSuccess || code == Exit.usage, let given = textTakenForOptions(CommandLine.arguments.dropFirst(), error: text) {
            StandardError.print("announce: write -- before a text that begins with -: -- \"\(given)\"")
            Glibc.exit(Exit.usage.rawValue)
        }
        if code.isSuccess, !text.isEmpty { StandardOutput.print(lines: CompletionScript.extended(text) ?? text) }
        if !code.isSuccess, !text.isEmpty { StandardError.print(lines: text) }
        Glibc.exit(code.rawValue)
    }
}

extension Announce {
    /// Returns an argument that was read as options but was probably meant as text: "-5 degrees", or "-h is for help", which requests help.
    private static func textTakenForOptions(_ arguments: ArraySlice<String>, error: String) -> String? {
        arguments.prefix { $0 != "--" }.first { argument in
            if argument.hasPrefix("-h"), argument.contains(" ") { return true }
            // Only in a command that takes a text can a number be meant to be spoken.
            let isNumber = argument.dropFirst().first?.isNumber == true && error.contains("<text>")
            return (argument.contains(" ") || isNumber) && error.contains("Unknown option '\(argument)'")
        }
    }
}

extension Connection.Failure {
    var sentence: String {
        switch self {
        case .noDaemon(let socket, let code):
            "no daemon listens at \(socket)\(code.map { " (\(String(systemError: $0)))" } ?? ""); "
                + Self.advice(on: socket, code)
        case .noAnswer(let socket): "the daemon at \(socket) does not answer; `announce doctor` says what to do"
        case .refused(let error): error.message
        case .lost: "the connection to the daemon was lost"
        }
    }

    /// Returns advice if no daemon can be reached at a socket.
    private static func advice(on socket: String, _ code: CInt?) -> String {
        switch code {
        case EACCES, EPERM: "it belongs to another user: run this as that user, or name another socket with --socket"
        case _ where socket == Environment.serviceSocket && SocketPlace.obstacle(at: socket) == nil:
            "start it with `systemctl --user start announced`, or run `announced &`"
        default: RunningDaemon.startAdvice(at: socket)
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .noDaemon: Exit.noDaemon
        case .noAnswer, .lost: Exit.lost
        case .refused: Exit.refused
        }
    }
}
