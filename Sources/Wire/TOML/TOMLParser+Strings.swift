extension TOMLParser {
    /// Reads text in quotes, starting at the first quote.
    /// - Parameter allowsLines: whether the text may be in triple quotes, and so may have several lines.
    mutating func readString(allowsLines: Bool) throws(TOMLMistake) -> String {
        let start = cursor
        guard let quote = cursor.next else { throw cursor.mistake("expected text in quotes") }
        cursor.advance()
        var closing = 1
        if cursor.next == quote, cursor.peek(1) == quote, allowsLines {
            closing = 3
            cursor.advance(by: 2)
            // A line end right after the opening quotes is not part of the text.
            _ = cursor.skipLineEnd()
        }
        var text = ""
        while true {
            guard let next = cursor.next, closing == 3 || !cursor.isAtLineEnd else {
                let quotes = String(repeating: String(quote), count: closing)
                throw TOMLMistake(place: start.place, message: "unterminated text; expected a closing \(quotes)")
            }
            if next == quote {
                let run = countQuotes(quote)
                if run >= closing {
                    // One or two additional quotes belong to the text.
                    let own = closing == 3 ? min(run - 3, 2) : 0
                    text += String(repeating: String(quote), count: own)
                    cursor.advance(by: own + closing)
                    return text
                }
                text += String(repeating: String(quote), count: run)
                cursor.advance(by: run)
            } else if next == "\\", quote == "\"" {
                try readEscape(into: &text, allowsLines: closing == 3)
            } else if cursor.skipLineEnd() {
                text += "\n"
            } else {
                guard !next.isForbidden else { throw cursor.mistake("expected text") }
                text.unicodeScalars.append(next)
                cursor.advance()
            }
        }
    }

    private func countQuotes(_ quote: Unicode.Scalar) -> Int {
        var count = 0
        while count < 5, cursor.peek(count) == quote { count += 1 }
        return count
    }

    private mutating func readEscape(into text: inout String, allowsLines: Bool) throws(TOMLMistake) {
        let start = cursor
        cursor.advance()
        if allowsLines {
            // A backslash at the end of a line continues the text at the next word.
            let behind = cursor
            cursor.skipBlanks()
            if cursor.isAtLineEnd {
                repeat { cursor.skipBlanks() } while cursor.skipLineEnd()
                return
            }
            cursor = behind
        }
        guard let letter = cursor.next else { return }
        cursor.advance()
        switch letter {
        case "b": text += "\u{8}"
        case "t": text += "\t"
        case "n": text += "\n"
        case "f": text += "\u{C}"
        case "r": text += "\r"
        case "\"", "\\": text.unicodeScalars.append(letter)
        case "u": text.unicodeScalars.append(try readCodePoint(digits: 4, start.place))
        case "U": text.unicodeScalars.append(try readCodePoint(digits: 8, start.place))
        default:
            throw TOMLMistake(
                place: start.place,
                message: "\\\(letter) is not an escape sequence; expected one of \\b \\t \\n \\f \\r \\\" \\\\ \\u0000 \\U00000000")
        }
    }

    private mutating func readCodePoint(digits: Int, _ place: TOMLPlace) throws(TOMLMistake) -> Unicode.Scalar {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = cursor.next.flatMap({ Character($0).isASCII ? Character($0).hexDigitValue : nil }) else {
                throw TOMLMistake(place: place, message: "expected \(digits) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            cursor.advance()
        }
        guard let scalar = Unicode.Scalar(value) else { throw TOMLMistake(place: place, message: "expected a character of Unicode") }
        return scalar
    }
}
