import ArgumentParser
import TestSupport

/// The sound servers that are measured on.
enum ServerKind: String, CaseIterable, ExpressibleByArgument {
    case pulse, pipewire

    var name: String {
        switch self {
        case .pulse: "PulseAudio"
        case .pipewire: "PipeWire"
        }
    }

    func start() async throws -> any SoundServer {
        switch self {
        case .pulse: try await PulseAudioServer()
        // PipeWire's own least, so that its mixing adds no more than it must to what is measured.
        case .pipewire: try await PipeWireServer(quantum: 32)
        }
    }
}
