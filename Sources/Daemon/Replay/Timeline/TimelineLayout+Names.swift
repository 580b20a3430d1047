extension TimelineLayout {
    /// Returns the displayed name of each client. An app in reverse-domain notation is shown by its last part (`Timer` for
    /// `org.example.Timer`), unless another client would have the same name.
    static func names(of clients: [String]) -> [String: String] {
        let short = Dictionary(uniqueKeysWithValues: clients.map { ($0, lastPart(of: $0)) })
        let count = short.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return short.reduce(into: [:]) { names, name in names[name.key] = count[name.value] == 1 ? name.value : name.key }
    }

    private static func lastPart(of client: String) -> String {
        let parts = client.split(separator: ".", omittingEmptySubsequences: false)
        // "main.py" and "192.168.0.1" are names as a whole.
        let isReverseDomain = parts.count > 2 && parts.allSatisfy { $0.first?.isLetter == true && !$0.contains(where: \.isWhitespace) }
        return isReverseDomain ? String(parts[parts.count - 1]) : client
    }
}
