/// An id from the daemon's own count.
package protocol CountedID: Sendable, Hashable {
    var number: UInt64 { get }
}

extension CountedID {
    /// Multiplies by the golden ratio. No client can choose numbers that collide, which `Hasher` guards against in ten times the time
    /// (docs/decisions/event-loop.md).
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
