import Messages

extension FinishReason {
    /// The reason in readable form, with the protocol's word for scripts: `it waited for too long (expired)`.
    var sentenceWithCode: String { "\(sentence) (\(rawValue))" }

    /// Whether the reason is a failure, rather than something that the user or an app wanted.
    var isFault: Bool { self == .deviceFailed || self == .synthesizerFailed }

    var sentence: String {
        switch self {
        case .spoken: "it was heard"
        case .interrupted: "other speech cut it"
        case .stopped: "it was silenced by stop, skip or cancel"
        case .superseded: "a newer announcement replaced it"
        case .duplicate: "the same text was just spoken"
        case .expired: "it waited for too long"
        case .reset: "the screen has changed"
        case .mediaSession: "a media session kept it silent"
        case .overflow: "too much was waiting"
        case .disconnected: "its app disconnected"
        case .muted: "the configuration mutes its app, or the speech mode silences it"
        case .unspeakable: "there is nothing in it that can be spoken"
        case .synthesizerFailed: "the synthesizer failed"
        case .deviceFailed: "the sound device can't be used"
        case .shutdown: "the daemon ended"
        }
    }
}
