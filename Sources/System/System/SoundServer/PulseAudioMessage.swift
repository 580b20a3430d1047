/// A message of PulseAudio's protocol: a header of 20 bytes, and values that each begin with a letter for their type.
struct PulseAudioMessage {
    private static let headerLength = 20
    private(set) var values: [UInt8] = []

    /// - Parameters:
    ///   - command: the query.
    ///   - tag: a number that the answer repeats.
    init(_ command: Command, tag: UInt32) {
        append(command.rawValue)
        append(tag)
    }

    enum Command: UInt32 {
        case authenticate = 8
        case setClientName = 9
        case describeSink = 21
        case listSinkInputs = 30
    }

    mutating func append(_ number: UInt32) { values += [UInt8(ascii: "L")] + Self.big(number) }
    mutating func append(_ text: String) { values += [UInt8(ascii: "t")] + text.utf8 + [0] }
    mutating func append(_ bytes: [UInt8]) { values += [UInt8(ascii: "x")] + Self.big(UInt32(bytes.count)) + bytes }

    mutating func append(properties: [(name: String, text: String)]) {
        values.append(UInt8(ascii: "P"))
        for (name, text) in properties {
            let bytes = Array(text.utf8) + [0]
            append(name)
            append(UInt32(bytes.count))
            append(bytes)
        }
        values.append(UInt8(ascii: "N"))
    }

    /// The header and the values. The header states that the message is not sound.
    var bytes: [UInt8] { Self.big(UInt32(values.count)) + Self.big(.max) + Self.big(0) + Self.big(0) + Self.big(0) + values }

    private static func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    /// Removes the first message from `received`, and returns its values; nil if the message is not complete yet.
    /// - Throws: if the message is longer than any answer should be.
    static func next(in received: inout [UInt8]) throws(Malformed) -> Values? {
        guard received.count >= headerLength else { return nil }
        let length = received[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw Malformed() }
        guard received.count >= headerLength + length else { return nil }
        defer { received.removeFirst(headerLength + length) }
        return Values(received[headerLength..<headerLength + length])
    }
    private static let longest = 1 << 20

    /// A message that ends early, or contains an unexpected value.
    struct Malformed: Error {}

    /// The values of a message, which are read in order.
    struct Values {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        var isEmpty: Bool { rest.isEmpty }

        private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
            guard count <= rest.count else { throw Malformed() }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        private mutating func expect(_ type: Character) throws(Malformed) {
            guard try take(1).first == type.asciiValue else { throw Malformed() }
        }

        private mutating func count() throws(Malformed) -> Int { try take(4).reduce(0) { $0 << 8 | Int($1) } }

        mutating func number() throws(Malformed) -> UInt32 {
            try expect("L")
            return UInt32(try count())
        }

        /// Reads a text; nil if it is missing.
        mutating func text() throws(Malformed) -> String? {
            let type = try take(1).first
            if type == UInt8(ascii: "N") { return nil }
            guard type == UInt8(ascii: "t"), let length = rest.firstIndex(of: 0).map({ $0 - rest.startIndex }) else { throw Malformed() }
            defer { rest = rest.dropFirst() }
            return String(decoding: try take(length), as: UTF8.self)
        }

        mutating func properties() throws(Malformed) -> [String: String] {
            try expect("P")
            var properties: [String: String] = [:]
            while let name = try text() {
                let length = try number()
                try expect("x")
                guard try count() == length else { throw Malformed() }
                properties[name] = String(decoding: try take(Int(length)).prefix { $0 != 0 }, as: UTF8.self)
            }
            return properties
        }

        mutating func flag() throws(Malformed) -> Bool { try take(1).first == UInt8(ascii: "1") }
        mutating func skipTime() throws(Malformed) { _ = try take(9) }
        mutating func skipSampleFormat() throws(Malformed) { _ = try take(7) }

        mutating func skipChannels() throws(Malformed) {
            try expect("m")
            _ = try take(Int(try take(1).first ?? 0))
        }

        mutating func skipFormat() throws(Malformed) {
            try expect("f")
            try expect("B")
            _ = try (take(1), properties())
        }

        /// Reads the volumes of the channels, and returns the loudest channel's volume in percent; 65,536 is 100 %.
        mutating func percent() throws(Malformed) -> Int {
            try expect("v")
            let count = Int(try take(1).first ?? 0)
            let bytes = Array(try take(4 * count))
            let volumes = (0..<count).map { channel in bytes[(4 * channel)..<(4 * channel + 4)].reduce(0) { $0 << 8 | Int($1) } }
            return ((volumes.max() ?? 65_536) * 100 + 32_768) / 65_536
        }
    }
}
