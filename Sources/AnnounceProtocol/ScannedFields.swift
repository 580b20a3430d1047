import JSONLines

/// A type that ``FieldReader`` reads, from the decoder and from a scanned object alike.
protocol FieldValue: Decodable {
    /// Returns nil if `value` is of another type.
    init?(scanned value: ScannedObject.Value)
}

/// The fields of a scanned object, and which of them ``FieldReader`` has read.
struct ScannedFields {
    /// A field's value has another type than requested.
    struct Mismatch: Error {}

    private let fields: [ScannedObject.Field]
    /// One bit per field that has been read.
    private var asked: UInt64 = 0

    init(_ object: ScannedObject) {
        fields = object.fields
    }

    var unread: [String] {
        if asked.nonzeroBitCount == fields.count { return [] }
        return fields.indices.filter { asked & 1 << $0 == 0 }.map { fields[$0].name }.sorted()
    }

    mutating func value<Value: FieldValue>(_ field: String) throws(Mismatch) -> Value? {
        guard let index = fields.firstIndex(where: { $0.name == field }) else { return nil }
        asked |= 1 << index
        if case .null = fields[index].value { return nil }
        guard let value = Value(scanned: fields[index].value) else { throw Mismatch() }
        return value
    }
}

extension String: FieldValue {
    init?(scanned value: ScannedObject.Value) {
        guard case .string(let string) = value else { return nil }
        self = string
    }
}

extension Bool: FieldValue {
    init?(scanned value: ScannedObject.Value) {
        guard case .flag(let flag) = value else { return nil }
        self = flag
    }
}

extension Int: FieldValue {
    init?(scanned value: ScannedObject.Value) {
        guard case .number(let number) = value else { return nil }
        self = number
    }
}

extension Double: FieldValue {
    init?(scanned value: ScannedObject.Value) {
        switch value {
        case .number(let number): self.init(number)
        case .decimal(let number): self = number
        default: return nil
        }
    }
}

extension Array: FieldValue where Element: FieldValue {
    init?(scanned value: ScannedObject.Value) {
        guard case .array(let values) = value else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let element = Element(scanned: value) else { return nil }
            append(element)
        }
    }
}

extension FieldReader: FieldValue {
    init?(scanned value: ScannedObject.Value) {
        guard case .object(let object) = value else { return nil }
        self.init(object)
    }
}
