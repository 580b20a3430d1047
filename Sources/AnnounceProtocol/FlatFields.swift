import JSONLines

/// The fields of a flat object for ``FieldReader``: which are there, and which were asked for.
struct FlatFields {
    /// A field is not of the type that was asked for.
    struct Mismatch: Error {}

    private let fields: [FlatJSONObject.Field]
    /// A bit for each field that was asked for.
    private var asked: UInt64 = 0

    init(_ object: FlatJSONObject) {
        fields = object.fields
    }

    var unread: [String] {
        if asked.nonzeroBitCount == fields.count { return [] }
        return fields.indices.filter { asked & 1 << $0 == 0 }.map { fields[$0].name }.sorted()
    }

    mutating func value<Value>(_ field: String) throws(Mismatch) -> Value? {
        guard let index = fields.firstIndex(where: { $0.name == field }) else { return nil }
        asked |= 1 << index
        let value: Value? =
            switch fields[index].value {
            case .null: nil
            case .string(let string): string as? Value
            case .flag(let flag): flag as? Value
            case .number(let number): number as? Value ?? Double(number) as? Value
            case .decimal(let number): number as? Value
            }
        if value == nil, fields[index].value != .null { throw Mismatch() }
        return value
    }
}
