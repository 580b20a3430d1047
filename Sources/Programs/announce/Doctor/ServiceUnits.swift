import Glibc
import System

/// The service manager's information about announced's units; empty without a manager.
struct ServiceUnits {
    private static let names = ["announced.service", "announced.socket"]
    private static let ownSpeechDispatcherSocket = "announced-speech-dispatcher.socket"
    private static let speechDispatcherSocket = "speech-dispatcher.socket"

    /// The unit with which the manager listens for speech-dispatcher's clients.
    enum SpeechDispatcherSocket {
        case own, foreign
    }

    /// Whether the manager knows one of the units.
    let isInstalled: Bool
    /// Whether one of the units starts with the session; nil if there is no manager to query.
    let isEnabled: Bool?
    /// The daemon's process, if it runs as the service.
    let process: pid_t?
    /// Why the service has failed; nil if it has not.
    let failure: String?
    /// Nil: the manager does not listen for speech-dispatcher's clients.
    let speechDispatcherSocket: SpeechDispatcherSocket?

    init() {
        let states = Self.states()
        let service = states["announced.service"]
        isInstalled = Self.names.contains { states[$0]?["LoadState"] == "loaded" }
        isEnabled = states.isEmpty ? nil : Self.names.contains { states[$0]?["UnitFileState"]?.hasPrefix("enabled") == true }
        process = service?["MainPID"].flatMap { pid_t($0) }.flatMap { $0 > 0 ? $0 : nil }
        failure = service?["ActiveState"] == "failed" ? service?["Result"] ?? "" : nil
        // If it is enabled, announced's unit has both names.
        let isActive = { states[$0]?["ActiveState"] == "active" }
        speechDispatcherSocket = isActive(Self.ownSpeechDispatcherSocket) ? .own : isActive(Self.speechDispatcherSocket) ? .foreign : nil
    }

    private static func states() -> [String: [String: String]] {
        let arguments =
            ["--user", "show", "--property=Id,LoadState,ActiveState,UnitFileState,Result,MainPID"] + names + [
                ownSpeechDispatcherSocket, speechDispatcherSocket,
            ]
        guard let answer = ProgramOutput.run("systemctl", arguments, within: .seconds(2)), answer.end == .exited(code: 0) else {
            return [:]
        }
        var states: [String: [String: String]] = [:]
        for block in answer.text.split(separator: "\n\n") {
            let pairs = block.split(separator: "\n").compactMap { line -> (String, String)? in
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
            let fields = Dictionary(pairs) { first, _ in first }
            if let name = fields["Id"] { states[name] = fields }
        }
        return states
    }
}
