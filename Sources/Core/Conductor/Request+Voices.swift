import Messages

extension Request {
    /// Whether the request names a voice or a language, or queries the voices.
    var namesVoice: Bool {
        func names(_ attributes: SpeechAttributes) -> Bool { attributes.voice != nil || attributes.language != nil }
        return switch self {
        case .announcement(let announcement): announcement.runs.contains { names($0.attributes) }
        case .hello(let hello): hello.language != nil
        case .settings(let change, _): names(change.speech)
        case .voices: true
        default: false
        }
    }
}
