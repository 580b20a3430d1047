/// Identifies an utterance. Later utterances have greater numbers. No number is reused.
package struct UtteranceID: Hashable, Comparable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (a: UtteranceID, b: UtteranceID) -> Bool { a.number < b.number }
}

/// Identifies a screen of an app. No number is reused.
package struct ScreenID: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Identifies a connection. No number is reused.
package struct ClientID: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    /// announced itself, which has no connection.
    package static let daemon = ClientID(0)
}
