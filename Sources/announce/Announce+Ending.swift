import AnnounceClient
import ArgumentParser
import Glibc
import Messages

extension Announce {
    /// Ends the program as ArgumentParser does: with a usage error, a command's exit code, or the requested help. Unlike ArgumentParser,
    /// treats help that can't be written as an error.
    static func end(with error: any Error) -> Never {
        if let failure = error as? Connection.Failure {
            StandardError.print("announce: \(failure.sentence)")
            Glibc.exit(failure.exitCode.rawValue)
        }
        let text = fullMessage(for: error)
        let code = exitCode(for: error)
        if code.isSuccess, !text.isEmpty { StandardOutput.print(text) }
        if !code.isSuccess, !text.isEmpty {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) { StandardError.print(String(line)) }
        }
        Glibc.exit(code.rawValue)
    }
}

extension Connection.Failure {
    fileprivate var sentence: String {
        switch self {
        case .noDaemon(let socket):
            "no daemon listens at \(socket); start it with `systemctl --user start announced`, or run `announced &`"
        case .noAnswer(let socket): "the daemon at \(socket) does not answer; `announce doctor` says what to do"
        case .refused(let error): error.message
        case .lost: "the connection to the daemon was lost"
        }
    }

    fileprivate var exitCode: ExitCode {
        switch self {
        case .noDaemon: Exit.noDaemon
        case .noAnswer, .lost: Exit.lost
        case .refused: Exit.refused
        }
    }
}
