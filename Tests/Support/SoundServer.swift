/// A sound server with one null sink in real time, independent of the machine's own.
package protocol SoundServer: AnyObject, Sendable {
    /// The environment in which programs under test play to it, through libpulse and ALSA's `default`.
    var environment: [String: String] { get }

    /// The name of the source that carries everything played.
    var monitor: String { get }

    /// The server's processes.
    var processIDs: [Int32] { get }

    /// Kills the server with SIGKILL: its sockets stay as files, its clients are disconnected.
    func kill() async throws

    /// Restarts the server at the same place, killing it if it runs, and waits until it accepts connections.
    func restart() async throws

    /// Stops the server with SIGSTOP: connections stay, and nothing is answered or played.
    func freeze()

    /// Continues the server after ``freeze()``.
    func thaw()

    /// Adds a null sink with properties, as if a device were plugged in.
    func addSink(_ name: String, properties: [String: String]) async throws

    /// Removes the first sink, as if a device were unplugged; unless another was added, there is nothing left to play on.
    func removeFirstSink() async throws
}

extension SoundServer {
    /// Runs a `pactl` command, and returns its output.
    @discardableResult
    package func control(_ arguments: String...) async throws -> [String] { try await control(arguments) }

    /// Runs a `pactl` command, and returns its output.
    @discardableResult
    package func control(_ arguments: [String]) async throws -> [String] {
        let pactl = try ChildProcess("pactl", arguments, environment: .inherited(with: environment))
        let lines = try await pactl.output.remainingLines()
        guard try await pactl.exit() == .code(0) else { throw SoundServerFailed(description: "pactl \(arguments) failed") }
        return lines
    }

    /// Adds a null sink, as if a device were plugged in.
    package func addSink(_ name: String) async throws { try await addSink(name, properties: [:]) }

    /// Returns the argument of a module for its sink's properties.
    static func argument(ofSinkWith properties: [String: String]) -> String {
        properties.isEmpty ? "" : "sink_properties=\"\(properties.map { "\($0)='\($1)'" }.joined(separator: " "))\""
    }

    /// Chooses the default sink, as the user would.
    package func makeDefault(_ sink: String) async throws {
        try await control("set-default-sink", sink)
        // PipeWire's session manager does it in its own time.
        try await look(for: "the default sink") { try await control("get-default-sink") == [sink] }
    }

    /// Removes a sink that was added.
    package func removeSink(_ name: String) async throws {
        for line in try await control("list", "short", "modules") where line.contains("sink_name=\(name)") {
            try await control("unload-module", String(line.prefix { $0 != "\t" }))
        }
    }
}
