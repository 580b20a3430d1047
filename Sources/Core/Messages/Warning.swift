package import JSONLines

/// A warning about a request that was carried out nevertheless.
public struct Warning: Sendable, Hashable {
    /// The kind of warning, in a form for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// A field or a word has no meaning in its place.
        case ignored
        /// Part of the request takes effect in another form: broken SSML, unusable phonetic notation, a lease that is too long.
        case adjusted
        /// The properties of an element or a screen contradict one another.
        case inconsistent
        /// The same text is already being spoken or waiting (Q10).
        case duplicate
        /// The client's oldest announcements are removed (Q11).
        case overflow
        /// Nothing is heard yet, because the sound device can't be used (O4).
        case deviceUnavailable
        /// An element's updates fall behind (N4).
        case behind
    }

    /// The kind of warning.
    public var code: Code
    /// The human-readable message: the field, then a sentence about it.
    public var message: String

    /// Creates a warning.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension Warning: JSONFields {
    package static var blank: Warning { Warning(.ignored, "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("code", &code)
        try fields.required("message", &message)
    }
}
