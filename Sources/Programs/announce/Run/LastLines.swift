import DequeModule

/// The last lines that a command has printed, to be searched for its error.
struct LastLines {
    private var output: Deque<String> = []
    private var errors: Deque<String> = []

    private static let most = 1000
    // In the languages into which programs' messages are translated.
    private static let certain = [
        "error:", "error[", "fatal:", "fatal error", "panicked at", "exception:", "assertion failed", "npm err!", "fehler:", "erreur :",
        "erreur:",
        "errore:", "fout:", "błąd:", "erro:", "ошибка:", "エラー",
    ]
    private static let likely = [
        "fehler", "erreur", "errore", "błąd", "ошибка",
        "error", "failed", "failure", "cannot", "can't", "not found", "no such", "undefined", "denied",
    ]
    private static let unlikely = ["0 error", "0 failed", "0 failure", "no error", "no failure", "without error", "... ok"]

    /// - Parameter isStandardError: whether the line may come from standard error. On a terminal, any line may.
    mutating func append(_ line: String, isStandardError: Bool) {
        if isStandardError { Self.append(line, to: &errors) } else { Self.append(line, to: &output) }
    }

    private static func append(_ line: String, to lines: inout Deque<String>) {
        if lines.count == most { lines.removeFirst() }
        lines.append(line)
    }

    /// The last line that names an error ("main.c:3:5: error: …"), otherwise the last line that looks like an error ("make: *** Error 1"),
    /// otherwise the last line of standard error. Standard error is searched first.
    var error: String? {
        var likely: String?
        for line in errors.reversed() + output.reversed() {
            let text = line.lowercased()
            if Self.certain.contains(where: text.contains) { return line }
            if likely == nil, Self.likely.contains(where: text.contains), !Self.unlikely.contains(where: text.contains) { likely = line }
        }
        return likely ?? errors.last
    }

    /// The last line of standard output.
    var last: String? { output.last }
}
