/// Puts a record's fields one after another. A new version may put more of them at the end, never others in between: then each version
/// reads what the other has written, as far as it knows it.
struct JournalFieldWriter {
    private(set) var bytes: [UInt8] = []

    /// A small number takes a byte, seven bits a byte.
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

    /// The rest of the record.
    mutating func put(rest: some Sequence<UInt8>) { bytes.append(contentsOf: rest) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20) }
}

/// Reads a record's fields in their order. One that the record's writer did not know yet, at its end, is nothing: 0, false, nil or empty.
struct JournalFieldReader {
    /// Something stands there that no version writes.
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

    /// A number of things that are there: none is more than the bytes that are left.
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

    /// The next so many bytes, as fields of their own.
    mutating func part(_ count: Int) -> JournalFieldReader {
        defer { bytes = bytes.dropFirst(count) }
        return JournalFieldReader(bytes.prefix(count))
    }
}
