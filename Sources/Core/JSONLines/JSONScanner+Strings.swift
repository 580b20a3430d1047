extension JSONScanner {
    /// Scans a string.
    mutating func string() throws(JSONLineError) -> String {
        place += 1
        let start = place
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                return try text(bytes.span.extracting(start..<place))
            case UInt8(ascii: "\\"), 0..<0x20: return try escapedString(from: start)
            default: place += 1
            }
        }
        throw unterminated
    }

    /// Scans the rest of a string that began at `start`, from its first escape or control character.
    private mutating func escapedString(from start: Int) throws(JSONLineError) -> String {
        var plain = Array(bytes[start..<place])
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return try text(plain.span)
            case UInt8(ascii: "\\"): plain += try escape().utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                throw expected("no control character in a string; write \\u00\(digits.count < 2 ? "0" : "")\(digits)")
            default:
                plain.append(byte)
                place += 1
            }
        }
        throw unterminated
    }

    private var unterminated: JSONLineError { expected("a closing quotation mark", at: bytes.count) }

    /// Scans an escape.
    private mutating func escape() throws(JSONLineError) -> Unicode.Scalar {
        let start = place
        place += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw expected("one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
        }
    }

    /// Scans the rest of an escape that began with `\u` at `start`.
    private mutating func unicodeEscape(from start: Int) throws(JSONLineError) -> Unicode.Scalar {
        guard let code = codeUnit() else { throw expected("four hexadecimal digits after \\u", at: start) }
        if let scalar = Unicode.Scalar(code) { return scalar }
        guard UTF16.isLeadSurrogate(code), bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            throw expected("a pair of surrogates", at: start)
        }
        place += 2
        guard let trail = codeUnit(), UTF16.isTrailSurrogate(trail) else { throw expected("a pair of surrogates", at: start) }
        return Unicode.Scalar(0x1_0000 + (UInt32(code - 0xd800) << 10 | UInt32(trail - 0xdc00))) ?? "\u{FFFD}"
    }

    /// Scans four hexadecimal digits.
    private mutating func codeUnit() -> UInt16? {
        guard place + 4 <= bytes.count else { return nil }
        var code: UInt16 = 0
        for byte in bytes[place..<place + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            code = code << 4 | UInt16(digit)
        }
        place += 4
        return code
    }

    private func text(_ bytes: Span<UInt8>) throws(JSONLineError) -> String {
        guard let text = try? UTF8Span(validating: bytes) else { throw .notUTF8 }
        return String(copying: text)
    }
}
