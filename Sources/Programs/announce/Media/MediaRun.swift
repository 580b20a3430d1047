import AnnounceClient
import ArgumentParser
import Messages
import System

/// Keeps a session for as long as another command runs (M6).
struct MediaRun: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Keep speech silent while COMMAND runs.",
        discussion: """
            Renews the session until COMMAND ends; then the held announcements are spoken. If announce is killed, the session ends too. \
            Signals are passed on to COMMAND.

            EXAMPLES
              announce media run --mode record -- arecord -d 10 memo.wav
              announce media run -- mpv song.ogg

            EXIT CODES
              COMMAND's own, 128 + n if signal n ended it, 126 if it can't be run, 127 if
              it does not exist; 1 refused, 64 usage, 69 no daemon, 74 connection lost,
              each before COMMAND began
            """)
    @OptionGroup var media: MediaOptions
    @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.") var command: [String]
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if command.first?.isEmpty != false { throw ValidationError("expected -- and a COMMAND") }
    }

    func run() async throws {
        let inherited = ProcessSpawn.openDescriptors()
        let connection = try await client.daemon.connect()
        PassedOnSignals.install()
        let (name, lease) = try await begin(media.request, over: connection)
        let child = try SpawnedCommand(command, inheriting: inherited)
        let held = Task { await hold(name, for: lease, over: connection) }
        let code = await child.end().exitCode
        held.cancel()
        let last = await held.value
        try? await last.send(.mediaSession(.end(name: name)))
        await last.close()
        throw ExitCode(code)
    }

    /// Begins the session.
    /// - Returns: the session's name and its lease, which the daemon may have shortened.
    private func begin(_ request: Request, over connection: Connection) async throws -> (name: String, lease: Double) {
        try await connection.send(.hello(Hello(app: ClientIdentity.app)), id: "hello")
        try await connection.send(request, id: "begin")
        for await message in connection.messages {
            switch message {
            case .error(let error): throw Connection.Failure.refused(error)
            case .reply(let reply): StandardError.print(warnings: reply.warnings)
            case .mediaSession(let session) where session.change == .began: return (session.session, session.lease ?? media.lease)
            default: continue
            }
        }
        throw Connection.Failure.lost
    }

    /// The longest wait between attempts to reach the next daemon.
    private static let longestWait = Duration.seconds(2)

    /// Holds the session until this task is cancelled. If the connection is lost, begins the session again with the next daemon.
    /// - Returns: the connection that holds the session.
    private func hold(_ name: String, for lease: Double, over first: Connection) async -> Connection {
        var connection = first
        let again = Request.mediaSession(.begin(MediaSession(name: name, mode: media.mode, lease: media.lease)))
        while true {
            await renew(again, name, for: lease, over: connection)
            if Task.isCancelled { return connection }
            StandardError.print("announce: the connection to the daemon was lost; speech is silenced again when the next one runs")
            var pace = RetryPace()
            while !Task.isCancelled {
                do {
                    let next = try await client.daemon.connect()
                    connection = next
                    _ = try await begin(again, over: next)
                    break
                } catch Connection.Failure.refused(let error) {
                    StandardError.print("announce: \(error.message)")
                    return connection
                } catch {
                    try? await Task.sleep(for: min(pace.next(), Self.longestWait))
                }
            }
        }
    }

    /// Renews the session's lease in time, unless the user has ended the session. If it has ended nevertheless, for example because the
    /// machine slept, begins it again. Returns when the connection is lost or this task is cancelled.
    private func renew(_ again: Request, _ name: String, for lease: Double, over connection: Connection) async {
        await withTaskGroup { tasks in
            tasks.addTask {
                while (try? await Task.sleep(for: .seconds(lease / 3))) != nil {
                    try? await connection.send(.mediaSession(.extend(name: name, lease: nil)), id: "extend")
                }
            }
            tasks.addTask {
                for await message in connection.messages {
                    guard case .mediaSession(let session) = message, session.change == .ended, session.reason == .lease else { continue }
                    try? await connection.send(again, id: "again")
                }
            }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}
