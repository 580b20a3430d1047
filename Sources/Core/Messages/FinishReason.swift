/// Why an utterance finished (D3).
package enum FinishReason: String, Sendable, CaseIterable {
    case spoken, interrupted, stopped, superseded, duplicate, expired, reset, mediaSession, overflow, disconnected, muted
    case unspeakable, synthesizerFailed, deviceFailed, shutdown
}
