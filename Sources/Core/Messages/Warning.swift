/// Something odd about a request that was carried out nevertheless.
package struct Warning: Sendable, Hashable {
    /// The kind of warning, for programs.
    package enum Code: String, Sendable, CaseIterable {
        /// A field or a word has no meaning where it stands.
        case ignored
        /// Something takes effect differently from how it was written: broken SSML, unusable phonetic notation, too long a lease.
        case adjusted
        /// The properties of an element or a screen contradict one another.
        case inconsistent
        /// The same text is already spoken or waiting (Q10).
        case duplicate
        /// The client's oldest announcements are removed (Q11).
        case overflow
        /// Nothing is heard yet, because the sound device can't be used (O4).
        case deviceUnavailable
        /// An element's updates fall behind (N4).
        case behind
    }

    package var code: Code
    /// For people: the field, then a sentence about it.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
