/// Writes a JSON object, with its fields sorted by name, so that equal values give equal objects.
package struct JSONObjectWriter: Sendable {
    /// The fields in the order in which they were written. After ``begin(_:)``, append the field's value.
    package var bytes: [UInt8] = []
    /// The name of each field, and where it begins.
    private var fields: [(name: String, start: Int)] = []
    private var isSorted = true

    package init() {}

    /// Begins a field.
    package mutating func begin(_ name: String) {
        if fields.isEmpty {
            bytes.reserveCapacity(192)
            fields.reserveCapacity(8)
            bytes.append(UInt8(ascii: "{"))
        } else {
            if let last = fields.last, last.name > name { isSorted = false }
            bytes.append(UInt8(ascii: ","))
        }
        fields.append((name, bytes.count))
        bytes.append(json: name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a field whose value is an array of values that have been written.
    package mutating func array(_ name: String, _ values: [[UInt8]]) {
        begin(name)
        bytes.append(array: values) { $0.append(contentsOf: $1) }
    }

    /// Returns the whole object.
    package consuming func object() -> [UInt8] {
        if fields.isEmpty { return Array("{}".utf8) }
        if isSorted {
            bytes.append(UInt8(ascii: "}"))
            return bytes
        }
        var sorted: [UInt8] = []
        sorted.reserveCapacity(bytes.count + 1)
        for index in fields.indices.sorted(by: { fields[$0].name < fields[$1].name }) {
            sorted.append(UInt8(ascii: sorted.isEmpty ? "{" : ","))
            sorted.append(contentsOf: bytes[fields[index].start..<(index + 1 < fields.count ? fields[index + 1].start - 1 : bytes.count)])
        }
        sorted.append(UInt8(ascii: "}"))
        return sorted
    }
}

// Writes JSON's simple values: strings, numbers, booleans, and arrays.
extension [UInt8] {
    package mutating func append<Value>(array values: [Value], write: (inout [UInt8], Value) -> Void) {
        append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            write(&self, value)
        }
        append(UInt8(ascii: "]"))
    }

    package mutating func append(json string: String) {
        append(UInt8(ascii: "\""))
        let utf8 = string.utf8.span
        if utf8.indices.contains(where: { utf8[$0] < 0x20 || utf8[$0] == UInt8(ascii: "\"") || utf8[$0] == UInt8(ascii: "\\") }) {
            for byte in string.utf8 { append(escaped: byte) }
        } else {
            append(contentsOf: string.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    package mutating func append(json flag: Bool) { append(contentsOf: (flag ? "true" : "false").utf8) }

    /// Writes a whole number without a fraction, and `null` for a number that JSON does not have.
    package mutating func append(json number: Double) {
        guard number.isFinite else { return append(contentsOf: "null".utf8) }
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
