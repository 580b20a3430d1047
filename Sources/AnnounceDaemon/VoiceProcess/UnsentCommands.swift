import VoiceProtocol

/// The commands that the voice will be told next.
///
/// Of many utterances that come at once, each of which cuts the one before, the voice hears of the last one only: what it is to speak
/// and to stop before it knows of it, it need not know.
struct UnsentCommands: Sendable {
    private var commands: [VoiceCommand] = []
    /// Whether the voice may have something to stop.
    private var hasSpeech = false

    mutating func append(_ command: VoiceCommand) {
        guard command == .stop else { return commands.append(command) }
        commands.removeAll { if case .speak = $0 { true } else { false } }
        if hasSpeech, !commands.contains(.stop) { commands.append(.stop) }
    }

    /// All of them, in order; they are sent now.
    mutating func take() -> [VoiceCommand] {
        for command in commands {
            switch command {
            case .speak: hasSpeech = true
            case .stop: hasSpeech = false
            case .pause, .resume, .voices, .ping, .device, .earcon: break
            }
        }
        defer { commands.removeAll(keepingCapacity: true) }
        return commands
    }
}
