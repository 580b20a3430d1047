/// A sound server with one null sink that keeps real time, and nothing to do with the machine's own.
package protocol SoundServer: AnyObject, Sendable {
    /// What programs under test need in their environment to play to it, by libpulse and by ALSA's `default`.
    var environment: [String: String] { get }

    /// The name of the source that hears all that is played.
    var monitor: String { get }

    /// The processes that make it up.
    var processIDs: [Int32] { get }

    /// Kills it with SIGKILL: its sockets stay as files, its clients are cut off.
    func kill() async throws

    /// Starts it again at the same place, after killing it if it runs, and awaits that it takes connections.
    func restart() async throws

    /// Stops it with SIGSTOP: connections stay, and nothing is answered or played.
    func freeze()

    /// Lets it go on after ``freeze()``.
    func thaw()

    /// Adds a null sink, as when a device is plugged in.
    func addSink(_ name: String) async throws

    /// Takes its first sink away, as when a device is unplugged; unless another was added, nothing is left to play on.
    func removeFirstSink() async throws
}

extension SoundServer {
    /// Tells it something by `pactl`, and returns what that prints.
    @discardableResult
    package func control(_ arguments: String...) async throws -> [String] {
        let pactl = try ChildProcess("pactl", arguments, environment: .inherited(with: environment))
        let lines = try await pactl.output.remainingLines()
        guard try await pactl.exit() == .code(0) else { throw SoundServerFailed(description: "pactl \(arguments) failed") }
        return lines
    }

    /// Takes a sink away that was added.
    package func removeSink(_ name: String) async throws {
        for line in try await control("list", "short", "modules") where line.contains("sink_name=\(name)") {
            try await control("unload-module", String(line.prefix { $0 != "\t" }))
        }
    }
}
