/// Why an utterance finished (D3).
public enum FinishReason: String, Sendable, CaseIterable {
    /// The announcement was heard to its end.
    case spoken
    /// Other speech cut the announcement.
    case interrupted
    /// The announcement was stopped, skipped or cancelled.
    case stopped
    /// A newer announcement of its app replaced this one: an announcement of the same group, or one posted during the same pause or media
    /// session.
    case superseded
    /// The announcement was merged with another one with the same text (Q10), whose outcome its client receives.
    case duplicate
    /// The announcement waited too long.
    case expired
    /// The app's screen changed.
    case reset
    /// A media session cut the announcement, or held it too long.
    case mediaSession
    /// Too many of the app's utterances waited.
    case overflow
    /// The app disconnected, and had requested this.
    case disconnected
    /// The user's configuration mutes the app (N7), or the speech mode silences the text (N9).
    case muted
    /// The text makes no sound.
    case unspeakable
    /// The synthesizer failed, or can't speak some of the words; the others were heard.
    case synthesizerFailed
    /// The sound device was unavailable for too long.
    case deviceFailed
    /// The daemon ended.
    case shutdown
}
