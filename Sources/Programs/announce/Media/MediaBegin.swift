import AnnounceClient
import ArgumentParser
import Messages
import System

/// Begins a session that ends with the command, or earlier.
struct MediaBegin: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Keep speech silent until the session, its lease or this command ends.",
        discussion: """
            A session ends with the client that began it, so this command keeps running; run it in the background with &.

            EXAMPLES
              announce media begin --lease 10
              announce media begin --mode listen --session dictation &

            EXIT CODES
              0 the session has ended, 1 refused, 64 usage, 69 no daemon, 74 connection
              lost, 130 ended by Ctrl-C
            """)
    @OptionGroup var media: MediaOptions
    @OptionGroup var client: ClientOptions

    func run() async throws {
        let connection = try await client.daemon.connect()
        try await Interruption.watched(connection, sending: [.mediaSession(.end(name: media.session))]) { interruption in
            try await connection.send(.hello(Hello(app: ClientIdentity.app)), id: "hello")
            try await connection.send(media.request, id: "begin")
            for await message in connection.messages where !interruption.wasInterrupted {
                switch message {
                case .error(let error): throw Connection.Failure.refused(error)
                case .reply(let reply): StandardError.print(warnings: reply.warnings)
                case .mediaSession(let session) where session.change == .ended: return
                default: continue
                }
            }
            throw Connection.Failure.lost
        }
    }
}
