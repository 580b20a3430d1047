// TerminalText prevents the texts of others (apps, files, programs) from controlling a terminal. All human-readable output is written
// through it, and all JSON that a terminal may show.

extension Unicode.Scalar {
    /// Whether the scalar can do more to a terminal than show a character: a control character, a line end, or a change of the writing
    /// direction.
    package var isControlling: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text as one line, with a space in place of each character that controls a terminal.
    package var visible: String { visible { $0.isControlling } }

    /// The text with the same replacements, except that line ends are kept.
    package var visibleLines: String { visible { $0.isControlling && $0 != "\n" } }

    /// One line of JSON with an escape in place of each character that controls a terminal. Decoding returns the same value.
    package var visibleJSON: String {
        unicodeScalars.reduce(into: "") { json, scalar in
            if scalar.isControlling {
                let digits = String(scalar.value, radix: 16)
                json += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            } else {
                json.unicodeScalars.append(scalar)
            }
        }
    }

    private func visible(_ isReplaced: (Unicode.Scalar) -> Bool) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { isReplaced($0) ? " " : $0 }))
    }
}
