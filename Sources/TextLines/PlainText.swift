/// Extracts the speakable part of a line.
package enum PlainText {
    /// Returns the text without control characters and escape sequences (colours, cursor movement). Tabs become spaces, invalid UTF-8 is
    /// replaced, and surrounding spaces are removed.
    static func of(_ bytes: ArraySlice<UInt8>) -> String {
        let trimmed = trim(bytes)
        // True of most lines.
        if trimmed.allSatisfy({ 0x20...0x7E ~= $0 }) { return String(decoding: trimmed, as: UTF8.self) }
        let plain = plain(trimmed, keepingLineEnds: false)
        return String(decoding: trim(Array(plain.utf8)[...]), as: UTF8.self)
    }

    /// Does the same for several lines, and keeps line ends and surrounding spaces.
    package static func ofLines(_ bytes: ArraySlice<UInt8>) -> String { plain(bytes, keepingLineEnds: true) }

    private static func plain(_ bytes: ArraySlice<UInt8>, keepingLineEnds: Bool) -> String {
        var plain = String.UnicodeScalarView()
        var escape = EscapeSequence.none
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if keepingLineEnds, scalar == "\n" || scalar == "\r" {
                // An unterminated sequence ends with its line.
                escape = .none
                plain.append(scalar)
                continue
            }
            guard !escape.consume(scalar) else { continue }
            switch scalar.value {
            case 0x09: plain.append(" ")
            // Control characters and the byte order mark.
            case 0..<0x20, 0x7F...0x9F, 0xFEFF: continue
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 && byte != 0x1B }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}

/// The position within a terminal's escape sequence (ECMA-48).
private enum EscapeSequence {
    case none
    /// After the escape character.
    case escape
    /// `ESC [ … letter`: colours, cursor movement.
    case control
    /// `ESC ] … BEL`, or `… ESC \`: titles, links.
    case string

    /// Returns whether the scalar belongs to a sequence.
    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{1B}" {
            self = .escape
            return true
        }
        switch self {
        case .none: return false
        case .escape:
            switch scalar {
            case "[": self = .control
            case "]", "P", "X", "^", "_": self = .string
            // Other sequences have two or three characters: ESC ( B, ESC c.
            case " "..."/": self = .escape
            default: self = .none
            }
            return true
        case .control:
            if "@"..."~" ~= scalar { self = .none }
            return true
        case .string:
            if scalar == "\u{07}" { self = .none }
            return true
        }
    }
}
