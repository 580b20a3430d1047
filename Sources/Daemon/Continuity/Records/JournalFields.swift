import Messages
import SpeechQueue

/// A value that the journal stores. It names its fields once, for both writing and reading.
///
/// A new version may add fields only at the end of a record, and no words to an enumeration that a record requires. Then each version can
/// read the other's records, as far as it knows the fields. Values that are also on the wire are stored as JSON
/// (``JournalFields/pass(json:)``), and may get new fields anywhere.
protocol Journaled {
    /// The value to read into.
    static var blank: Self { get }
    /// Passes the fields in order.
    mutating func pass(through fields: inout JournalFields)
}

/// Writes or reads the fields that are passed to it. Numbers, flags, texts, lists and optional fields that an older writer did not know, at
/// the end of a record, read as 0, false, empty and nil; an enumeration's raw value is unreadable then.
struct JournalFields {
    let isReading: Bool
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []
    /// The bytes still to be read.
    private var left: ArraySlice<UInt8> = []
    /// Whether the bytes contain something that no version writes. Reading then stops, and nothing is left to read.
    private(set) var isUnreadable = false

    init() { isReading = false }

    init(reading bytes: ArraySlice<UInt8>) {
        isReading = true
        left = bytes
    }

    mutating func pass(_ a: inout some Journaled) { a.pass(through: &self) }

    mutating func pass(_ a: inout some Journaled, _ b: inout some Journaled) {
        pass(&a)
        pass(&b)
    }

    mutating func pass(_ a: inout some Journaled, _ b: inout some Journaled, _ c: inout some Journaled) {
        pass(&a)
        pass(&b, &c)
    }

    mutating func pass(
        _ a: inout some Journaled, _ b: inout some Journaled, _ c: inout some Journaled, _ d: inout some Journaled
    ) {
        pass(&a, &b)
        pass(&c, &d)
    }

    /// Passes a copy of a value, and returns it.
    mutating func passed<Value: Journaled>(_ value: Value) -> Value {
        var value = value
        pass(&value)
        return value
    }

    /// Passes a case's kind, and the first of its fields.
    mutating func passed<Value: Journaled>(_ kind: some RawRepresentable<UInt64>, _ value: Value) -> Value {
        _ = passed(kind.rawValue)
        return passed(value)
    }

    /// Passes an enumeration's raw value.
    mutating func pass<Value: RawRepresentable>(raw value: inout Value) where Value.RawValue: Journaled {
        var raw = value.rawValue
        pass(&raw)
        guard isReading else { return }
        if let known = Value(rawValue: raw) { value = known } else { fail() }
    }

    /// Passes an optional enumeration's raw value. A value that only a later version knows reads as nil.
    mutating func pass<Value: RawRepresentable>(raw value: inout Value?) where Value.RawValue: Journaled {
        var raw = value?.rawValue
        pass(&raw)
        if isReading { value = raw.flatMap(Value.init) }
    }

    /// Returns the next kind, which ``passed(_:_:)`` passes; nil if only a later version knows it.
    mutating func nextKind<Kind: RawRepresentable<UInt64>>() -> Kind? {
        let rest = left
        let number = number()
        if !isUnreadable { left = rest }
        return Kind(rawValue: number)
    }

    /// Passes a value in its form on the wire. A value that can't be read, because a later version knows more words, reads as blank.
    mutating func pass<Value: JSONFields>(json value: inout Value) {
        guard isReading else {
            let json = value.json
            put(UInt64(json.count))
            bytes += json
            return
        }
        value = (try? Value(jsonLine: Array(take(count())))) ?? .blank
    }

    /// Passes the rest of the record.
    mutating func passed(rest: [UInt8]) -> [UInt8] {
        bytes += rest
        defer { left = [] }
        return isReading ? Array(left) : rest
    }

    // MARK: Parts

