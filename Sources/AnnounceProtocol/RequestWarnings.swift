import Accessibility

/// What is odd but harmless about a request.
struct RequestWarnings {
    /// The most warnings of a request, and how much they show of a field's path and of a wrong word.
    private static let most = 8
    private static let longestPath = 64
    private static let longestWord = 32

    /// The request's `type`.
    private let type: String
    private(set) var all: [Warning] = []

    init(of type: String) { self.type = type }

    /// Fields that mean nothing where they stand.
    /// - Parameter path: of the object that they stand in; nil: of the request itself.
    mutating func unknown(_ fields: [String], in path: @autoclosure () -> String? = nil) {
        for field in fields { add(path().map { "\($0).\(field)" } ?? field, "unknown in \(type); ignored", .ignored) }
    }

    /// A word that nobody knows.
    mutating func unknown(word: String, at path: @autoclosure () -> String, _ consequence: String) {
        add(path(), "\"\(word.prefix(Self.longestWord))\" is unknown; \(consequence)", .ignored)
    }

    /// Anything else that is odd about the field at `path`.
    mutating func add(_ path: String, _ sentence: String, _ code: Warning.Code = .adjusted) {
        if all.count < Self.most { all.append(Warning(code, "\(path.prefix(Self.longestPath)): \(sentence)")) }
    }
}
