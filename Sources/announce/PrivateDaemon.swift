import AnnounceClient
import ConnectedProcess
import Glibc

/// A daemon for one command: it serves this connection alone, and ends when all was heard and the connection is closed.
enum PrivateDaemon {
    /// Starts it and connects to it.
    /// - Parameter wav: a file to write the sound to; nil: it is heard.
    /// - Throws: an exit code, after a line on standard error.
    static func start(wav: String?) async throws -> Connection {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { throw Exit.noDaemon }
        defer { unsafe free(path) }
        let folder = unsafe String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        var arguments = ["--connection", "0", "--log-level", "error"]
        if let wav { arguments += ["--wav", wav] }
        do {
            let process = try ConnectedProcess.start("\(folder)/announced", arguments: arguments)
            return try await Connection.connect(descriptor: process.descriptor)
        } catch {
            StandardError.print("announce: \(error)")
            throw Exit.noDaemon
        }
    }
}
