/// A short sound with a meaning. The voice generates it, so no file can be missing.
public enum Earcon: String, Sendable, CaseIterable {
    /// Two short tones, rising: the whole screen changed (N1).
    case screenChanged
    /// A low, soft thud: the page can't be scrolled further.
    case pageBorder
    /// A soft click: a character was typed or deleted in a secure text field (K3).
    case secureKey
    /// A short, high tone in place of an utterance's words (N9).
    case speech
}
