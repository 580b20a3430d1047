/// The sound servers in common use.
package enum SoundSystem: String, Sendable, CaseIterable {
    case pulseAudio, pipeWire

    /// Starts a separate server for a test.
    package func start() async throws -> any SoundServer {
        switch self {
        case .pulseAudio: try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
        case .pipeWire: try await PipeWireServer()
        }
    }
}
