/// T4: replaces four or more of the same symbol with their number and name, and three or more of the same emoji with their number and the
/// emoji. T8: in a text of only symbols, also names all symbols that the synthesizer never names, in any number. T18: names boxes and check
/// marks in any text.
enum Repetition {
    static let fewestSymbols = 4
    static let fewestEmoji = 3

    /// - Parameter isNothingElse: whether the text consists only of symbols (T8).
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon, isNothingElse: Bool) -> [TracedText.Edit] {
        let words = lexicon.words
        var edits: [TracedText.Edit] = []
        var index = 0
        func add(_ words: String, upTo end: Int) {
            let isAfterWords = edits.last?.range.upperBound == index
            let spaced = spaced(words, index..<end, in: text, lexicon.marks, isAfterWords: isAfterWords)
            edits.append(TracedText.Edit(range: index..<end, text: spaced))
        }
        while index < text.count {
            let scalar = text[index]
            if scalar.isEmoji, Symbol(scalar)?.isAlwaysNamed != true {
                let emoji = emoji(at: index, in: text)
                var end = index + emoji.count
                var count = 1
                while text[end...].starts(with: emoji), self.emoji(at: end, in: text).count == emoji.count {
                    end += emoji.count
                    count += 1
                }
                if count >= fewestEmoji {
                    let name = String(String.UnicodeScalarView(emoji))
                    add(words.filled(.symbolsRepeated, for: count, ["count": "\(count)", "name": name]), upTo: end)
                }
                index = end
                continue
            }
            var end = index + 1
            var count = 1
            while end < text.count, text[end] == scalar || text[end].isStyle && scalar.isEmoji {
                if text[end] == scalar { count += 1 }
                end += 1
            }
            if let symbol = Symbol(scalar), count >= fewestSymbols || isNothingElse || symbol.isAlwaysNamed,
                let name = words.text(symbol.word, for: count), !name.isEmpty
            {
                if count >= fewestSymbols || symbol.isSilent && count > 1 {
                    add(words.filled(.symbolsCounted, ["count": "\(count)", "name": name]), upTo: end)
                } else if symbol.isSilent {
                    add(name, upTo: end)
                }
            }
            index = end
        }
        return edits
    }

    /// Returns the emoji at `start`, with its modifiers and everything joined to it.
    static func emoji(at start: Int, in text: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        // No emoji is longer: a flag made of tags has seven scalars, a family with skin colours ten.
        let rest = String(String.UnicodeScalarView(text[start...].prefix(12)))
        return text[start...].prefix(rest.first?.unicodeScalars.count ?? 1)
    }

    /// Returns `words` separated from their neighbours by a space, or by a comma after a number.
    /// - Parameter isAfterWords: whether other inserted words end where these start.
    private static func spaced(
        _ words: String, _ range: Range<Int>, in text: [Unicode.Scalar], _ marks: SentenceMarks, isAfterWords: Bool
    ) -> String {
        func isApart(_ index: Int) -> Bool { !text.indices.contains(index) || text[index].properties.isWhitespace }
        var before = range.lowerBound - 1
        while before >= 0, text[before].properties.isWhitespace { before -= 1 }
        let followsNumber = before >= 0 && text[before].isDigit
        let start = followsNumber ? marks.comma + marks.space : isAfterWords || isApart(range.lowerBound - 1) ? "" : marks.space
        return start + words + (isApart(range.upperBound) ? "" : marks.space)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an emoji by itself. Excludes digits and marks that need a modifier to become one.
    var isEmoji: Bool { value >= 0x2190 && properties.isEmoji }
}
