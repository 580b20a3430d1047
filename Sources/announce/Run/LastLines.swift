import DequeModule

/// The last lines that a command has printed, among which its error is looked for.
struct LastLines {
    private var lines: Deque<(text: String, isStandardError: Bool)> = []

    private static let most = 1000
    private static let certain = ["error:", "error[", "fatal:", "fatal error", "panicked at", "exception:", "assertion failed"]
    private static let likely = ["error", "failed", "failure", "cannot", "can't", "not found", "no such", "undefined", "denied"]

    /// - Parameter isStandardError: whether the line may come from standard error. On a terminal, any may.
    mutating func append(_ text: String, isStandardError: Bool) {
        if lines.count == Self.most { lines.removeFirst() }
        lines.append((text, isStandardError))
    }

    /// The last line that names an error ("main.c:3:5: error: …"); failing that, one that looks like an error ("make: *** Error 1"); failing
    /// that, the last line of standard error.
    var error: String? {
        var likely: String?
        for line in lines.reversed() {
            let text = line.text.lowercased()
            if Self.certain.contains(where: text.contains) { return line.text }
            if likely == nil, Self.likely.contains(where: text.contains) { likely = line.text }
        }
        return likely ?? lines.last(where: \.isStandardError)?.text
    }
}
