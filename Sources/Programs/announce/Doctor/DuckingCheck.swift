import System

/// Checks whether the sound server lowers other sound while announced speaks.
enum DuckingCheck {
    private static let check = "ducking"
    private static let patience = Duration.seconds(2)

    /// - Parameter answering: the protocol of the sound server that answers; if none does, the server is not queried, because that might
    ///   start one.
    static func finding(answering: SoundServerCheck.SoundProtocol?) -> Finding {
        guard answering == .pulseAudio else {
            return .skipped(check, "no server with PulseAudio's protocol answers")
        }
        guard let modules = list("modules"), let sinks = list("sinks") else {
            return .skipped(check, "not known: `pactl` doesn't answer")
        }
        return finding(modules: modules, sinks: sinks)
    }

    /// - Parameters:
    ///   - modules: the lines of `pactl list short modules`.
    ///   - sinks: the lines of `pactl list sinks`.
    static func finding(modules: [String], sinks: [String]) -> Finding {
        let ducking = modules.filter { $0.split(separator: "\t").dropFirst().first == "module-role-ducking" }
        if ducking.contains(where: { triggerRoles(of: $0).contains("a11y") }) {
            return .ok(check, "PulseAudio's module-role-ducking lowers other sound while announced speaks")
        }
        let descriptions = sinks.split { $0.hasPrefix("Sink #") }
        if descriptions.contains(where: ducksForAccessibility) {
            return .ok(
                check,
                "WirePlumber's roles lower other sound while announced speaks; through ALSA's plugin for PipeWire it stays low "
                    + "afterwards, unless audio.device = \"pulse\"")
        }
        let message =
            ducking.isEmpty ? "other sound is not lowered while announced speaks" : "module-role-ducking has no trigger role a11y"
        return .skipped(check, message, advice: "docs/RECIPES.md shows how to lower it")
    }

    /// Returns the roles that make a module-role-ducking lower other sound, from the module's line. Slashes separate them into groups.
    private static func triggerRoles(of module: String) -> [Substring] {
        let arguments = module.split(separator: "\t").dropFirst(2).joined().split(separator: " ")
        guard let roles = arguments.last(where: { $0.hasPrefix("trigger_roles=") }) else { return [] }
        return roles.dropFirst("trigger_roles=".count).split { ",/\"'".contains($0) }
    }

    /// Returns whether streams with our role go to this sink, and whether it lowers others.
    private static func ducksForAccessibility(_ sink: ArraySlice<String>) -> Bool {
        /// Returns the words of a property's value: a list of roles is in brackets, each in quotation marks.
        func words(of property: String) -> [Substring] {
            let line = sink.first { $0.drop(while: \.isWhitespace).hasPrefix("\(property) = ") }
            return line?.split(separator: "=", maxSplits: 1).last?.split { !$0.isLetter } ?? []
        }
        return words(of: "device.intended_roles").contains("Accessibility")
            && words(of: "policy.role-based.action.lower-priority") == ["duck"]
    }

    /// Returns the output of `pactl list`, for modules one line each; nil if it fails.
    private static func list(_ what: String) -> [String]? {
        let arguments = what == "modules" ? ["list", "short", what] : ["list", what]
        guard let answer = ProgramOutput.run("pactl", arguments, within: patience), answer.end == .exited(code: 0) else { return nil }
        return answer.lines
    }
}
