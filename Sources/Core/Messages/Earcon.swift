/// A short sound with a meaning.
package enum Earcon: String, Sendable, CaseIterable {
    /// Two tones: the whole screen changed (N1).
    case screenChanged
    /// The page can't be scrolled further.
    case pageBorder
    /// A character was typed or deleted in a secure text field (K3).
    case secureKey
}
