package import JSONLines

// The kinds of fields, with their limits.
extension FieldPass {
    // MARK: Texts and names

    /// Passes text to be spoken. Rejects a NUL, which would end the text in C.
    package mutating func text(_ field: String, _ text: inout String?) throws(JSONLineError) {
        guard isReading else { return try optional(field, &text) }
        let read: String? = try read(field)
        if let read, read.utf8.contains(0) { throw invalid(field, "contains a NUL character; expected text without one") }
        text = read
    }

    /// Passes text to be spoken that must exist.
    package mutating func text(
        _ field: String, _ text: inout String, expected: @autoclosure () -> String = "a string"
    ) throws(JSONLineError) {
        var given: String? = text
        try self.text(field, &given)
        guard let given else { throw missing(field, expected()) }
        text = given
    }

    /// Passes a string of 1 to `longest` Unicode scalars.
    package mutating func name(_ field: String, _ name: inout String?, longest: Int = longestName) throws(JSONLineError) {
        var read = name
        try text(field, &read)
        if isReading, let read, !Self.isName(read, longest) { throw invalid(field, Self.expectedName(longest)) }
        name = read
    }

    /// Passes a name that must exist.
    package mutating func name(
        _ field: String, _ name: inout String, expected: @autoclosure () -> String
    ) throws(JSONLineError) {
        var given: String? = name
        try self.name(field, &given)
        guard let given else { throw missing(field, expected()) }
        name = given
    }

    /// Passes texts; an empty array is not written.
    package mutating func texts(_ field: String, _ texts: inout [String]) throws(JSONLineError) {
        try self.field(field, &texts, default: [])
        guard isReading, let index = texts.firstIndex(where: { $0.utf8.contains(0) }) else { return }
        throw invalid("\(field)[\(index)]", "contains a NUL character; expected text without one")
    }

    /// Passes names; an empty array is not written.
    package mutating func names(_ field: String, _ names: inout [String]) throws(JSONLineError) {
        var given = names.isEmpty ? nil : names
        try self.names(field, &given)
        names = given ?? []
    }

    /// Passes names that may be missing.
    package mutating func names(_ field: String, _ names: inout [String]?) throws(JSONLineError) {
        try optional(field, &names)
        guard isReading, let names else { return }
        for (index, name) in names.enumerated() {
            if name.utf8.contains(0) { throw invalid("\(field)[\(index)]", "contains a NUL character; expected text without one") }
            if !Self.isName(name, Self.longestName) { throw invalid("\(field)[\(index)]", Self.expectedName(Self.longestName)) }
        }
    }

    private static func isName(_ text: String, _ longest: Int) -> Bool { !text.isEmpty && text.unicodeScalars.count <= longest }
    private static func expectedName(_ longest: Int) -> String { "expected a string of 1 to \(longest) characters" }

    // MARK: Numbers

    /// Passes a whole number in a range.
    package mutating func number(_ field: String, _ number: inout Int?, in range: ClosedRange<Int>) throws(JSONLineError) {
        try optional(field, &number)
        guard isReading, let number, !range.contains(number) else { return }
        throw invalid(field, "\(number) is out of range; expected \(range.lowerBound) to \(range.upperBound)")
    }

    /// Passes a whole number in a range that has a default.
    package mutating func number(
        _ field: String, _ number: inout Int, in range: ClosedRange<Int>, default usual: Int
    ) throws(JSONLineError) {
        var given: Int? = number == usual ? nil : number
        try self.number(field, &given, in: range)
        number = given ?? usual
    }

    /// Passes a duration of at least `least` seconds.
    package mutating func seconds(_ field: String, _ seconds: inout Double?, atLeast least: Double = 0) throws(JSONLineError) {
        try optional(field, &seconds)
        guard isReading, let seconds, !(seconds >= least && seconds.isFinite) else { return }
        throw invalid(field, "expected seconds, \(Int(least)) or more")
    }

    /// Passes seconds that are written with a precision of milliseconds.
    package mutating func time(_ field: String, _ seconds: inout Double) throws(JSONLineError) {
        if isReading { try required(field, &seconds) } else { write(field, seconds.toMilliseconds) }
    }

    // MARK: Words from a list

    /// Passes a word that may be missing.
    package mutating func word<Word: FieldWord>(_ field: String, _ word: inout Word?) throws(JSONLineError) {
        guard isReading else {
            var name = word?.rawValue
            return try optional(field, &name)
        }
        switch value(field) {
        case nil: word = nil
        case .string(let name)?: word = try known(name, of: field)
        default: throw invalid(field, "expected one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }

    /// Passes a word that has a default.
    package mutating func word<Word: FieldWord & Equatable>(
        _ field: String, _ word: inout Word, default usual: Word
    ) throws(JSONLineError) {
        var given = word == usual ? nil : word
        try self.word(field, &given)
        word = given ?? usual
    }

    /// Passes a word that must exist.
    package mutating func word<Word: FieldWord>(
        _ field: String, _ word: inout Word, expected: @autoclosure () -> String = "a value"
    ) throws(JSONLineError) {
        var given: Word? = word
        try self.word(field, &given)
        guard let given else { throw missing(field, expected()) }
        word = given
    }

    /// Passes words that may be missing.
    package mutating func words<Word: FieldWord>(_ field: String, _ words: inout [Word]?) throws(JSONLineError) {
        var names = words?.map(\.rawValue)
        try optional(field, &names)
        guard isReading else { return }
        words = try names?.enumerated().map { index, name throws(JSONLineError) in try known(name, of: "\(field)[\(index)]") }
    }

    private func known<Word: FieldWord>(_ word: String, of field: String) throws(JSONLineError) -> Word {
        guard let known = Word(rawValue: word) else { throw unknown(word, of: field, known: Word.allCases.map(\.rawValue)) }
        return known
    }
}

extension Double {
    /// These seconds, rounded to the millisecond.
    package var toMilliseconds: Double { (self * 1000).rounded() / 1000 }
}
