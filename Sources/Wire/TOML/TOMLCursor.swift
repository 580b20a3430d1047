/// A position in the text being parsed.
struct TOMLCursor {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private(set) var place = TOMLPlace(line: 1, column: 1)

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        // Skip a byte order mark.
        if scalars.first == "\u{FEFF}" { index = 1 }
    }

    var isAtEnd: Bool { index >= scalars.count }

    /// The scalar at this position; nil at the end.
    var next: Unicode.Scalar? { peek(0) }

    /// Returns the scalar `distance` positions ahead; nil beyond the end.
    func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    var isAtLineEnd: Bool { next == "\n" || next == "\r" && peek(1) == "\n" }

    /// Whether this line starts like a header or a key.
    var isAtStatement: Bool {
        var ahead = self
        ahead.skipBlanks()
        while ahead.next == "[" { ahead.advance() }
        let hasBracket = ahead.index > index && scalars[ahead.index - 1] == "["
        let start = ahead.index
        while let next = ahead.next, next.isBareKey || next == "." || next == "\"" || next == "'" { ahead.advance() }
        let hasKey = ahead.index > start
        ahead.skipBlanks()
        return hasKey && ahead.next == (hasBracket ? "]" : "=")
    }

    mutating func advance() {
        guard let next else { return }
        index += 1
        if next == "\n" {
            place = TOMLPlace(line: place.line + 1, column: 1)
        } else {
            place.column += 1
        }
    }

    mutating func advance(by count: Int) {
        for _ in 0..<count { advance() }
    }

    /// Moves past `scalar` if it is next.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    mutating func skipBlanks() {
        while next == " " || next == "\t" { advance() }
    }

    /// Moves past a line end if it is next.
    mutating func skipLineEnd() -> Bool {
        guard isAtLineEnd else { return false }
        if next == "\r" { advance() }
        advance()
        return true
    }

    mutating func skipLine() {
        while !isAtEnd, next != "\n" { advance() }
        advance()
    }

    /// Returns a mistake at this position, with a description of the text there.
    func mistake(_ message: String) -> TOMLMistake {
        let found =
            switch next {
            case nil: ", found the end of the file"
            case "\n", "\r": ", found the end of the line"
            case let scalar? where scalar.isForbidden: ", found the control character \(scalar.codePoint)"
            case let scalar?: ", found \(scalar)"
            }
        return TOMLMistake(place: place, message: message + found)
    }
}

extension Unicode.Scalar {
    /// Whether an unquoted key may contain the scalar.
    var isBareKey: Bool { isASCII && (properties.isAlphabetic || ("0"..."9").contains(self)) || self == "-" || self == "_" }

    /// Whether the scalar is never allowed: a control character other than a tab.
    var isForbidden: Bool { value < 0x20 && self != "\t" || value == 0x7F }

    /// The code point in the usual notation: `U+001B`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
