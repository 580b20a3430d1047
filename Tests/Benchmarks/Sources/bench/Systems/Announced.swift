import TestSupport

/// announced on a separate socket, driven by JSON lines.
final class Announced: SpeechSystem {
    let name = "announced"
    let socket: String
    /// From its start to the first connection.
    let startup: Duration

    private let folder: TemporaryFolder
    let process: ChildProcess
    private let connection: UnixSocketConnection

    init(programs: String, _ route: SoundRoute, _ arguments: [String] = []) async throws {
        folder = try TemporaryFolder()
        socket = folder.path("socket")
        let configuration = try folder.write(
            "voice.name = \"\(steadyVoice)\"\naudio.device = \"\(route.device)\"\nmissed.tell = false\n", to: "config.toml")
        let start = SuspendingClock.now
        process = try ChildProcess(
            "\(programs)/announced", ["--config", configuration, "--socket", socket] + arguments,
            environment: route.variables, output: .null, error: .file(folder.path("log")))
        connection = try await .first(to: socket, of: process)
        startup = start.duration(to: .now)
        try connection.send(line: #"{"type":"hello","replies":"none"}"#)
    }

    deinit { process.close() }

    var processIDs: [Int32] { [process.processID] + descendants(of: process.processID) }

    func speak(_ text: String) throws { try speak(text, priority: "default") }

    func speak(_ text: String, priority: String) throws {
        try connection.send(line: #"{"type":"announcement","priority":"\#(priority)","text":"\#(text)"}"#)
    }

    func stop() throws {
        try connection.send(line: #"{"type":"stop"}"#)
    }

    func replace(with text: String) throws {
        try connection.send(line: #"{"type":"stop"}"# + "\n" + Self.announcement(text))
    }

    func speakToEnd(_ text: String) async throws {
        let connection = try UnixSocketConnection(to: socket)
        try connection.send(line: Self.announcement(text))
        let end = try await connection.firstLine(within: .seconds(15)) { $0.contains(#""announcementDidFinish""#) }
        guard let end else { throw UnexpectedAnswer(description: "announced closed") }
        if !end.contains(#""successful":true"#) { progress("announced: \(end)") }
    }

    private static func announcement(_ text: String) -> String { #"{"type":"announcement","text":"\#(text)"}"# }
}
