/// Encodes any value as JSON, with sorted keys. Strings and numbers are written as by ``JSONLineWriter``.
struct JSONLineEncoder: Encoder {
    private let node: Node
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// Empty, because encoding can't fail: the messages contain only values that JSON can express.
    var codingPath: [any CodingKey] { [] }

    private init(_ node: Node) { self.node = node }

    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let node = Node()
        try value.encode(to: JSONLineEncoder(node))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        node.write(to: &bytes)
        return bytes
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(Keyed(node: node)) }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(node: node) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }

    /// A value that is being encoded.
    private final class Node {
        enum Content {
            case null
            case flag(Bool)
            case number(String)
            case decimal(Double)
            case string(String)
            case array([Node])
            case object([(name: String, value: Node)])
        }

        var content = Content.null

        func write(to bytes: inout [UInt8]) {
            switch content {
            case .null: bytes.append(contentsOf: "null".utf8)
            case .flag(let flag): bytes.append(json: flag)
            case .number(let digits): bytes.append(contentsOf: digits.utf8)
            case .decimal(let number): bytes.append(json: number)
            case .string(let string): bytes.append(json: string)
            case .array(let values):
                bytes.append(UInt8(ascii: "["))
                for (index, value) in values.enumerated() {
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    value.write(to: &bytes)
                }
                bytes.append(UInt8(ascii: "]"))
            case .object(let fields):
                bytes.append(UInt8(ascii: "{"))
                for (index, field) in fields.sorted(by: { $0.name < $1.name }).enumerated() {
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    bytes.append(json: field.name)
                    bytes.append(UInt8(ascii: ":"))
                    field.value.write(to: &bytes)
                }
                bytes.append(UInt8(ascii: "}"))
            }
        }
    }

    /// Adds fields to an object. Several containers of one encoder add to the same object.
    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        var codingPath: [any CodingKey] { [] }

        init(node: Node) {
            self.node = node
            if case .object = node.content { return }
            node.content = .object([])
        }

        private func field(_ name: String) -> Node {
            let value = Node()
            guard case .object(var fields) = node.content else { return value }
            node.content = .null  // so that the array is not copied
            fields.append((name, value))
            node.content = .object(fields)
            return value
        }

        func encodeNil(forKey key: Key) { _ = field(key.stringValue) }
        func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: JSONLineEncoder(field(key.stringValue))) }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
            JSONLineEncoder(field(key.stringValue)).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Unkeyed(node: field(key.stringValue)) }
        func superEncoder() -> any Encoder { JSONLineEncoder(field("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { JSONLineEncoder(field(key.stringValue)) }
    }

    /// Adds values to an array.
    private struct Unkeyed: UnkeyedEncodingContainer {
        let node: Node
        var codingPath: [any CodingKey] { [] }
        private(set) var count = 0

        init(node: Node) {
            self.node = node
            node.content = .array([])
        }

        private mutating func element() -> Node {
            let value = Node()
            guard case .array(var values) = node.content else { return value }
            node.content = .null
            values.append(value)
            node.content = .array(values)
            count += 1
            return value
        }

        mutating func encodeNil() { _ = element() }
        mutating func encode(_ value: some Encodable) throws { try value.encode(to: JSONLineEncoder(element())) }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            JSONLineEncoder(element()).container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(node: element()) }
        mutating func superEncoder() -> any Encoder { JSONLineEncoder(element()) }
    }

    /// Receives a single value, which is how the standard types encode themselves.
    private struct Single: SingleValueEncodingContainer {
        let node: Node
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { node.content = .null }
        func encode(_ value: Bool) { node.content = .flag(value) }
        func encode(_ value: String) { node.content = .string(value) }
        func encode(_ value: Double) { node.content = .decimal(value) }
        func encode(_ value: Float) { node.content = .decimal(Double(value)) }
        func encode(_ value: some FixedWidthInteger & Encodable) { node.content = .number(value.description) }
        func encode(_ value: some Encodable) throws { try value.encode(to: JSONLineEncoder(node)) }
    }
}
