import Glibc
import TestSupport

/// speech-dispatcher. Once it has ended, the next client starts it again.
final class FaultedDispatcher: FaultedSystem {
    let name = "speech-dispatcher"
    let socket: String

    /// The socket's folder, which outlives the daemon.
    private let folder: TemporaryFolder
    private let start: () async throws -> SpeechDispatcherServer
    private var dispatcher: SpeechDispatcherServer
    private var client: SSIPClient?
    private var restarts = 0

    init(_ route: SoundRoute, audio: SpeechDispatcher.Output) async throws {
        folder = try TemporaryFolder()
        let socket = folder.path("socket")
        self.socket = socket
        start = {
            try await SpeechDispatcherServer(
                .eSpeakNG(audio: audio.rawValue, device: route.device), socket: socket, sound: route.environment)
        }
        dispatcher = try await start()
        client = try SSIPClient(dispatcher.connection, system: name, priority: "message")
    }

    var synthesizer: Int32 { get throws { try child("sd_espeak-ng", of: dispatcher.process.processID) } }
    var state: String {
        if dispatcher.process.exitIfEnded() != nil { return "**has ended**" }
        return restarts == 0 ? "runs" : "**had ended**; the next client started it"
    }

    func post(_ text: String) async throws {
        do {
            try (client ?? connected()).speak(text)
        } catch {
            // Another connection may do better, or another process: libspeechd starts it where none answers.
            if dispatcher.process.exitIfEnded() != nil {
                dispatcher = try await start()
                restarts += 1
            }
            try connected().speak(text)
        }
    }

    func disconnect() {
        dispatcher.connection.close()
        client = nil
    }

    func end() { dispatcher.process.close() }

    func kill() async throws {
        dispatcher.process.signal(SIGKILL)
        try await dispatcher.process.exit()
    }

    func bytes(_ misbehaviour: Misbehaviour) -> [UInt8] {
        switch misbehaviour {
        case .halfLine: Array("SPEA".utf8)
        case .flood: Array(String(repeating: "SPEAK\r\nMany.\r\n.\r\n", count: 100).utf8)
        case .unread: Array(String(repeating: "LIST SYNTHESIS_VOICES\r\n", count: 100).utf8)
        case .longText: Array("SPEAK\r\n\(longText)\r\n.\r\n".utf8)
        }
    }

    private func connected() throws -> SSIPClient {
        let client = try SSIPClient(UnixSocketConnection(to: socket), system: name, priority: "message")
        self.client = client
        return client
    }
}
