/// T21: addresses, paths, hashes and UUIDs, of which a listener needs only the distinguishing part.
package enum LongTokens: String, Sendable, CaseIterable {
    case short, full

    /// Returns the replacement of each long token in running text.
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon) -> [TracedText.Edit] {
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            guard !text[index].properties.isWhitespace else {
                index += 1
                continue
            }
            let end = text[index...].firstIndex { $0.properties.isWhitespace } ?? text.count
            defer { index = end }
            guard end - index >= shortest else { continue }
            var range = index..<end
            while let first = text[range].first, around.contains(first) { range = range.lowerBound + 1..<range.upperBound }
            while let last = text[range].last, around.contains(last) || marks.contains(last) {
                range = range.lowerBound..<range.upperBound - 1
            }
            let written = String(String.UnicodeScalarView(text[range]))
            let short = shortened(written, lexicon)
            if short != written { edits.append(TracedText.Edit(range: range, text: short)) }
        }
        // Tokens that would sound the same remain unchanged.
        return edits.filter { edit in edits.count { $0.text == edit.text } == 1 }
    }

    /// The minimum length of a long token, in scalars.
    static let shortest = 12
    /// A path with fewer characters, or with fewer slashes, is short enough.
    private static let shortestPath = 24
    private static let fewestSlashes = 3
    /// The maximum length of a query or fragment that is spoken.
    private static let longestQuery = 24
    /// The lengths of the usual hashes, in hexadecimal digits. Other words of such digits may be numbers or codes.
    private static let hashLengths: Set = [32, 40, 56, 64, 96, 128]
    /// The number of characters of a hash or UUID that are spoken.
    private static let said = 4

    private static let around = Set("\"'`“”‘’«»()[]{}<>".unicodeScalars)
    private static let marks = Set(".,;:!?…".unicodeScalars)

    private static func shortened(_ text: String, _ lexicon: Lexicon) -> String {
        if let (host, last) = address(text) {
            let name = last.map { hashes(in: $0, lexicon) }
            return [host, name].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: lexicon.marks.comma + " ")
        }
        return hashes(in: lastName(ofPath: text) ?? text, lexicon)
    }

    /// Returns the last name of a long path, with the line and column after it; nil if the text is not a long path.
    private static func lastName(ofPath text: String) -> String? {
        guard text.count >= shortestPath, ["/", "~/", "./", "../"].contains(where: text.hasPrefix), !text.contains("//") else { return nil }
        let names = text.split(separator: "/")
        // A list, or an option with a path, contains one of these characters before its last name.
        guard text.count(where: { $0 == "/" }) >= fewestSlashes, let last = names.last, last.contains(where: \.isLetter),
            !names.dropLast().joined().contains(where: { ":,;|=*?".contains($0) })
        else { return nil }
        return String(last)
    }

    /// Returns the host of an address, and the last part of its path with a short query or fragment; nil if the text is not an address, or
    /// contains several.
    private static func address(_ text: String) -> (host: String, last: String?)? {
        var rest = text[...]
        if let scheme = text.firstRange(of: "://") {
            let name = text[..<scheme.lowerBound]
            guard name.first?.isLetter == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
                return nil
            }
            rest = text[scheme.upperBound...]
        } else if !text.hasPrefix("www.") {
            return nil
        }
        guard rest.firstRange(of: "://") == nil else { return nil }
        let whole = rest.prefix { $0 != "?" && $0 != "#" }
        let query = rest[whole.endIndex...]
        let parts = whole.split(separator: "/", omittingEmptySubsequences: true)
        let hasHost = whole.first != "/"
        guard let first = parts.first else { return nil }
        // A user's name and password precede an @.
        let host = hasHost ? String(first.split(separator: "@").last ?? first) : ""
        let last = (parts.dropFirst(hasHost ? 1 : 0).last.map(String.init) ?? "") + (query.count <= longestQuery ? query : "")
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host, last.isEmpty ? nil : last)
    }

    /// Returns a text with its hashes and UUIDs shortened.
    private static func hashes(in text: String, _ lexicon: Lexicon) -> String {
        var spoken = ""
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            guard !word.isEmpty else {
                spoken.append(rest.removeFirst())
                continue
            }
            let isStart = spoken.last.map { !$0.isLetter && !$0.isNumber } ?? true
            if isStart, let uuid = uuid(rest) {
                spoken += said(of: uuid, as: .tokensUUID, lexicon)
                rest = rest.dropFirst(uuid.count)
                continue
            }
            let isHash =
                isStart && hashLengths.contains(word.count) && word.allSatisfy(\.isHexDigit) && word.contains(where: \.isNumber)
                && word.contains(where: \.isLetter)
            let isWhole = rest.dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
            spoken += isHash && isWhole ? said(of: word, as: .tokensHash, lexicon) : String(word)
            rest = rest.dropFirst(word.count)
        }
        return spoken
    }

    private static func uuid(_ text: Substring) -> Substring? {
        let uuid = text.prefix(36)
        let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12], parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } }) else {
            return nil
        }
        return text.dropFirst(36).first.map { $0.isLetter || $0.isNumber } == true ? nil : uuid
    }

    /// Returns the first characters, separated by spaces, so that the synthesizer does not read them as a word or number.
    private static func said(of token: Substring, as key: Words.Key, _ lexicon: Lexicon) -> String {
        let start = token.prefix(said).map(String.init).joined(separator: " ")
        return lexicon.words.filled(key, ["start": start])
    }
}
