import Glibc
import UnixSocket

/// Checks which program serves speech-dispatcher's clients, such as Orca and spd-say. Not relevant to announced's own clients.
enum SpeechDispatcherCheck {
    private static let check = "speech-dispatcher"

    static func finding(of running: RunningDaemon) -> Finding {
        let path = socket
        let advice =
            running.units.isInstalled
            ? "`systemctl --user enable announced-speech-dispatcher.socket` makes them speak through announced from the next login on"
            : "announced serves it when it is started without --socket"
        do {
            let connection = try UnixSocket(to: path)
            guard let process = connection.peer else { return .skipped(check, "another program serves \(path)") }
            if process == running.processID { return .ok(check, "announced serves \(path): Orca and spd-say speak through it") }
            let name = ProcessFiles.name(of: process) ?? "a program"
            if name.hasPrefix("systemd") {
                return .skipped(check, "systemd listens at \(path), and starts the service of its socket unit when a client speaks")
            }
            return .skipped(
                check, "\(name), process \(process), serves \(path): Orca and spd-say speak through that, not through announced")
        } catch {
            switch error {
            case .system(ENOENT):
                return .skipped(check, "no one serves \(path): its clients would start speech-dispatcher", advice: advice)
            case .system(ECONNREFUSED):
                return .skipped(check, "the server of \(path) has ended: its clients would start speech-dispatcher", advice: advice)
            default: return .skipped(check, "\(path): \(error.reason)")
            }
        }
    }

    private static var socket: String {
        if let address = Variables.value("SPEECHD_ADDRESS"), address.hasPrefix("unix_socket:") {
            return String(address.dropFirst("unix_socket:".count))
        }
        return "\(Variables.runtimeFolder)/speech-dispatcher/speechd.sock"
    }
}
