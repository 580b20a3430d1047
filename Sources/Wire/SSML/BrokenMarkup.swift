/// Extracts the text from malformed markup that a program wrote, as for speech-dispatcher's clients, so that angle brackets are not spoken.
/// Malformed SSML in an announcement is read unchanged, because it may not be SSML at all (T10).
package enum BrokenMarkup {
    private static let entities: [(String, Character)] = [("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"), ("amp;", "&")]

    /// Returns `markup` without everything that looks like a tag, and with the five predefined entities replaced.
    package static func text(of markup: String) -> String {
        var text = ""
        var rest = markup[...]
        // After one failed search for a closing bracket, don't search again after each opening bracket.
        var hasEnds = true
        while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            text += rest[..<next]
            let after = rest[next...].dropFirst()
            if rest[next] == "<" {
                let isTag = after.first.map { $0.isLetter || $0 == "/" || $0 == "!" || $0 == "?" } ?? false
                guard isTag, hasEnds, let end = after.firstIndex(of: ">") else {
                    if isTag { hasEnds = false }
                    text.append("<")
                    rest = after
                    continue
                }
                rest = after[after.index(after: end)...]
            } else if let entity = entities.first(where: { after.hasPrefix($0.0) }) {
                text.append(entity.1)
                rest = after.dropFirst(entity.0.count)
            } else {
                text.append("&")
                rest = after
            }
        }
        return text + rest
    }
}
