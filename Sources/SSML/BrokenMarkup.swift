/// Text out of markup that can't be parsed and that no person has written, as speech-dispatcher's clients send it: nobody wants to hear angle
/// brackets. An announcement's broken SSML is read as it is, for it may be no SSML at all (T10).
package enum BrokenMarkup {
    private static let entities: [(String, Character)] = [("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"), ("amp;", "&")]

    /// `markup` without what looks like its tags, and with the five characters that it writes otherwise.
    package static func text(of markup: String) -> String {
        var text = ""
        var rest = markup[...]
        // Looked for once in vain, it is not looked for behind each bracket again.
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
