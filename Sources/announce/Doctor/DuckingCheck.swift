import ConnectedProcess

/// Checks whether the sound server lowers other sound while announced speaks.
enum DuckingCheck {
    private static let check = "ducking"
    private static let patience = Duration.seconds(2)

    /// - Parameter soundServer: whether one answers. Otherwise asking might start one.
    static func finding(soundServer: Finding) -> Finding {
        guard soundServer.state == .ok, soundServer.message.hasPrefix(SoundServerCheck.pulseAudioName) else {
            return .skipped(check, "no server with PulseAudio's protocol answers")
        }
        guard let modules = list("modules"), let sinks = list("sinks") else {
            return .skipped(check, "not known: `pactl` doesn't answer")
        }
        let module = modules.first { $0.contains("module-role-ducking") }
        if let module, module.contains("a11y") {
            return .ok(check, "PulseAudio's module-role-ducking lowers other sound while announced speaks")
        }
        if sinks.contains(where: { $0.contains("policy.role-based.action.lower-priority") && $0.contains("duck") }) {
            return .ok(check, "WirePlumber's roles lower other sound while announced speaks")
        }
        let message = module == nil ? "other sound stays as loud while announced speaks" : "module-role-ducking has no trigger role a11y"
        return .skipped(check, message, advice: "docs/RECIPES.md shows how to lower it")
    }

    /// Returns what `pactl` lists, a line each for modules; nil if it fails.
    private static func list(_ what: String) -> [String]? {
        let arguments = what == "modules" ? ["list", "short", what] : ["list", what]
        guard let answer = ProgramOutput.run("pactl", arguments, within: patience), answer.end == .exited(code: 0) else { return nil }
        return answer.lines
    }
}
