/// A JSON object as a scan of its line's bytes finds it: in one pass, some ten times as fast as by a decoder.
///
/// It reads less than JSON allows, and never otherwise than a decoder would: what is unusual or wrong is nil here, and the decoder's
/// to judge.
package struct ScannedObject: Sendable {
    package enum Value: Sendable {
        case string(String)
        case number(Int)
        /// A number with a fraction.
        case decimal(Double)
        case flag(Bool)
        case null
        case array([Value])
        case object(ScannedObject)
    }

    package struct Field: Sendable {
        package var name: String
        package var value: Value
    }

    /// The most fields of an object.
    package static let mostFields = 32
    /// How deep objects and arrays may stand in each other, the line's own object counted.
    package static let mostLevels = 8

    /// In the order of the line; no name stands twice.
    package let fields: [Field]

    package init?(_ line: [UInt8]) {
        var scanner = JSONScanner(line)
        guard let object = scanner.line() else { return nil }
        self = object
    }

    fileprivate init(fields: [Field]) { self.fields = fields }
}

/// Where ``ScannedObject`` is in its line.
private struct JSONScanner {
    private let bytes: [UInt8]
    private var place = 0
    /// How many objects and arrays have begun and not ended.
    private var level = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The whole line as one object.
    mutating func line() -> ScannedObject? {
        guard let object = object(), next == nil else { return nil }
        return object
    }

    /// The next byte that is no white space; it is not taken.
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

    private mutating func value() -> ScannedObject.Value? {
        guard let next else { return nil }
        return switch next {
        case UInt8(ascii: "\""): string().map { .string($0) }
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        case UInt8(ascii: "{"): object().map { .object($0) }
        case UInt8(ascii: "["): array().map { .array($0) }
        case UInt8(ascii: "t"): word("true") ? .flag(true) : nil
        case UInt8(ascii: "f"): word("false") ? .flag(false) : nil
        case UInt8(ascii: "n"): word("null") ? .null : nil
        default: nil
        }
    }

    private mutating func object() -> ScannedObject? {
        guard take("{"), level < ScannedObject.mostLevels else { return nil }
        if take("}") { return ScannedObject(fields: []) }
        level += 1
        var fields: [ScannedObject.Field] = []
        fields.reserveCapacity(4)
        repeat {
            guard let name = string(), take(":"), let value = value() else { return nil }
            if fields.count == ScannedObject.mostFields || fields.contains(where: { $0.name == name }) { return nil }
            fields.append(ScannedObject.Field(name: name, value: value))
        } while take(",")
        level -= 1
        return take("}") ? ScannedObject(fields: fields) : nil
    }

    private mutating func array() -> [ScannedObject.Value]? {
        guard take("["), level < ScannedObject.mostLevels else { return nil }
        if take("]") { return [] }
        level += 1
        var values: [ScannedObject.Value] = []
        repeat {
            guard let value = value() else { return nil }
            values.append(value)
        } while take(",")
        level -= 1
        return take("]") ? values : nil
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    /// A number without sign and exponent, of at most 15 digits before the point and after it.
    private mutating func number() -> ScannedObject.Value? {
        let start = place
        var number = 0
        while place < bytes.count, case let digit = Int(bytes[place]) - 0x30, (0...9).contains(digit) {
            number = 10 * number + digit
            place += 1
            if place - start > 15 { return nil }
        }
        if bytes[start] == UInt8(ascii: "0"), place - start > 1 { return nil }
        // An exponent is left for whoever takes what follows the value: nothing takes it.
        guard place < bytes.count, bytes[place] == UInt8(ascii: ".") else { return .number(number) }
        place += 1
        let fraction = place
        while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) { place += 1 }
        guard place > fraction, place - fraction <= 15 else { return nil }
        return Double(String(decoding: bytes[start..<place], as: UTF8.self)).map { .decimal($0) }
    }

    // MARK: Strings

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        let start = place
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                return Self.text(bytes.span.extracting(start..<place))
            case UInt8(ascii: "\\"): return escapedString(from: start)
            case 0..<0x20: return nil
            default: place += 1
            }
        }
        return nil
    }

    /// The rest of a string that began at `start`, from its first escape on.
    private mutating func escapedString(from start: Int) -> String? {
        var plain = Array(bytes[start..<place])
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return Self.text(plain.span)
            case UInt8(ascii: "\\"):
                guard let meant = escape() else { return nil }
                plain += meant.utf8
            case 0..<0x20: return nil
            default: plain.append(byte)
            }
        }
        return nil
    }

    /// What is meant by what stands after a backslash; a NUL and halves of a character are the decoder's.
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
            var code: UInt32 = 0
            for _ in 0..<4 {
                guard place < bytes.count, let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else { return nil }
                code = code << 4 | UInt32(digit)
                place += 1
            }
            return code == 0 ? nil : Unicode.Scalar(code)
        default: return nil
        }
    }

    private static func text(_ bytes: Span<UInt8>) -> String? {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        return String(copying: text)
    }
}
