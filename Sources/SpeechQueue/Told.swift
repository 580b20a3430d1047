/// What an utterance tells, whatever its case and the marks at its end: equal for an element's new value and an announcement of it (Q20).
package struct Told: Sendable, Hashable {
    /// The maximum length of a text, in bytes.
    private static let longest = 256
    private static let marks = Set(" .,!?".utf8)

    /// FNV-1a: made for each announcement, so it must cost next to nothing.
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var length: Int

    /// - Returns: nil for a text that is too long, or has nothing but marks.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let bytes = text.utf8.dropLast(text.utf8.reversed().prefix { Self.marks.contains($0) }.count)
        length = bytes.count
        guard length > 0 else { return nil }
        for byte in bytes {
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* 0x100_0000_01B3
        }
    }

    /// What an app's utterance tells.
    struct Key: Sendable, Hashable {
        var told: Told
        /// The client, if it has not named its app.
        var client: ClientID?
        var app: String?
    }
}

extension Utterance {
    /// What it tells, and whose it is; nil: it is compared with nothing.
    var toldKey: Told.Key? { told.map { Told.Key(told: $0, client: app == nil ? client : nil, app: app) } }
}
