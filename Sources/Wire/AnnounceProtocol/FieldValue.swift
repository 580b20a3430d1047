import JSONLines

/// A type that ``FieldReader`` reads.
protocol FieldValue {
    /// - Parameter path: the value's path in its line, for errors.
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError)
}

extension JSONLineError {
    /// Returns the error for a value that does not have the expected type.
    static func expected(_ what: String, at path: String, found value: JSONValue) -> JSONLineError {
        let found = if case .null = value { ", found null" } else { "" }
        return JSONLineError(.invalidField, "\(path): expected \(what)\(found)")
    }
}

extension String: FieldValue {
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        guard case .string(let string) = value else { throw .expected("a string", at: path(), found: value) }
        self = string
    }
}

extension Bool: FieldValue {
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        guard case .flag(let flag) = value else { throw .expected("true or false", at: path(), found: value) }
        self = flag
    }
}

extension Int: FieldValue {
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        switch value {
        case .number(let number): self = number
        case .decimal(let decimal):
            guard let number = Int(exactly: decimal) else { fallthrough }
            self = number
        default: throw .expected("a whole number", at: path(), found: value)
        }
    }
}

extension Double: FieldValue {
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        switch value {
        case .number(let number): self.init(number)
        case .decimal(let number): self = number
        default: throw .expected("a number", at: path(), found: value)
        }
    }
}

extension Array: FieldValue where Element: FieldValue {
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        guard case .array(let values) = value else { throw .expected("an array", at: path(), found: value) }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() { append(try Element(value, at: "\(path())[\(index)]")) }
    }
}

extension FieldReader: FieldValue {
    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        guard case .object(let object) = value else { throw .expected("an object", at: path(), found: value) }
        self.init(object, at: "\(path()).")
    }
}
