import FoundationEssentials

/// Why a line is not the expected message: a sentence that names the field and the expectation.
package struct JSONLineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of mistake; protocols have an error code for each.
    package enum Kind: Sendable {
        /// The bytes are not a JSON object: not JSON at all, invalid UTF-8, a NUL, or another JSON value.
        case notAnObject
        /// A JSON object with fields that are invalid for the message, or without a required field.
        case invalidField
        /// An object of an unknown type. The decoded types throw it.
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

/// Encodes and decodes one JSON value per line.
package struct JSONLine: Sendable {
    /// Decodes the object in `line`.
    /// - Throws: ``JSONLineError`` that names the field and the expectation.
    package static func decode<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws(JSONLineError) -> Value {
        // Check the whole line, because the decoder looks only at requested fields.
        try check(line)
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch let error as JSONLineError {
            throw error
        } catch let error as DecodingError {
            if nestsTooDeep(line) { throw JSONLineError.tooDeep }
            throw Self.explain(error)
        } catch {
            throw JSONLineError(.notAnObject, "the line is not valid JSON; expected a JSON object")
        }
    }

    /// Throws if the line contains bytes that JSON allows nowhere.
    static func check(_ line: [UInt8]) throws(JSONLineError) {
        if line.contains(0) { throw JSONLineError(.notAnObject, "the line contains a NUL byte; expected a JSON object") }
        guard isUTF8(line) else { throw .notUTF8 }
    }

    /// Returns `value` as one line including `\n`. Keys are sorted, so that equal values give equal lines.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        // The messages contain only strings, finite numbers, booleans, arrays and objects, all of which JSON can express.
        guard var line = try? JSONLineEncoder.bytes(of: value) else { preconditionFailure("\(type(of: value)) can't be encoded") }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static func explain(_ error: DecodingError) -> JSONLineError {
        switch error {
        case .keyNotFound(let key, let context):
            return JSONLineError(.invalidField, "\(path(context.codingPath + [key])): missing; expected a value")
        case .typeMismatch(let type, let context):
            if context.codingPath.isEmpty { return JSONLineError(.notAnObject, "the line is not a JSON object; expected {…}") }
            return JSONLineError(.invalidField, "\(path(context.codingPath)): expected \(name(of: type))")
        case .valueNotFound(let type, let context):
            if context.codingPath.isEmpty { return JSONLineError(.notAnObject, "the line is not a JSON object; expected {…}") }
            return JSONLineError(.invalidField, "\(path(context.codingPath)): expected \(name(of: type)), found null")
        case .dataCorrupted(let context):
            if context.codingPath.isEmpty { return JSONLineError(.notAnObject, "the line is not valid JSON; expected a JSON object") }
            return JSONLineError(.invalidField, "\(path(context.codingPath)): \(context.debugDescription)")
        @unknown default:
            return JSONLineError(.notAnObject, "the line is not valid JSON; expected a JSON object")
        }
    }

    /// The maximum nesting of objects and arrays, which is the decoder's own limit.
    package static let mostLevels = 512

    private static func nestsTooDeep(_ line: [UInt8]) -> Bool {
        var level = 0
        var isString = false
        var isEscaped = false
        for byte in line {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isString: isEscaped = true
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if !isString { level += 1 }
                if level > mostLevels { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isString { level -= 1 }
            default: break
            }
        }
        return false
    }

    private static func isUTF8(_ line: [UInt8]) -> Bool { (try? UTF8Span(validating: line.span)) != nil }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue { path += "[\(index)]" } else { path += path.isEmpty ? key.stringValue : ".\(key.stringValue)" }
        }
    }

    /// Returns the JSON name of a type, for error messages.
    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Double.Type, is Float.Type: "a number"
        case is any FixedWidthInteger.Type: "a whole number"
        default: "\(type)".hasPrefix("Array") ? "an array" : "an object"
        }
    }
}
