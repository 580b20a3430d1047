import TerminalText

/// Extracts the speakable part of a text that consists of lines.
package enum PlainText {
    /// Returns the text without control characters and escape sequences (colours, cursor movement). Invalid UTF-8 is replaced;
    /// line ends, tabs and surrounding spaces are kept.
    package static func ofLines(_ bytes: ArraySlice<UInt8>) -> String {
        var plain = String.UnicodeScalarView()
        var escape = EscapeSequence.none
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where escape.read(scalar) == .text {
            switch scalar {
            case "\n", "\r", "\t": plain.append(scalar)
            default: if isVisible(scalar) { plain.append(scalar) }
            }
        }
        return String(plain)
    }

    /// Returns whether a scalar is neither a control character nor the byte order mark.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xFEFF: false
        default: true
        }
    }
}