    /// Writes the length of some fields, then the fields.
    mutating func put(part: JournalFields) {
        put(UInt64(part.bytes.count))
        bytes += part.bytes
    }

    /// Returns the next part to read; nil if none is left.
    mutating func part() -> JournalFields? {
        left.isEmpty ? nil : JournalFields(reading: take(count()))
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20) }

    /// Marks the record as unreadable and stops reading.
    mutating func fail() {
        left = []
        isUnreadable = true
    }

    // MARK: Bytes

    /// Writes seven bits per byte, so a small number takes one byte.
    fileprivate mutating func put(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    fileprivate mutating func number() -> UInt64 {
        guard !left.isEmpty else { return 0 }
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard let byte = left.popFirst(), shift < 63 || byte & 0x7f <= 1 else { break }
            number |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return number }
        }
        fail()
        return 0
    }

    /// Reads a count of items, which can't exceed the number of bytes left.
    fileprivate mutating func count() -> Int {
        let number = number()
        guard number > left.count else { return Int(number) }
        fail()
        return 0
    }

    fileprivate mutating func put(_ text: String) {
        put(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    fileprivate mutating func text() -> String {
        if let text = String(validating: take(count()), as: UTF8.self) { return text }
        fail()
        return ""
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        defer { left = left.dropFirst(count) }
        return left.prefix(count)
    }
}

extension UInt64: Journaled {
    static var blank: UInt64 { 0 }
    mutating func pass(through fields: inout JournalFields) {
        if fields.isReading { self = fields.number() } else { fields.put(self) }
    }
}

extension String: Journaled {
    static var blank: String { "" }
    mutating func pass(through fields: inout JournalFields) {
        if fields.isReading { self = fields.text() } else { fields.put(self) }
    }
}

extension Array: Journaled where Element: Journaled {
    static var blank: Self { [] }
    mutating func pass(through fields: inout JournalFields) {
        guard fields.isReading else {
            fields.put(UInt64(count))
            for var element in self { fields.pass(&element) }
            return
        }
        self = []
        for _ in 0..<fields.count() where !fields.isUnreadable {
            append(.blank)
            fields.pass(&self[count - 1])
        }
    }
}

extension Optional: Journaled where Wrapped: Journaled {
    static var blank: Self { nil }
    mutating func pass(through fields: inout JournalFields) {
        var isPresent = self != nil
        fields.pass(&isPresent)
        if fields.isReading { self = isPresent ? Wrapped.blank : nil }
        self?.pass(through: &fields)
    }
}

/// A value that is stored as a number.
protocol JournaledNumber: Journaled {
    init(journaled: UInt64)
    var journaled: UInt64 { get }
}

extension JournaledNumber {
    static var blank: Self { Self(journaled: 0) }
    mutating func pass(through fields: inout JournalFields) {
        var number = journaled
        fields.pass(&number)
        if fields.isReading { self = Self(journaled: number) }
    }
}

extension Bool: JournaledNumber {
    init(journaled: UInt64) { self = journaled != 0 }
    var journaled: UInt64 { self ? 1 : 0 }
}

extension Int: JournaledNumber {
    init(journaled: UInt64) { self.init(truncatingIfNeeded: journaled) }
    var journaled: UInt64 { UInt64(bitPattern: Int64(self)) }
}

extension Double: JournaledNumber {
    init(journaled: UInt64) { self.init(bitPattern: journaled) }
    var journaled: UInt64 { bitPattern }
}

extension Instant: JournaledNumber {
    init(journaled: UInt64) { self.init(nanoseconds: Int64(bitPattern: journaled)) }
    var journaled: UInt64 { UInt64(bitPattern: nanoseconds) }
}

extension ClientID: JournaledNumber {
    init(journaled: UInt64) { self.init(journaled) }
    var journaled: UInt64 { number }
}

extension UtteranceID: JournaledNumber {
    init(journaled: UInt64) { self.init(journaled) }
    var journaled: UInt64 { number }
}
