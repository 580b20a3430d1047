/// What of a line can be spoken.
package enum PlainText {
    /// The text, without what a terminal would obey: escape sequences (colours, moves of the cursor) and control characters. A tabulator is
    /// a space; invalid UTF-8 is replaced. Spaces around it are dropped.
    static func of(_ bytes: ArraySlice<UInt8>) -> String {
        let trimmed = trim(bytes)
        // As most lines are.
        if trimmed.allSatisfy({ 0x20...0x7E ~= $0 }) { return String(decoding: trimmed, as: UTF8.self) }
        let plain = plain(trimmed, keepingLineEnds: false)
        return String(decoding: trim(Array(plain.utf8)[...]), as: UTF8.self)
    }

    /// The same for a text of any number of lines, whose ends, and the spaces around it, stay.
    package static func ofLines(_ bytes: ArraySlice<UInt8>) -> String { plain(bytes, keepingLineEnds: true) }

    private static func plain(_ bytes: ArraySlice<UInt8>, keepingLineEnds: Bool) -> String {
        var plain = String.UnicodeScalarView()
        var escape = EscapeSequence.none
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if keepingLineEnds, scalar == "\n" || scalar == "\r" {
                // One that has no end takes no more than its line.
                escape = .none
                plain.append(scalar)
                continue
            }
            guard !escape.takes(scalar) else { continue }
            switch scalar.value {
            case 0x09: plain.append(" ")
            // Control characters, and a mark of the byte order.
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

/// How far into an escape sequence of a terminal (ECMA-48) a text is.
private enum EscapeSequence {
    case none
    /// Behind the escape character.
    case escape
    /// `ESC [ … letter`: colours, moves.
    case control
    /// `ESC ] … BEL`, or `… ESC \`: titles, links.
    case string

    /// Whether the scalar belongs to a sequence.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
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
            // Others are two or three characters long: ESC ( B, ESC c.
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
