package import JSONLines

/// A value that is a JSON object on the wire. Its type names its fields once, for reading and for writing.
package protocol JSONFields: Sendable {
    /// The value that is read into. Fields that must exist have any value in it.
    static var blank: Self { get }

    /// Passes each field, in both directions. Writing changes nothing.
    mutating func pass(_ fields: inout FieldPass) throws(JSONLineError)
}

extension JSONFields {
    /// The value as a JSON object, with sorted names, so that equal values give equal objects.
    package var json: [UInt8] {
        var value = self
        var fields = FieldPass()
        // Writing can't fail: what throws is reading.
        do { try value.pass(&fields) } catch { preconditionFailure("\(Self.self) can't be written: \(error)") }
        return fields.written()
    }

    /// The JSON object as text.
    package var jsonText: String { String(decoding: json, as: UTF8.self) }

    /// The JSON object as a line, including `\n`.
    package var jsonLine: [UInt8] {
        var line = json
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Reads a value from a line. Unknown fields are ignored.
    /// - Throws: ``JSONLineError`` that names the field and the expectation.
    package init(jsonLine line: [UInt8]) throws(JSONLineError) {
        var fields = FieldPass(reading: try JSONObject(line))
        self = .blank
        try pass(&fields)
    }
}

extension Array where Element: JSONFields {
    /// The values as a JSON array.
    package var json: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(array: self) { $0.append(contentsOf: $1.json) }
        return bytes
    }

    /// The JSON array as text.
    package var jsonText: String { String(decoding: json, as: UTF8.self) }
}
