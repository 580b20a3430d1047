/// A JSON value as read from a line.
package enum JSONValue: Sendable {
    case string(String)
    case number(Int)
    /// A number with a fraction, or one that does not fit an `Int`.
    case decimal(Double)
    case flag(Bool)
    case null
    case array([JSONValue])
    case object(JSONObject)
    /// A string with a raw control character, an unknown escape or a lone surrogate. It is an error only where its field is read.
    case invalidString
    /// A malformed number, or one that does not fit a `Double`. It is an error only where its field is read.
    case invalidNumber
}

/// A JSON object, read from its line in one pass, about ten times as fast as by Foundation's decoder.
package struct JSONObject: Sendable {
    package struct Field: Sendable {
        package var name: String
        package var value: JSONValue
    }

    /// The fields in the order of the line. Of fields with the same name only the first is kept.
    package let fields: [Field]

    /// - Throws: ``JSONLineError`` of the kind `notAnObject`.
    package init(_ line: [UInt8]) throws(JSONLineError) {
        var scanner = JSONScanner(line)
        self = try scanner.line()
    }

    fileprivate init(fields: [Field]) { self.fields = fields }
}

private struct JSONScanner {
    private let bytes: [UInt8]
    private var place = 0
    /// The number of open objects and arrays.
    private var level = 0
    private var isTooDeep = false
    /// Whether a string was invalid, possibly because of a NUL or invalid UTF-8, which are errors anywhere in a line.
    private var isSuspect = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans the whole line as one object.
    mutating func line() throws(JSONLineError) -> JSONObject {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
        let value = value()
        let isWhole = value != nil && next == nil
        if case .object(let object)? = value, isWhole, !isSuspect { return object }
        try JSONLine.check(bytes)
        guard isWhole else {
            throw isTooDeep ? .tooDeep : JSONLineError(.notAnObject, "the line is not valid JSON; expected a JSON object")
        }
        guard case .object(let object)? = value else {
            throw JSONLineError(.notAnObject, "the line is not a JSON object; expected {…}")
        }
        return object
    }

    /// The next byte that is not white space, without consuming it.
    private var next: UInt8? {
        mutating get {
            while place < bytes.count {
                switch bytes[place] {
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): place += 1
                default: return bytes[place]
                }
            }
            return nil
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func value() -> JSONValue? {
        guard let next else { return nil }
        return switch next {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        case UInt8(ascii: "{"): object().map { .object($0) }
        case UInt8(ascii: "["): array().map { .array($0) }
        case UInt8(ascii: "t"): word("true") ? .flag(true) : nil
        case UInt8(ascii: "f"): word("false") ? .flag(false) : nil
        case UInt8(ascii: "n"): word("null") ? .null : nil
        default: nil
        }
    }

    private mutating func enter(_ bracket: Unicode.Scalar) -> Bool {
        guard take(bracket) else { return false }
        isTooDeep = isTooDeep || level == JSONLine.mostLevels
        level += 1
        return !isTooDeep
    }

    private mutating func leave(_ bracket: Unicode.Scalar) -> Bool {
        level -= 1
        return take(bracket)
    }

    private mutating func object() -> JSONObject? {
        guard enter("{") else { return nil }
        if next == UInt8(ascii: "}") { return leave("}") ? JSONObject(fields: []) : nil }
        var fields: [JSONObject.Field] = []
        fields.reserveCapacity(4)
        /// All names, once there are too many to compare each with every field.
        var names: Set<String> = []
        repeat {
            // Accept a comma after the last field, as Foundation does.
            if !fields.isEmpty, next == UInt8(ascii: "}") { break }
            guard next == UInt8(ascii: "\""), let name = string(), take(":"), let value = value() else { return nil }
            guard case .string(let name) = name else {
                // No nested field has such a name, so it can be skipped.
                if level == 1 { return nil } else { continue }
            }
            if fields.count == Self.fewFields { names = Set(fields.map(\.name)) }
            let isKnown = fields.count < Self.fewFields ? fields.contains { $0.name == name } : !names.insert(name).inserted
            if !isKnown { fields.append(JSONObject.Field(name: name, value: value)) }
        } while take(",")
        return leave("}") ? JSONObject(fields: fields) : nil
    }
    private static let fewFields = 32

    private mutating func array() -> [JSONValue]? {
        guard enter("[") else { return nil }
        if next == UInt8(ascii: "]") { return leave("]") ? [] : nil }
        var values: [JSONValue] = []
        repeat {
            if !values.isEmpty, next == UInt8(ascii: "]") { break }
            guard let value = value() else { return nil }
            values.append(value)
        } while take(",")
        return leave("]") ? values : nil
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    /// Scans everything that looks like a number.
    private mutating func number() -> JSONValue {
        let start = place
        scan: while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                place += 1
            default: break scan
            }
        }
        let text = bytes[start..<place]
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        let whole = digits.prefix { $0 &- UInt8(ascii: "0") <= 9 }
        // JSON has no leading zeros.
        guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return .invalidNumber }
        if whole.count == digits.count, whole.count <= 18 {
            let number = whole.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return .number(digits.count < text.count ? -number : number)
        }
        // A digit must follow a decimal point; `Double` is less strict.
        if let point = text.firstIndex(of: UInt8(ascii: ".")), text[(point + 1)...].first.map({ $0 &- UInt8(ascii: "0") <= 9 }) != true {
            return .invalidNumber
        }
        guard text.count <= Self.longestNumber, let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return .invalidNumber
        }
        return .decimal(number)
    }
    /// Further digits would cost time without changing the value.
    private static let longestNumber = 1000

    // MARK: Strings

    /// Scans a string; nil if it is unterminated.
    private mutating func string() -> JSONValue? {
        place += 1
        let start = place
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                guard let text = Self.text(bytes.span.extracting(start..<place)) else { return invalid() }
                return .string(text)
            case UInt8(ascii: "\\"), 0..<0x20: return escapedString(from: start)
            default: place += 1
            }
        }
        return nil
    }

    /// Scans the rest of a string that began at `start`, from its first escape or control character.
    private mutating func escapedString(from start: Int) -> JSONValue? {
        var plain = Array(bytes[start..<place])
        var isValid = true
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard isValid, let text = Self.text(plain.span) else { return invalid() }
                return .string(text)
            case UInt8(ascii: "\\"):
                if let meant = escape() { plain += meant.utf8 } else { isValid = false }
            case 0..<0x20: isValid = false
            default: plain.append(byte)
            }
        }
        return nil
    }

    /// Scans an escape after its backslash; nil if it is invalid.
    private mutating func escape() -> Unicode.Scalar? {
        guard place < bytes.count else { return nil }
        place += 1
        switch bytes[place - 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let code = codeUnit() else { return nil }
            guard UTF16.isLeadSurrogate(code) else { return Unicode.Scalar(code) }
            guard bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
            place += 2
            guard let trail = codeUnit(), UTF16.isTrailSurrogate(trail) else { return nil }
            return Unicode.Scalar(0x1_0000 + (UInt32(code - 0xd800) << 10 | UInt32(trail - 0xdc00)))
        default: return nil
        }
    }

    /// Scans four hexadecimal digits.
    private mutating func codeUnit() -> UInt16? {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard place < bytes.count, let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else { return nil }
            code = code << 4 | UInt16(digit)
            place += 1
        }
        return code
    }

    private mutating func invalid() -> JSONValue {
        isSuspect = true
        return .invalidString
    }

    private static func text(_ bytes: Span<UInt8>) -> String? {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        return String(copying: text)
    }
}
