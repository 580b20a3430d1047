import VoiceProtocol

/// The commands to send to the voice next.
///
/// If many utterances arrive at once, each of which cuts the previous one, the voice receives only the last one: an utterance that is
/// stopped before it was sent is never sent.
struct UnsentCommands: Sendable {
    private var commands: [VoiceCommand] = []
    /// Whether the voice may have something to stop.
    private var hasSpeech = false

    mutating func append(_ command: VoiceCommand) {
        guard command == .stop else { return commands.append(command) }
        commands.removeAll { if case .speak = $0 { true } else { false } }
        if hasSpeech, !commands.contains(.stop) { commands.append(.stop) }
    }

    /// Removes and returns all commands, in order; the caller sends them now.
    mutating func take() -> [VoiceCommand] {
        for command in commands {
            switch command {
            case .speak: hasSpeech = true
            case .stop: hasSpeech = false
            case .pause, .resume, .voices, .transcribe, .ping, .device, .earcon: break
            }
        }
        defer { commands.removeAll(keepingCapacity: true) }
        return commands
    }
}
