/// An id from the daemon's own count.
package protocol CountedID: Sendable, Hashable {
    var number: UInt64 { get }
}

extension CountedID {
    /// The upper half of the number times the golden ratio: it spreads numbers at equal distances, also in its lower bits, which
    /// dictionaries use. `Hasher` would also guard against numbers that a client keeps in use to slow the daemon down, but takes ten times as
    /// long (docs/decisions/event-loop.md); how many a client can keep is limited (Q11).
    package func _rawHashValue(seed: Int) -> Int {
        Int(truncatingIfNeeded: ((number ^ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}

/// Identifies an utterance. Later ones have greater numbers; none is reused.
package struct UtteranceID: CountedID, Comparable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (a: UtteranceID, b: UtteranceID) -> Bool { a.number < b.number }
}

/// Identifies a connection; none is reused.
package struct ClientID: CountedID {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    /// announced itself, which has no connection.
    package static let daemon = ClientID(0)
}
