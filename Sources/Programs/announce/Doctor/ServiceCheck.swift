import Glibc
import System

/// Checks whether systemd or a user runs the daemon.
enum ServiceCheck {
    static func finding(of running: RunningDaemon) -> Finding {
        let units = running.units
        let enable =
            units.isInstalled && units.isEnabled == false ? "`systemctl --user enable --now announced` starts it with each session" : nil
        guard let process = running.processID else {
            if let failure = units.failure {
                return .failed(
                    "service", "announced.service has failed\(failure.isEmpty ? "" : " (\(failure))")",
                    advice: "`journalctl --user -u announced` says why; `systemctl --user restart announced`")
            }
            return .skipped("service", "no daemon is running", advice: enable)
        }
        if let unit = running.unit {
            let runs = "systemd runs it: \(unit), process \(process)"
            return units.isEnabled == false
                ? .skipped("service", "\(runs); it does not start by itself", advice: enable) : .ok("service", runs)
        }
        let parent = ProcessFiles.parent(of: process).flatMap { parent in
            ProcessFiles.name(of: parent).map { " by \($0), process \(parent)" }
        }
        return .skipped("service", "it was started by hand: process \(process)\(parent ?? "")", advice: enable)
    }
}

extension RunningDaemon {
    /// How to start a daemon.
    var startAdvice: String {
        let command = ProgramOutput.command(ofOwn: "announced")
        guard path == Environment.serviceSocket, SocketPlace.obstacle(at: path) == nil else {
            return Self.startAdvice(at: path, with: command)
        }
        if units.isInstalled { return "start it with `systemctl --user start announced`, or run `\(command) &`" }
        return "start it with `\(command) &`" + (command.contains("/.build/") ? "; `make install` puts it into your PATH" : "")
    }

    /// Returns how to start a daemon at a socket that is not the service's.
    static func startAdvice(at path: String, with command: String = "announced") -> String {
        if let obstacle = SocketPlace.obstacle(at: path) {
            return "\(obstacle): set XDG_RUNTIME_DIR to a folder of yours, or name a daemon's socket with --socket"
        }
        return "start one there with `\(command) --socket \(path) &`, or name a daemon's socket with --socket"
    }

    /// Returns how to restart this daemon.
    /// - Parameter hangs: whether only SIGKILL can end it.
    func restartAdvice(hangs: Bool = false) -> String {
        guard unit == nil, let processID else { return "`systemctl --user restart announced`" }
        return "end it with `kill \(hangs ? "-9 " : "")\(processID)` and start it again"
    }

    /// How to make this daemon reload its configuration.
    var reloadAdvice: String { unit == nil ? processID.map { "`kill -HUP \($0)`" } ?? startAdvice : "`systemctl --user reload announced`" }
}
