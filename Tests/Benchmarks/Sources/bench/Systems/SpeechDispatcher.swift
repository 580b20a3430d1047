import FoundationEssentials
import TestSupport

/// speech-dispatcher with its espeak-ng module and a separate configuration, driven by SSIP.
final class SpeechDispatcher: SpeechSystem {
    /// The destination of its sound.
    enum Output: String, CaseIterable {
        case pulse, alsa
    }

    let name: String
    /// From its start to the first connection.
    let startup: Duration

    let socket: String

    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let connection: UnixSocketConnection

    init(output: Output, server: any SoundServer) async throws {
        name = "speech-dispatcher, \(output)"
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("modules"), withIntermediateDirectories: true)
        let module = try String(contentsOfFile: "/etc/speech-dispatcher/modules/espeak-ng.conf", encoding: .utf8)
        try folder.write(module, to: "modules/espeak-ng.conf")
        let configuration = """
            LogLevel 1
            DefaultLanguage "en-US"
            AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
            DefaultModule espeak-ng
            AudioOutputMethod "\(output)"
            AudioALSADevice "default"
            Timeout 0

            """
        try folder.write(configuration, to: "speechd.conf")
        socket = folder.path("socket")
        let start = SuspendingClock.now
        process = try ChildProcess(
            "speech-dispatcher",
            [
                "-s", "-C", folder.path, "-L", folder.path, "-P", folder.path("pid"), "-c", "unix_socket", "-S", socket, "-t", "0",
            ], environment: systemEnvironment(server), output: .null, error: .file(folder.path("log")))
        connection = try await .first(to: socket, of: process)
        startup = start.duration(to: .now)
        try command("SET SELF CLIENT_NAME bench:bench:main", answered: "208")
        try command("SET SELF SYNTHESIS_VOICE English (America)+michel", answered: "209")
        try command("SET SELF NOTIFICATION END ON", answered: "220")
    }

    deinit { process.close() }

    var processIDs: [Int32] { [process.processID] + descendants(of: process.processID) }

    func speak(_ text: String) throws {
        if text.count == 1 { return try command("CHAR \(text)", answered: "225") }
        try command("SPEAK", answered: "230")
        try command("\(text)\r\n.", answered: "225")
    }

    func stop() throws {
        try command("STOP SELF", answered: "210")
    }

    func replace(with text: String) throws {
        try stop()
        try speak(text)
    }

    func speakToEnd(_ text: String) async throws {
        try speak(text)
        guard try await connection.firstLine(within: .seconds(15), where: { $0.hasPrefix("702 ") }) != nil else {
            throw UnexpectedAnswer(description: "speech-dispatcher closed")
        }
    }

    /// Sends a command and reads its answer; events in between are dropped.
    private func command(_ line: String, answered code: String) throws {
        try connection.send(line: line + "\r")
        while let answer = try connection.nextLine(blockingFor: .seconds(5)) {
            // "225-1" continues an answer, "225 OK" ends it, and events are 7xx.
            guard !answer.hasPrefix("7"), answer.dropFirst(3).first == " " else { continue }
            guard answer.hasPrefix(code) else { throw UnexpectedAnswer(description: "speech-dispatcher to \(line): \(answer)") }
            return
        }
        throw UnexpectedAnswer(description: "speech-dispatcher closed at \(line)")
    }
}
