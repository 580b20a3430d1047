import Messages

/// The harmless oddities of a request.
struct RequestWarnings {
    /// The maximum number of warnings for a request, and the maximum lengths of a path and of an unknown word in them.
    private static let most = 8
    private static let longestPath = 64
    private static let longestWord = 32

    /// The request's `type`.
    private let type: String
    private(set) var all: [Warning] = []

    init(of type: String) { self.type = type }

    /// Warns about fields that have no meaning in their object.
    /// - Parameter path: the path of the object; nil for the request itself.
    mutating func unknown(_ fields: [String], in path: @autoclosure () -> String? = nil) {
        for field in fields { add(path().map { "\($0).\(field)" } ?? field, "unknown in \(type); ignored", .ignored) }
    }

    mutating func unknown(word: String, at path: @autoclosure () -> String, _ consequence: String) {
        add(path(), "\"\(word.prefix(Self.longestWord))\" is unknown; \(consequence)", .ignored)
    }

    /// Warns about another oddity of the field at `path`.
    mutating func add(_ path: String, _ sentence: String, _ code: Warning.Code = .adjusted) {
        if all.count < Self.most { all.append(Warning(code, "\(path.prefix(Self.longestPath)): \(sentence)")) }
    }
}
