import Glibc

/// Who runs the daemon: systemd, or somebody by hand.
enum ServiceCheck {
    private static let units = ["announced.service", "announced.socket"]

    static func finding(of running: RunningDaemon) -> Finding {
        let states = unitStates()
        let isEnabled = units.contains { states[$0]?["UnitFileState"]?.hasPrefix("enabled") == true }
        let isInstalled = units.contains { states[$0]?["LoadState"] == "loaded" }
        let enable = isInstalled ? "`systemctl --user enable --now announced` starts it with each session" : nil
        guard let process = running.processID else {
            if states["announced.service"]?["ActiveState"] == "failed" {
                let result = states["announced.service"]?["Result"].map { " (\($0))" } ?? ""
                return .failed(
                    "service", "announced.service has failed\(result)",
                    advice: "`journalctl --user -u announced` says why; `systemctl --user restart announced`")
            }
            return .skipped("service", "nobody runs it", advice: isEnabled ? nil : enable)
        }
        if let unit = ProcessFiles.unit(of: process), unit.hasPrefix("announced") {
            let runs = "systemd runs it: \(unit), process \(process)"
            return isEnabled || states.isEmpty
                ? .ok("service", runs) : .skipped("service", "\(runs); it does not start by itself", advice: enable)
        }
        let parent = ProcessFiles.parent(of: process).flatMap { parent in
            ProcessFiles.name(of: parent).map { " by \($0), process \(parent)" }
        }
        return .skipped("service", "it was started by hand: process \(process)\(parent ?? "")", advice: isEnabled ? nil : enable)
    }

    /// What the user's service manager says of our units: empty if there is none.
    private static func unitStates() -> [String: [String: String]] {
        let arguments = ["--user", "show", "--property=Id,LoadState,ActiveState,UnitFileState,Result"] + units
        guard let answer = ProgramOutput.run("systemctl", arguments, within: .seconds(2)), answer.end == .exited(0) else { return [:] }
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
