/// A JSON object that holds strings, plain numbers, `true`, `false` and `null` only, which is what most lines are: read in one pass,
/// some ten times as fast as by a decoder.
///
/// It reads less than JSON allows, and never otherwise than a decoder would: what is unusual or wrong is nil here, and the decoder's
/// to judge.
package struct FlatJSONObject: Sendable {
    package enum Value: Sendable, Equatable {
        case string(String)
        case number(Int)
        /// A number with a fraction.
        case decimal(Double)
        case flag(Bool)
        case null
    }

    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: Value
    }

    /// The most fields.
    package static let mostFields = 32

    /// In the order of the line; no name stands twice.
    package let fields: [Field]

    package init?(_ line: [UInt8]) {
        var scanner = FlatJSONScanner(line)
        guard let fields = scanner.object() else { return nil }
        self.fields = fields
    }
}

/// Where ``FlatJSONObject`` is in its line.
private struct FlatJSONScanner {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The whole line as one object.
    mutating func object() -> [FlatJSONObject.Field]? {
        guard take("{") else { return nil }
        var fields: [FlatJSONObject.Field] = []
        fields.reserveCapacity(8)
        repeat {
            guard let name = string(), take(":"), let value = value() else { return nil }
            if fields.count == FlatJSONObject.mostFields || fields.contains(where: { $0.name == name }) { return nil }
            fields.append(FlatJSONObject.Field(name: name, value: value))
        } while take(",")
        guard take("}"), next == nil else { return nil }
        return fields
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

    private mutating func value() -> FlatJSONObject.Value? {
        guard let next else { return nil }
        return switch next {
        case UInt8(ascii: "\""): string().map { .string($0) }
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        case UInt8(ascii: "t"): word("true") ? .flag(true) : nil
        case UInt8(ascii: "f"): word("false") ? .flag(false) : nil
        case UInt8(ascii: "n"): word("null") ? .null : nil
        default: nil
        }
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    /// A number without sign and exponent, of at most 15 digits before the point and after it.
    private mutating func number() -> FlatJSONObject.Value? {
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

    /// A string without `\u`.
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
                guard place < bytes.count, let meant = Self.escapes[bytes[place]] else { return nil }
                plain.append(meant)
                place += 1
            case 0..<0x20: return nil
            default: plain.append(byte)
            }
        }
        return nil
    }

    private static func text(_ bytes: Span<UInt8>) -> String? {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        return String(copying: text)
    }

    /// What stands after a backslash, and what is meant.
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "/"): UInt8(ascii: "/"),
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c, UInt8(ascii: "n"): 0x0a, UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09,
    ]
}
