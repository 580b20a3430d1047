import Glibc
import Messages
import System

/// Checks which program serves speech-dispatcher's clients, such as Orca and spd-say. Not relevant to announced's own clients.
enum SpeechDispatcherCheck {
    private static let check = "speech-dispatcher"

    static func finding(of running: RunningDaemon) -> Finding {
        let path = socket
        let advice =
            running.units.isInstalled
            ? "`announced speech-dispatcher enable` makes them speak through announced"
            : "start announced when nothing else serves it, without --socket: announced serves it then"
        if let note = running.status?.notes.first(where: { $0.client == "announced" && $0.note.hasSuffix(path) })?.note {
            return .skipped(
                check, "\(note): Orca and spd-say speak through that",
                advice: running.units.speechDispatcherSocket == .own ? advice : "end it: within 5 s announced serves them again")
        }
        // Connecting would start the service of the manager's socket.
        switch path == standardSocket ? running.units.speechDispatcherSocket : nil {
        case .own: return .ok(check, "announced serves \(path), from login: Orca and spd-say speak through it")
        case .foreign:
            return .skipped(
                check, "systemd listens at \(path) for speech-dispatcher: Orca and spd-say speak through that, not through announced",
                advice: advice)
        case nil: break
        }
        do {
            let connection = try UnixSocket(to: path)
            guard let process = connection.peer else { return .skipped(check, "another program serves \(path)") }
            if process == running.processID { return .ok(check, "announced serves \(path): Orca and spd-say speak through it") }
            let name = ProcessFiles.name(of: process) ?? "a program"
            return .skipped(
                check, "\(name), process \(process), serves \(path): Orca and spd-say speak through that, not through announced",
                advice: advice)
        } catch {
            switch error {
            case .system(ENOENT):
                return .skipped(check, "no one serves \(path): its clients would start speech-dispatcher", advice: advice)
            case .system(ECONNREFUSED):
                return .skipped(check, "no one listens at \(path): its clients would start speech-dispatcher", advice: advice)
            default: return .skipped(check, "\(path): \(error.reason)")
            }
        }
    }

    private static var socket: String {
        if let address = Environment.value("SPEECHD_ADDRESS"), address.hasPrefix("unix_socket:") {
            return String(address.dropFirst("unix_socket:".count))
        }
        return standardSocket
    }

    private static var standardSocket: String { "\(Environment.runtimeFolder)/speech-dispatcher/speechd.sock" }
}
