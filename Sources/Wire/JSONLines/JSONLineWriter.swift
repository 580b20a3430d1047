/// Writes a JSON object of simple fields as one line, byte for byte like ``JSONLine/encode(_:)``, but several times as fast.
///
/// Write the fields in the order of their names, which must need no escape.
package struct JSONLineWriter: Sendable {
    private var bytes: [UInt8] = []

    package init() {
        bytes.reserveCapacity(192)
    }

    /// Returns the complete line, including `\n`.
    package consuming func line() -> [UInt8] {
        if bytes.isEmpty { bytes.append(UInt8(ascii: "{")) }
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    package mutating func field(_ name: String, _ value: String) {
        begin(name)
        bytes.append(json: value)
    }

    package mutating func field(_ name: String, _ values: [String]) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(json: value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    package mutating func field(_ name: String, _ value: Bool) {
        begin(name)
        bytes.append(json: value)
    }

    package mutating func field(_ name: String, _ value: Int) {
        begin(name)
        bytes.append(contentsOf: value.description.utf8)
    }

    /// - Parameter value: a finite number.
    package mutating func field(_ name: String, _ value: Double) {
        begin(name)
        bytes.append(json: value)
    }

    private mutating func begin(_ name: String) {
        bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}

// Writes JSON's simple values: strings, numbers, booleans.
extension [UInt8] {
    mutating func append(json string: String) {
        append(UInt8(ascii: "\""))
        let utf8 = string.utf8.span
        if utf8.indices.contains(where: { utf8[$0] < 0x20 || utf8[$0] == UInt8(ascii: "\"") || utf8[$0] == UInt8(ascii: "\\") }) {
            for byte in string.utf8 { append(escaped: byte) }
        } else {
            append(contentsOf: string.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    mutating func append(json flag: Bool) { append(contentsOf: (flag ? "true" : "false").utf8) }

    /// - Parameter number: a finite number; a whole number is written without a fraction.
    mutating func append(json number: Double) {
        precondition(number.isFinite, "JSON has no \(number)")
        let digits = number.description.utf8
        append(contentsOf: number.description.hasSuffix(".0") ? digits.dropLast(2) : digits[...])
    }

    private mutating func append(escaped byte: UInt8) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x0c: letter = UInt8(ascii: "f")
        case 0x0a: letter = UInt8(ascii: "n")
        case 0x0d: letter = UInt8(ascii: "r")
        case 0x09: letter = UInt8(ascii: "t")
        case 0..<0x20:
            append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u001").utf8)
            append(contentsOf: String(byte & 0xf, radix: 16).utf8)
            return
        default:
            append(byte)
            return
        }
        append(UInt8(ascii: "\\"))
        append(letter)
    }
}
