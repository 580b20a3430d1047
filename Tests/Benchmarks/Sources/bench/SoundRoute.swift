import ArgumentParser
import TestSupport

/// A way to a sound server: through one of ALSA's PCMs.
struct SoundRoute {
    /// The ways, each by the name of Debian's package.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case pulse = "pulseaudio"
        case pipeWirePulse = "pipewire-pulse"
        case pipeWire = "pipewire-alsa"
    }

    let server: any SoundServer
    /// The PCM's name. `default` would not do: where PulseAudio's plugin finds a server, it makes itself the default.
    let device: String
    var environment: [String: String]

    init(to server: any SoundServer, device: String = "pulse") {
        self.server = server
        self.device = device
        environment = server.environment
    }

    /// Starts a sound server.
    static func start(_ kind: Kind) async throws -> SoundRoute {
        switch kind {
        case .pulse: SoundRoute(to: try await PulseAudioServer())
        // PipeWire's minimum, so that its mixing adds as little as possible to the measurements.
        case .pipeWirePulse: SoundRoute(to: try await PipeWireServer(quantum: 32))
        case .pipeWire: SoundRoute(to: try await PipeWireServer(quantum: 32), device: "pipewire")
        }
    }

    /// The environment of all systems: the server's, and a locale that every machine has.
    var variables: ChildProcess.Environment { .inherited(with: changes) }

    /// The variables that this changes.
    var changes: [String: String?] { (environment as [String: String?]).merging(["LC_ALL": "C.UTF-8", "LANG": nil]) { $1 } }
}
