package import JSONLines

/// One pass over the fields of a JSON object, which either reads them into a value or writes the value's.
///
/// A value's ``JSONFields/pass(_:)`` calls one method for each field, with the field's name on the wire. The method's name says which
/// values are allowed, and the error of a field that has another value says what was expected. A field that is missing or `null` is read as
/// nil or as its default; nil and defaults are not written.
package struct FieldPass {
    /// The maximum length of a name (of an app, a group, a voice …), in Unicode scalars.
    package static let longestName = 256

    /// Whether the pass reads a line; otherwise it writes one.
    package let isReading: Bool

    // Reading.
    private let fields: [JSONObject.Field]
    /// The prefix of a field's name in errors, such as `element.`; empty for the line's own object.
    let path: String
    /// The fields that have been read: one bit for each of the first 64, and the indices of later ones.
    private var asked: UInt64 = 0
    private var askedBeyond: Set<Int> = []
    /// The type of the message that is being read, for warnings.
    var subject = ""
    /// The harmless oddities that were found.
    package private(set) var warnings: [Warning] = []

    // Writing.
    private var writer = JSONObjectWriter()

    /// Creates a pass that reads an object.
    package init(reading object: JSONObject, at path: String = "") {
        isReading = true
        fields = object.fields
        self.path = path
    }

    /// Creates a pass that writes an object.
    package init() {
        isReading = false
        fields = []
        path = ""
    }

    /// Returns the object that was written.
    package consuming func written() -> [UInt8] { writer.object() }

    /// The fields that have not been read, sorted. Once the object's value has been read, these are unknown fields.
    package var unread: [String] {
        if asked.nonzeroBitCount + askedBeyond.count == fields.count { return [] }
        return fields.indices.filter { $0 < UInt64.bitWidth ? asked & 1 << $0 == 0 : !askedBeyond.contains($0) }.map { fields[$0].name }
            .sorted()
    }

    // MARK: One value

    /// Returns a field's value; nil if the field is missing or `null`.
    package mutating func value(_ field: String) -> JSONValue? {
        guard let index = fields.firstIndex(where: { $0.name == field }) else { return nil }
        if index < UInt64.bitWidth { asked |= 1 << index } else { askedBeyond.insert(index) }
        if case .null = fields[index].value { return nil }
        return fields[index].value
    }

    /// Returns a field's value without reading the field.
    func peek(_ field: String) -> JSONValue? { fields.first { $0.name == field }?.value }

    /// Reads a field's value; nil if the field is missing or `null`.
    package mutating func read<Value: FieldValue>(_ field: String, _ type: Value.Type = Value.self) throws(JSONLineError) -> Value? {
        guard let value = value(field) else { return nil }
        return try Value(value, at: { "\(path)\(field)" })
    }

    /// Writes a field.
    package mutating func write(_ field: String, _ value: some FieldValue) {
        writer.begin(field)
        value.write(to: &writer.bytes)
    }

    /// Passes a field that may be missing.
    package mutating func optional<Value: FieldValue>(_ field: String, _ value: inout Value?) throws(JSONLineError) {
        if isReading { value = try read(field) } else if let value { write(field, value) }
    }

    /// Passes a field that has a default.
    package mutating func field<Value: FieldValue & Equatable>(
        _ field: String, _ value: inout Value, default usual: Value
    ) throws(JSONLineError) {
        if isReading { value = try read(field) ?? usual } else if value != usual { write(field, value) }
    }

    /// Passes a field that must exist.
    /// - Parameter expected: the value that a missing field should have.
    package mutating func required<Value: FieldValue>(
        _ field: String, _ value: inout Value, expected: @autoclosure () -> String = "a value"
    ) throws(JSONLineError) {
        var given: Value? = value
        try optional(field, &given)
        guard let given else { throw missing(field, expected()) }
        value = given
    }

    /// Writes a field whose value is always the same, and ignores it in what is read.
    package mutating func constant(_ field: String, _ value: some FieldValue) {
        if isReading { _ = self.value(field) } else { write(field, value) }
    }

    // MARK: Objects

    /// Passes an object that may be missing.
    package mutating func object<Value: JSONFields>(_ field: String, _ value: inout Value?) throws(JSONLineError) {
        if isReading {
            guard let object = self.value(field) else { return value = nil }
            value = try read(object, at: field)
        } else if let value {
            writer.begin(field)
            writer.bytes.append(contentsOf: value.json)
        }
    }

    /// Passes an object that must exist.
    package mutating func object<Value: JSONFields>(_ field: String, _ value: inout Value) throws(JSONLineError) {
        var given: Value? = value
        try object(field, &given)
        guard let given else { throw missing(field, "a value") }
        value = given
    }

    /// Passes an array of objects, which is not written if it is empty.
    package mutating func objects<Value: JSONFields>(_ field: String, _ values: inout [Value]) throws(JSONLineError) {
        var given: [Value]? = values.isEmpty ? nil : values
        try objects(field, &given)
        values = given ?? []
    }

    /// Passes an array of objects that may be missing.
    package mutating func objects<Value: JSONFields>(_ field: String, _ values: inout [Value]?) throws(JSONLineError) {
        guard isReading else {
            guard let values else { return }
            return writer.array(field, values.map(\.json))
        }
        guard let given = self.value(field) else { return values = nil }
        guard case .array(let given) = given else { throw .expected("an array", at: "\(path)\(field)", found: given) }
        values = try given.enumerated().map { index, value throws(JSONLineError) in try read(value, at: "\(field)[\(index)]") }
    }

    /// Passes an array of objects that must exist.
    package mutating func list<Value: JSONFields>(_ field: String, _ values: inout [Value]) throws(JSONLineError) {
        var given: [Value]? = values
        try objects(field, &given)
        guard let given else { throw missing(field, "a value") }
        values = given
    }

    /// Reads a value that is an object, and warns about its unknown fields.
    package mutating func read<Value: JSONFields>(_ value: JSONValue, at field: String) throws(JSONLineError) -> Value {
        guard case .object(let object) = value else { throw .expected("an object", at: "\(path)\(field)", found: value) }
        var inner = FieldPass(reading: object, at: "\(path)\(field).")
        inner.subject = subject
        swap(&inner.warnings, &warnings)
        var value = Value.blank
        try value.pass(&inner)
        inner.warnAboutUnread()
        swap(&inner.warnings, &warnings)
        return value
    }

    // MARK: Warnings

    /// The maximum lengths of a path and of an unknown word in a warning.
    private static let longestPath = 64
    private static let longestWord = 32

    /// Warns about the fields that have not been read.
    package mutating func warnAboutUnread() {
        for field in unread { warn(field, "unknown in \(subject); ignored", .ignored) }
    }

    package mutating func warn(unknown word: String, of field: String, _ consequence: String) {
        warn(field, "\"\(word.prefix(Self.longestWord))\" is unknown; \(consequence)", .ignored)
    }

    /// Warns about another oddity of a field.
    package mutating func warn(_ field: String, _ sentence: String, _ code: Warning.Code = .adjusted) {
        guard warnings.count < Reply.mostWarnings else { return }
        warnings.append(Warning(code, "\("\(path)\(field)".prefix(Self.longestPath)): \(sentence)"))
    }

    // MARK: Errors

    /// Returns the error for a word that is not in a list.
    package func unknown(_ word: String, of field: String, known: [String]) -> JSONLineError {
        invalid(field, "\"\(word.prefix(64))\" is unknown; expected one of \(known.joined(separator: ", "))")
    }

    /// Returns the error for a missing field.
    package func missing(_ field: String, _ expected: String) -> JSONLineError { invalid(field, "missing; expected \(expected)") }

    /// Returns the error for two fields that exclude one another.
    package func excluded(_ field: String, by other: String) -> JSONLineError {
        invalid(field, "can't be combined with \(other); expected one of the two")
    }

    package func invalid(_ field: String, _ message: String) -> JSONLineError {
        JSONLineError(.invalidField, "\(path)\(field): \(message)")
    }
}
