/// What was odd about a request that was carried out all the same.
package struct Warning: Sendable, Hashable {
    /// What kind of thing it is, for programs.
    package enum Code: String, Sendable, CaseIterable {
        /// A field or a word means nothing where it stands.
        case ignored
        /// Something holds otherwise than it was written: broken SSML, notation that no voice can say, too long a lease.
        case adjusted
        /// What an element or a screen says of itself does not fit together.
        case inconsistent
        /// The same text is spoken or waits already (Q10).
        case duplicate
        /// The client's oldest announcements go (Q11).
        case overflow
        /// Nothing is heard yet, for the sound device can't be used (O4).
        case deviceUnavailable
        /// An element falls behind with its updates (N4).
        case behind
    }

    package var code: Code
    /// For people: a sentence, behind the field that it is about.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
