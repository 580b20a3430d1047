import Glibc
package import System
import Voice

extension PCMOutput {
    /// Queries the sound server behind ALSA's plugin. A server that the PCM itself names is not queried.
    package func sink() -> Sink? {
        let parts = PCMParts(of: name)
        guard !parts.types.isDisjoint(with: ["pulse", "pipewire"]), parts.needs.servers.isEmpty else { return nil }
        // SAFETY: no thread changes the environment; the values are copied.
        func variable(_ name: String) -> String? { Environment.value(name) }
        return Sink.ask(for: parts.types.contains("pulse") ? parts.sink : nil, environment: variable, user: getuid())
    }
}
