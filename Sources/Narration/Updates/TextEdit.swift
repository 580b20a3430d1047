import Messages

/// The text typed or deleted at one place of a text field (§12).
struct TextEdit: Equatable {
    var inserted: String
    var deleted: String
    /// The word right before the place, without what was inserted.
    var wordBefore = ""

    /// Compares a field's values.
    /// - Returns: nil if they are equal, have less than half in common, or the new one is empty after several words: the field has another
    ///   text, which was not typed.
    init?(from old: String, to new: String) {
        guard old != new else { return nil }
        let start = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        inserted = String(newRest.dropLast(end))
        deleted = String(oldRest.dropLast(end))
        wordBefore = Self.lastWord(of: new.prefix(start))
        if new.isEmpty, deleted.split(whereSeparator: \.isWhitespace).count > 1 { return nil }
        guard !deleted.isEmpty, !inserted.isEmpty else { return }
        // A correction: the words as they are now.
        guard 2 * (start + end) >= new.count, inserted.count > 1 || deleted.count > 1 else {
            if inserted.count > 1 || deleted.count > 1 { return nil }
            return
        }
        let following = new.suffix(end).prefix { $0.isPartOfWord }
        inserted = wordBefore + inserted + following
    }

    /// - Parameter value: the field's value now.
    init(inserted: String, deleted: String, in value: String?) {
        self.inserted = inserted
        self.deleted = deleted
        if let value, value.hasSuffix(inserted) { wordBefore = Self.lastWord(of: value.dropLast(inserted.count)) }
    }

    private static func lastWord(of text: Substring) -> String { String(text.reversed().prefix { $0.isPartOfWord }.reversed()) }

    /// Returns what is said about it; nothing inside a word that is said as a whole.
    func runs(echo: TypingEcho, language: String?) -> [SpeechRun] {
        func run(_ text: String, spell: Bool = false) -> SpeechRun {
            SpeechRun(text: text, attributes: SpeechAttributes(language: language, spell: spell ? true : nil))
        }
        guard echo != .none else { return [] }
        guard let character = inserted.first else {
            return [run(deleted, spell: deleted.count == 1)]
        }
        guard inserted.count == 1 else { return [run(inserted, spell: inserted.allSatisfy(\.isWhitespace))] }
        let word = echo == .characters || character.isPartOfWord ? "" : wordBefore
        let saysCharacter = echo == .characters || echo == .both && (word.isEmpty || !character.isWhitespace)
        return (word.isEmpty ? [] : [run(word)]) + (saysCharacter ? [run(inserted, spell: true)] : [])
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "'" || self == "’" }
}
