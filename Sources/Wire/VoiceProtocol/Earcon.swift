/// A short sound with a meaning, which the voice itself generates.
package enum Earcon: String, Sendable, Codable, CaseIterable {
    /// Two short, rising tones: the whole screen changed (N1).
    case screenChanged
    /// A low, soft thud: the page can't be scrolled further.
    case pageBorder
    /// A soft click: a character was typed or deleted in a secure text field (K3).
    case secureKey
}
