import SSML

/// The text in a document's HTML.
enum HTMLText {
    /// What has no text that is shown.
    private static let silent = [("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>")]
    /// The names of characters that are usual in texts, and have no key.
    private static let names = [
        "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&nbsp;": " ", "&ndash;": "–", "&mdash;": "—",
        "&hellip;": "…", "&copy;": "©", "&rarr;": "→", "&times;": "×",
    ]

    /// Returns the text of a block between its tags.
    static func text(of block: String) -> String {
        let block = block.drop(while: \.isWhitespace)
        guard let (_, end) = silent.first(where: { block.prefix($0.0.count).lowercased() == $0.0 }) else {
            return BrokenMarkup.text(of: String(block))
        }
        return block.firstRange(of: end).map { BrokenMarkup.text(of: String(block[$0.upperBound...])) } ?? ""
    }

    /// Returns the character with a name, such as `&amp;` or `&#38;`; the name itself if it is unknown.
    static func character(named name: String) -> String {
        if let known = names[name] { return known }
        guard name.hasPrefix("&#"), name.hasSuffix(";") else { return name }
        let digits = name.dropFirst(2).dropLast()
        let value = digits.first.map { "xX".contains($0) } == true ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { String($0) } ?? name
    }
}
