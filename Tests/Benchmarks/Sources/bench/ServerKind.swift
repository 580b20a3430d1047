import ArgumentParser
import TestSupport

/// The sound servers used for measuring.
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
        // PipeWire's minimum, so that its mixing adds as little as possible to the measurements.
        case .pipewire: try await PipeWireServer(quantum: 32)
        }
    }
}
