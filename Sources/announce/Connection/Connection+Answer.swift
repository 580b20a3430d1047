import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser

extension Connection {
    /// How long a daemon may take to its first answer. It takes well under a millisecond.
    static let patience = Duration.seconds(5)

    /// Awaits a sign of life: a daemon that hangs, or something else at its socket, is told, and not waited for without end.
    /// - Throws: an exit code, after a line on standard error.
    func expectAnswer(at path: String) async throws {
        let id = "answers"
        let watch = Task {
            try await Task.sleep(for: Self.patience)
            await close()
        }
        defer { watch.cancel() }
        try? await send(.ping, id: id)
        for await message in messages {
            switch message {
            case .reply(let reply) where reply.id == id: return
            case .error(let error): throw refused(error)
            default: continue
            }
        }
        throw Self.noAnswer(at: path)
    }

    /// Tells that nothing comes from there, and is the exit code for it.
    static func noAnswer(at path: String) -> ExitCode {
        StandardError.print("announce: the daemon at \(path) does not answer; `announce doctor` tells more")
        return Exit.lost
    }
}
