/// The International Phonetic Alphabet; only the characters are checked (T12). It depends on the voice which sounds can be spoken.
package enum PhoneticNotation {
    /// The maximum length of a run's notation, in Unicode scalars: about two minutes of speech.
    package static let mostScalars = 1000

    /// Returns the first character that never occurs in the notation; nil if there is none.
    ///
    /// Besides IPA's letters, diacritics and marks, accepts `'`, `,` and `:` for `ˈ`, `ˌ` and `ː`, white space between words, and the
    /// slashes or brackets in which notation is often written.
    package static func firstForeignScalar(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { !isPhonetic($0) }
    }

    private static func isPhonetic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61...0x7A, 0x20, 0x09, 0x0A: true
        case 0xC0...0x24F: scalar.properties.isLowercase || (0x1C0...0x1C3).contains(scalar.value)  // with diacritics; clicks
        case 0x250...0x2FF: true  // IPA extensions, modifier letters
        case 0x300...0x36F: true  // diacritics
        case 0x3B2, 0x3B8, 0x3C7: true  // β θ χ
        case 0x1D00...0x1DFF: true  // phonetic extensions, further diacritics
        case 0x1E00...0x1EFF: scalar.properties.isLowercase
        case 0x200C, 0x200D, 0x203F, 0x2016, 0x207F, 0x2191, 0x2193, 0x2197, 0x2198, 0xA71B, 0xA71C: true  // ‿ ‖ ⁿ ↑ ↓ ↗ ↘ ꜛ ꜜ
        default: "'’,:./|[]()".unicodeScalars.contains(scalar)
        }
    }
}
