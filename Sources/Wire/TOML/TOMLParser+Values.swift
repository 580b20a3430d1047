extension TOMLParser {
    mutating func readValue() throws(TOMLMistake) -> TOMLValue {
        switch cursor.next {
        case "\"", "'": return .string(try readString(allowsLines: true))
        case "[": return .array(try readArray())
        case "{": return .table(try readInlineTable())
        default: return try readWord()
        }
    }

    private mutating func readArray() throws(TOMLMistake) -> [TOMLItem] {
        try open()
        var elements: [TOMLItem] = []
        while true {
            try skipLinesAndComments()
            if cursor.skip("]") { break }
            let place = cursor.place
            elements.append(TOMLItem(value: try readValue(), place: place))
            try skipLinesAndComments()
            if cursor.skip(",") { continue }
            guard cursor.skip("]") else { throw cursor.mistake("expected , or ]") }
            break
        }
        depth -= 1
        return elements
    }

    private mutating func readInlineTable() throws(TOMLMistake) -> TOMLTable {
        try open()
        var table = TOMLTable(definition: .inline)
        cursor.skipBlanks()
        if !cursor.skip("}") {
            repeat {
                cursor.skipBlanks()
                let (path, item) = try readPair()
                try table.add(item, at: path[...])
                cursor.skipBlanks()
            } while cursor.skip(",")
            guard cursor.skip("}") else { throw cursor.mistake("expected , or }") }
        }
        depth -= 1
        return table
    }

    /// Consumes an opening bracket or brace.
    private mutating func open() throws(TOMLMistake) {
        guard depth < Self.deepest else { throw cursor.mistake("at most \(Self.deepest) arrays and tables may be nested") }
        depth += 1
        cursor.advance()
    }

    private mutating func skipLinesAndComments() throws(TOMLMistake) {
        repeat {
            cursor.skipBlanks()
            try skipComment()
        } while cursor.skipLineEnd()
    }

    /// Reads a value that is a single word: true, a number, a date.
    private mutating func readWord() throws(TOMLMistake) -> TOMLValue {
        let start = cursor
        var word = ""
        while let next = cursor.next, next.isInWord || next == " " && TOMLDate.isDate(word) && (cursor.peek(1)?.isDigit ?? false) {
            word.unicodeScalars.append(next)
            cursor.advance()
        }
        if let value = TOMLValue(word: word) { return value }
        cursor = start
        guard !word.isEmpty else { throw cursor.mistake("expected a value: text in quotes, a number, true, false, [ or {") }
        throw TOMLMistake(
            place: start.place, message: "\(word) is not a value; expected text in quotes, a number, true or false")
    }
}

extension Unicode.Scalar {
    fileprivate var isInWord: Bool { isBareKey || self == "+" || self == "." || self == ":" }
    var isDigit: Bool { ("0"..."9").contains(self) }
}
