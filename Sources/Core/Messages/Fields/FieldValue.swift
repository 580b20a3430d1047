package import JSONLines

/// A word from a fixed list.
package typealias FieldWord = RawRepresentable<String> & CaseIterable & Sendable

/// A simple value of a field, or an array of such values.
package protocol FieldValue {
    /// - Parameter path: the value's path in its line, for errors.
    init(_ value: JSONValue, at path: () -> String) throws(JSONLineError)
    func write(to bytes: inout [UInt8])
}

extension JSONLineError {
    /// Returns the error for a value that does not have the expected type.
    static func expected(_ what: String, at path: String, found value: JSONValue) -> JSONLineError {
        let found = if case .null = value { ", found null" } else { "" }
        return JSONLineError(.invalidField, "\(path): expected \(what)\(found)")
    }
}

extension String: FieldValue {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        guard case .string(let string) = value else { throw .expected("a string", at: path(), found: value) }
        self = string
    }
    package func write(to bytes: inout [UInt8]) { bytes.append(json: self) }
}

extension Bool: FieldValue {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        guard case .flag(let flag) = value else { throw .expected("true or false", at: path(), found: value) }
        self = flag
    }
    package func write(to bytes: inout [UInt8]) { bytes.append(json: self) }
}

/// A word from a fixed list, in which `true` and `false` are JSON's own.
package protocol FlagOrWord: FieldWord, FieldValue {}

extension FlagOrWord {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        let known: Self? =
            switch value {
            case .flag(let flag): Self(rawValue: "\(flag)")
            case .string(let word) where Bool(word) == nil: Self(rawValue: word)
            default: nil
            }
        guard let known else {
            let words = Self.allCases.map { Bool($0.rawValue) == nil ? "\"\($0.rawValue)\"" : $0.rawValue }
            throw .expected("one of \(words.joined(separator: ", "))", at: path(), found: value)
        }
        self = known
    }
    package func write(to bytes: inout [UInt8]) {
        if let flag = Bool(rawValue) { flag.write(to: &bytes) } else { rawValue.write(to: &bytes) }
    }
}

extension FieldValue where Self: FixedWidthInteger {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        let number: Self? =
            switch value {
            case .number(let number): Self(exactly: number)
            case .decimal(let decimal): Self(exactly: decimal)
            default: nil
            }
        guard let number else { throw .expected("a whole number", at: path(), found: value) }
        self = number
    }
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: description.utf8) }
}
extension Int: FieldValue {}
extension Int32: FieldValue {}
extension UInt64: FieldValue {}

extension Double: FieldValue {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        switch value {
        case .number(let number): self.init(number)
        case .decimal(let number): self = number
        default: throw .expected("a number", at: path(), found: value)
        }
    }
    package func write(to bytes: inout [UInt8]) { bytes.append(json: self) }
}

extension Array: FieldValue where Element: FieldValue {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        guard case .array(let values) = value else { throw .expected("an array", at: path(), found: value) }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() { append(try Element(value, at: { "\(path())[\(index)]" })) }
    }
    package func write(to bytes: inout [UInt8]) { bytes.append(array: self) { $1.write(to: &$0) } }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        guard case .object(let object) = value else { throw .expected("an object", at: path(), found: value) }
        self = [:]
        for field in object.fields { self[field.name] = try Value(field.value, at: { "\(path()).\(field.name)" }) }
    }
    package func write(to bytes: inout [UInt8]) {
        var writer = JSONObjectWriter()
        for (name, value) in self {
            writer.begin(name)
            value.write(to: &writer.bytes)
        }
        bytes.append(contentsOf: writer.object())
    }
}
