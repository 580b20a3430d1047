import TestSupport

/// speech-dispatcher with its espeak-ng module and a separate configuration, driven by SSIP.
final class SpeechDispatcher: SSIPSystem {
    /// The destination of its sound.
    enum Output: String, CaseIterable {
        case pulse, alsa
    }

    let name: String
    /// From its start to the first connection.
    var startup: Duration { dispatcher.startup }

    var socket: String { dispatcher.socket }
    let client: SSIPClient

    private let dispatcher: SpeechDispatcherServer

    init(output: Output, _ route: SoundRoute) async throws {
        name = "speech-dispatcher, \(output)"
        dispatcher = try await SpeechDispatcherServer(.eSpeakNG(audio: output.rawValue, device: route.device), sound: route.environment)
        client = try SSIPClient(dispatcher.connection, system: name)
    }

    var processIDs: [Int32] { [dispatcher.process.processID] + descendants(of: dispatcher.process.processID) }
}
