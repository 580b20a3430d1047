import JSONLines

/// Reads the fields of one JSON object. Errors name the field and what was expected in it. A field that is `null` counts as absent.
struct FieldReader {
    /// The maximum length of a name (of an app, a group, a voice …), in Unicode scalars.
    static let longestName = 256

    private let fields: [JSONObject.Field]
    /// The prefix of a field's name in errors, such as `element.`; empty for the line's own object.
    private let path: String
    /// The fields that have been read: one bit for each of the first 64, and the indices of later ones.
    private var asked: UInt64 = 0
    private var askedBeyond: Set<Int> = []

    init(_ object: JSONObject, at path: String = "") {
        fields = object.fields
        self.path = path
    }

    /// The fields that have not been read. Once a request has been read, these are unknown fields.
    var unread: [String] {
        if asked.nonzeroBitCount + askedBeyond.count == fields.count { return [] }
        return fields.indices.filter { $0 < UInt64.bitWidth ? asked & 1 << $0 == 0 : !askedBeyond.contains($0) }.map { fields[$0].name }
            .sorted()
    }

    mutating func value<Value: FieldValue>(_ field: String, _ type: Value.Type = Value.self) throws(JSONLineError) -> Value? {
        guard let index = fields.firstIndex(where: { $0.name == field }) else { return nil }
        if index < UInt64.bitWidth { asked |= 1 << index } else { askedBeyond.insert(index) }
        if case .null = fields[index].value { return nil }
        return try Value(fields[index].value, at: "\(path)\(field)")
    }

    /// Reads text to be spoken. Rejects a NUL, which would end the text in C.
    mutating func text(_ field: String) throws(JSONLineError) -> String? {
        guard let text: String = try value(field) else { return nil }
        if text.utf8.contains(0) { throw invalid(field, "contains a NUL character; expected text without one") }
        return text
    }

    mutating func name(_ field: String, longest: Int = longestName) throws(JSONLineError) -> String? {
        guard let name = try text(field) else { return nil }
        if !isName(name, longest) { throw invalid(field, "expected a string of 1 to \(longest) characters") }
        return name
    }

    mutating func nameOrFields(_ field: String) throws(JSONLineError) -> NameOrFields? {
        guard case .fields(let fields)? = try value(field, NameOrFields.self) else { return try name(field).map { .name($0) } }
        return .fields(fields)
    }

    mutating func texts(_ field: String) throws(JSONLineError) -> [String]? {
        try value(field, [String].self)?.enumerated().map { index, text throws(JSONLineError) in
            if text.utf8.contains(0) { throw invalid("\(field)[\(index)]", "contains a NUL character; expected text without one") }
            return text
        }
    }

    mutating func names(_ field: String) throws(JSONLineError) -> [String]? {
        try texts(field)?.enumerated().map { index, name throws(JSONLineError) in
            guard isName(name, Self.longestName) else {
                throw invalid("\(field)[\(index)]", "expected a string of 1 to \(Self.longestName) characters")
            }
            return name
        }
    }

    private func isName(_ text: String, _ longest: Int) -> Bool { !text.isEmpty && text.unicodeScalars.count <= longest }

    mutating func flag(_ field: String) throws(JSONLineError) -> Bool? { try value(field) }

    mutating func number(_ field: String, in range: ClosedRange<Int>) throws(JSONLineError) -> Int? {
        guard let number: Int = try value(field) else { return nil }
        if !range.contains(number) {
            throw invalid(field, "\(number) is out of range; expected \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func seconds(_ field: String, atLeast least: Double = 0) throws(JSONLineError) -> Double? {
        guard let seconds: Double = try value(field) else { return nil }
        if !(seconds >= least && seconds.isFinite) { throw invalid(field, "expected seconds, \(Int(least)) or more") }
        return seconds
    }

    mutating func word<Word: RawRepresentable & CaseIterable>(_ field: String) throws(JSONLineError) -> Word?
    where Word.RawValue == String {
        try value(field, String.self).map { name throws(JSONLineError) in try word(name, of: field) }
    }

    mutating func words<Word: RawRepresentable & CaseIterable>(_ field: String) throws(JSONLineError) -> [Word]?
    where Word.RawValue == String {
        try value(field, [String].self)?.enumerated().map { index, name throws(JSONLineError) in
            try word(name, of: "\(field)[\(index)]")
        }
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ word: String, of field: String
    ) throws(JSONLineError) -> Word where Word.RawValue == String {
        guard let known = Word(rawValue: word) else { throw unknown(word, of: field, known: Word.allCases.map(\.rawValue)) }
        return known
    }

    // MARK: Errors

    func unknown(_ word: String, of field: String, known: [String]) -> JSONLineError {
        invalid(field, "\"\(word.prefix(64))\" is unknown; expected one of \(known.joined(separator: ", "))")
    }

    func invalid(_ field: String, _ message: String) -> JSONLineError { JSONLineError(.invalidField, "\(path)\(field): \(message)") }
}
