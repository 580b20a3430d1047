import AnnounceClient
import ArgumentParser
import System

/// The daemon that a command speaks through: the running one, or a temporary one.
struct StartOptions: ParsableArguments {
    @Flag(help: "Fail if no daemon is running, instead of starting a temporary one, which ends when it is idle.") var noStart = false
    @Option(
        help: ArgumentHelp("Write the sound to this WAV file, instead of playing it.", valueName: "file"),
        completion: .file(extensions: ["wav"]))
    var wav: String?
    @OptionGroup
    var client: ClientOptions

    private var daemon: SocketOption { client.daemon }

    func validate() throws {
        if wav != nil, daemon.socket != nil { throw ValidationError("--wav: the sound is not played by a daemon; expected no --socket") }
    }

    /// Throws if the sound should go to standard output, to which only `say` can write.
    /// - Throws: a usage error.
    func expectNoStandardOutput() throws {
        if wav == PassageReader.standardInput { throw ValidationError("--wav: expected a file; `announce say` writes to standard output") }
    }

    private static let mostStarts = 3

    /// Connects to the daemon, and starts one if necessary.
    /// - Throws: `Connection.Failure`; ``CommandError``.
    func connect() async throws -> (Connection, own: TemporaryDaemon?) {
        if let wav {
            let own = try await TemporaryDaemon.start(wav: wav)
            return (own.connection, own)
        }
        if noStart { return (try await daemon.connect(), nil) }
        for attempt in 0..<Self.mostStarts {
            do {
                return (try await daemon.connect(), nil)
            } catch .noDaemon {}
            if attempt == 0 { StandardError.print("announce: no daemon listens at \(daemon.path); starting a temporary one") }
            if let own = try await TemporaryDaemon.start(at: daemon.path) {
                // A socket named with --socket must be usable. The daemon has printed why it is not.
                if own.endsWithConnection, let named = daemon.socket {
                    throw CommandError(Exit.noDaemon, "--socket: no daemon can listen at \(named)")
                }
                return (own.connection, own)
            }
            // Another command was faster, or a daemon that is about to end still listens.
        }
        return (try await daemon.connect(), nil)
    }
}
