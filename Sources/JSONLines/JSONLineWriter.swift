/// Writes a JSON object of simple fields as one line, byte for byte like ``JSONLine/encode(_:)``, but faster.
///
/// Write the fields in the order of their names.
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

    package mutating func field(_ name: StaticString, _ value: String) {
        begin(name)
        write(value)
    }

    package mutating func field(_ name: StaticString, _ values: [String]) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    package mutating func field(_ name: StaticString, _ value: Bool) {
        begin(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    package mutating func field(_ name: StaticString, _ value: Int) {
        begin(name)
        bytes.append(contentsOf: value.description.utf8)
    }

    /// - Parameter value: A finite number.
    package mutating func field(_ name: StaticString, _ value: Double) {
        begin(name)
        let digits = value.description.utf8
        bytes.append(contentsOf: digits)
        if value.description.hasSuffix(".0") { bytes.removeLast(2) }
    }

    private mutating func begin(_ name: StaticString) {
        bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        if string.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in string.utf8 { writeEscaped(byte) }
        } else {
            bytes.append(contentsOf: string.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x0c: letter = UInt8(ascii: "f")
        case 0x0a: letter = UInt8(ascii: "n")
        case 0x0d: letter = UInt8(ascii: "r")
        case 0x09: letter = UInt8(ascii: "t")
        case 0..<0x20:
            bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u001").utf8)
            bytes.append(contentsOf: String(byte & 0xf, radix: 16).utf8)
            return
        default:
            bytes.append(byte)
            return
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }
}
