import TestSupport

/// A client of speech-dispatcher's protocol that speaks in the benchmark's voice.
final class SSIPClient {
    private let connection: UnixSocketConnection
    /// The system's name, for errors.
    private let system: String

    init(_ connection: UnixSocketConnection, system: String, priority: String = "text") throws {
        self.connection = connection
        self.system = system
        try command("SET SELF CLIENT_NAME bench:bench:main", answered: "208")
        try command("SET SELF SYNTHESIS_VOICE English (America)+michel", answered: "209")
        try command("SET SELF PRIORITY \(priority)", answered: "202")
        try command("SET SELF NOTIFICATION END ON", answered: "220")
    }

    func speak(_ text: String) throws {
        if text.count == 1 { return try command("CHAR \(text)", answered: "225") }
        try command("SPEAK", answered: "230")
        try command("\(text)\r\n.", answered: "225")
    }

    func stop() throws {
        try command("STOP SELF", answered: "210")
    }

    func awaitEnd() async throws {
        guard try await connection.firstLine(within: .seconds(15), where: { $0.hasPrefix("702 ") }) != nil else {
            throw UnexpectedAnswer(description: "\(system) closed")
        }
    }

    /// Sends a command and reads its answer; events in between are dropped.
    func command(_ line: String, answered code: String) throws {
        try connection.send(line: line + "\r")
        while let answer = try connection.nextLine(blockingFor: .seconds(5)) {
            // "225-1" continues an answer, "225 OK" ends it, and events are 7xx.
            guard !answer.hasPrefix("7"), answer.dropFirst(3).first == " " else { continue }
            guard answer.hasPrefix(code) else { throw UnexpectedAnswer(description: "\(system) to \(line): \(answer)") }
            return
        }
        throw UnexpectedAnswer(description: "\(system) closed at \(line)")
    }
}

/// A system that is driven by SSIP.
protocol SSIPSystem: SpeechSystem {
    var client: SSIPClient { get }
}

extension SSIPSystem {
    func speak(_ text: String) throws { try client.speak(text) }
    func stop() throws { try client.stop() }

    func replace(with text: String) throws {
        try stop()
        try speak(text)
    }

    func speakToEnd(_ text: String) async throws {
        try speak(text)
        try await client.awaitEnd()
    }
}
