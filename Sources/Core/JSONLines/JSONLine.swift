/// Why a line is not the expected message: a sentence that names the field and the expectation.
package struct JSONLineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of mistake; protocols have an error code for each.
    package enum Kind: Sendable {
        /// The bytes are not a JSON object: not JSON at all, invalid UTF-8, a NUL, or another JSON value.
        case notAnObject
        /// A JSON object with fields that are invalid for the message, or without a required field.
        case invalidField
        /// An object of an unknown type. Only requests throw it.
        case unknownType
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    static let notUTF8 = JSONLineError(.notAnObject, "the line is not valid UTF-8; expected JSON in UTF-8")
    static let tooDeep = JSONLineError(
        .notAnObject, "the line is nested too deeply; expected at most \(JSONLine.mostLevels) levels of objects and arrays")
}

/// What holds for every line.
package enum JSONLine {
    /// The maximum nesting of objects and arrays.
    package static let mostLevels = 512

    /// Throws if the line contains bytes that JSON allows nowhere.
    static func check(_ line: [UInt8]) throws(JSONLineError) {
        if line.contains(0) { throw JSONLineError(.notAnObject, "the line contains a NUL byte; expected a JSON object") }
        guard (try? UTF8Span(validating: line.span)) != nil else { throw .notUTF8 }
    }
}
