import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc

/// How a command ends when something goes wrong.
enum Exit {
    static let refused = ExitCode(1)
    static let notHeard = ExitCode(3)
    static let failed = ExitCode(4)
    static let usage = ExitCode(64)
    static let noDaemon = ExitCode(69)
    static let lost = ExitCode(74)
}

/// What a command's help says of that.
let exitCodes = """
    EXIT CODES
      0     done; with --wait: it was heard
      1     refused by the daemon
      3     not heard; standard error says why
      4     the sound device or the synthesizer failed
      64    the command line is wrong
      69    no daemon listens
      74    the connection was lost, or standard output can't be written
      130   ended by Ctrl-C
    """

/// Which daemon a command talks to.
struct SocketOption: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket, instead of the usual one.", valueName: "path"), completion: .file())
    var socket: String?

    var path: String { socket ?? Self.standardPath }

    /// The usual one.
    static var standardPath: String {
        SocketPath.standard(
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            }, user: getuid())
    }

    /// Connects to the daemon there.
    /// - Throws: ``Exit/noDaemon``, after a line on standard error.
    func connect() async throws -> Connection {
        guard let connection = try? await Connection.connect(to: path) else { throw noDaemon() }
        try await connection.expectAnswer(at: path)
        return connection
    }

    /// Tells that nobody listens there, and is the exit code for it.
    func noDaemon() -> ExitCode {
        StandardError.print(
            "announce: no daemon listens at \(path); start it with `systemctl --user start announced`, or run `announced &`")
        return Exit.noDaemon
    }

    /// Asks the daemon there for one thing, and returns its reply.
    /// - Parameter app: the app whose groups the request means.
    /// - Throws: an exit code, after a line on standard error.
    func ask(_ request: Request, as app: String? = nil) throws(ExitCode) -> Reply {
        guard let connection = try? UnixConnection(to: path) else { throw noDaemon() }
        return try DirectRequest.reply(to: request, as: app, over: connection, at: path)
    }
}

/// Tells that the daemon went away, and is the exit code for it.
func connectionLost() -> ExitCode {
    StandardError.print("announce: the connection to the daemon was lost")
    return Exit.lost
}

/// Tells of a refusal, and is the exit code for it.
func refused(_ error: ErrorReply) -> ExitCode {
    StandardError.print("announce: \(error.message)")
    return Exit.refused
}

enum StandardError {
    /// Writes a line; a closed standard error is nobody's loss. What others wrote into it does nothing to a terminal.
    static func print(_ line: String) {
        let bytes = Array("\(StandardOutput.visible(line))\n".utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Writes what the daemon finds odd about a request, a line each.
    static func print(warnings: [String]) {
        for warning in warnings { print("announce: warning: \(warning)") }
    }
}
