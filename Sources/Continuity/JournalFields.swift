/// Writes a record's fields in order. A new version may add fields only at the end; then each version can read the other's records, as far
/// as it knows the fields.
struct JournalFieldWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes seven bits per byte, so a small number takes one byte.
    mutating func put(_ number: UInt64) {
        var left = number
        while left >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
            left >>= 7
        }
        bytes.append(UInt8(left))
    }

    mutating func put(_ number: Int) { put(UInt64(bitPattern: Int64(number))) }
    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }
    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ text: String?) {
        put(text != nil)
        if let text { put(text) }
    }

    mutating func put(_ number: Int?) {
        put(number != nil)
        if let number { put(number) }
    }

    mutating func put(_ number: Double?) {
        put(number != nil)
        if let number { put(number) }
    }

    /// Writes the rest of the record.
    mutating func put(rest: some Sequence<UInt8>) { bytes.append(contentsOf: rest) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20) }
}

/// Reads a record's fields in order. Fields that an older writer did not know, at the end, read as 0, false, nil or empty.
struct JournalFieldReader {
    /// The record contains something that no version writes.
    struct Unreadable: Error {}

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func number() throws(Unreadable) -> UInt64 {
        guard !isAtEnd else { return 0 }
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard let byte = bytes.popFirst() else { throw Unreadable() }
            let bits = UInt64(byte & 0x7f)
            guard shift < 63 || bits <= 1 else { throw Unreadable() }
            number |= bits << shift
            if byte & 0x80 == 0 { return number }
        }
        throw Unreadable()
    }

    /// Reads a count of items, which can't exceed the number of bytes left.
    mutating func count() throws(Unreadable) -> Int {
        let number = try number()
        guard number <= bytes.count else { throw Unreadable() }
        return Int(number)
    }

    mutating func integer() throws(Unreadable) -> Int { Int(Int64(bitPattern: try number())) }
    mutating func flag() throws(Unreadable) -> Bool { try number() != 0 }
    mutating func fraction() throws(Unreadable) -> Double { Double(bitPattern: try number()) }

    mutating func text() throws(Unreadable) -> String {
        let count = try count()
        let text = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        guard let text = String(validating: text, as: UTF8.self) else { throw Unreadable() }
        return text
    }

    mutating func optionalText() throws(Unreadable) -> String? { try flag() ? try text() : nil }
    mutating func optionalInteger() throws(Unreadable) -> Int? { try flag() ? try integer() : nil }
    mutating func optionalFraction() throws(Unreadable) -> Double? { try flag() ? try fraction() : nil }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    /// Returns the next `count` bytes as separate fields.
    mutating func part(_ count: Int) -> JournalFieldReader {
        defer { bytes = bytes.dropFirst(count) }
        return JournalFieldReader(bytes.prefix(count))
    }
}
