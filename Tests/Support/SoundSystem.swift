/// The sound servers that people have.
package enum SoundSystem: String, Sendable, CaseIterable {
    case pulseAudio, pipeWire

    /// Starts one of its own for a test.
    package func start() async throws -> any SoundServer {
        switch self {
        case .pulseAudio: try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
        case .pipeWire: try await PipeWireServer()
        }
    }
}
