extension String {
    /// Returns the text's beginning, up to `bytes` bytes, followed by "…" if the text is longer.
    package func shortened(toBytes bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var left = bytes
        let beginning = unicodeScalars.prefix { scalar in
            left -= UTF8.width(scalar)
            return left >= 0
        }
        return String(beginning) + "…"
    }

    /// The maximum number of bytes for the text in JSON, where a control character takes six, and quotation marks and backslashes take two.
    package var mostBytesInJSON: Int {
        utf8.reduce(0) { size, byte in
            switch byte {
            case ..<0x20, 0x7f: size + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
            // The first byte of U+0080 to U+009F, and of the marks that change the direction of writing.
            case 0xc2, 0xd8, 0xe2: size + 5
            default: size + 1
            }
        }
    }
}
