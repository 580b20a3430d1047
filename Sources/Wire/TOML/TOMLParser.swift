/// Parses a text statement by statement: a section's header, or a key and its value.
struct TOMLParser {
    var cursor: TOMLCursor
    /// The section to which keys are added; nil after an invalid header, whose keys are discarded.
    private var section: [String]? = []
    private var document = TOMLDocument()
    /// The number of open arrays and inline tables.
    var depth = 0

    /// The maximum nesting of arrays and inline tables, and the maximum number of parts in a dotted key.
    static let deepest = 32

    init(_ text: String) {
        cursor = TOMLCursor(text)
    }

    mutating func parse() -> TOMLDocument {
        while !cursor.isAtEnd, document.mistakes.count < TOMLDocument.mostMistakes {
            let start = cursor
            do throws(TOMLMistake) {
                try readStatement()
            } catch {
                document.mistakes.append(error)
                recover(from: error, in: start)
            }
        }
        return document
    }

    /// Moves to where parsing can resume, usually the next line. After a mistake in a value of several lines, everything is skipped up to a
    /// line that looks like a statement.
    private mutating func recover(from mistake: TOMLMistake, in start: TOMLCursor) {
        depth = 0
        let isOfSeveralLines = cursor.place.line > start.place.line
        // If a text has no closing quotes, they may be missing anywhere, so only the first line is certainly wrong.
        if isOfSeveralLines, cursor.isAtEnd { cursor = start }
        var line = start
        while isOfSeveralLines, line.place.line < mistake.place.line { line.skipLine() }
        // If a closing bracket is missing, the value runs into the next statement, which itself is valid.
        if line.place.line > start.place.line, line.isAtStatement { return cursor = line }
        cursor.skipLine()
        while isOfSeveralLines, !cursor.isAtEnd, !cursor.isAtStatement { cursor.skipLine() }
    }

    private mutating func readStatement() throws(TOMLMistake) {
        cursor.skipBlanks()
        if cursor.next == "[" {
            try readHeader()
        } else if cursor.next != "#", !cursor.isAtLineEnd, !cursor.isAtEnd {
            let (path, item) = try readPair()
            guard let section else { return try endLine() }
            try document.table.update(section[...]) { (table) throws(TOMLMistake) in try table.add(item, at: path[...]) }
        }
        try endLine()
    }

    private mutating func endLine() throws(TOMLMistake) {
        cursor.skipBlanks()
        try skipComment()
        guard cursor.skipLineEnd() || cursor.isAtEnd else { throw cursor.mistake("expected the end of the line") }
    }

    mutating func skipComment() throws(TOMLMistake) {
        guard cursor.next == "#" else { return }
        while let next = cursor.next, !cursor.isAtLineEnd {
            guard !next.isForbidden else { throw cursor.mistake("expected a comment's text") }
            cursor.advance()
        }
    }

    // MARK: Sections

    private mutating func readHeader() throws(TOMLMistake) {
        // Even after a mistake, the following keys don't belong to the previous section.
        section = nil
        cursor.advance()
        let isElement = cursor.skip("[")
        cursor.skipBlanks()
        let place = cursor.place
        let path = try readPath()
        guard cursor.skip("]"), !isElement || cursor.skip("]") else {
            throw cursor.mistake("expected \(isElement ? "]]" : "]") after the section's name")
        }
        let again = try document.table.define(path[...], isElement: isElement, at: place)
        section = path
        if let again { throw again }
    }

    // MARK: Keys

    /// Reads `key = value`.
    mutating func readPair() throws(TOMLMistake) -> (path: [String], item: TOMLItem) {
        let place = cursor.place
        let path = try readPath()
        guard cursor.skip("=") else { throw cursor.mistake("expected = after the key") }
        cursor.skipBlanks()
        return (path, TOMLItem(value: try readValue(), place: place))
    }

    /// Reads the parts of a dotted key, quoted or not, and the blanks after it.
    private mutating func readPath() throws(TOMLMistake) -> [String] {
        var path: [String] = []
        repeat {
            cursor.skipBlanks()
            guard path.count < Self.deepest else { throw cursor.mistake("a key has at most \(Self.deepest) parts") }
            path.append(try readKey())
            cursor.skipBlanks()
        } while cursor.skip(".")
        return path
    }

    private mutating func readKey() throws(TOMLMistake) -> String {
        guard let first = cursor.next, !cursor.isAtLineEnd else { throw cursor.mistake("expected a key") }
        if first == "\"" || first == "'" {
            return try readString(allowsLines: false)
        }
        var key = ""
        while let next = cursor.next, next.isBareKey {
            key.unicodeScalars.append(next)
            cursor.advance()
        }
        guard !key.isEmpty else { throw cursor.mistake("expected a key: A-Z a-z 0-9 - _, or any text in quotes") }
        return key
    }
}
