import Messages

/// What was typed or deleted at one place of a text field (§12).
struct TextEdit: Equatable {
    var inserted: String
    var deleted: String
    /// The word right before the place, without what was inserted.
    var wordBefore = ""

    /// Compares a field's values.
    /// - Returns: nil if they have nothing in common, or are equal: the field has another text, which nobody typed.
    init?(from old: String, to new: String) {
        guard old != new else { return nil }
        let start = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        inserted = String(newRest.dropLast(end))
        deleted = String(oldRest.dropLast(end))
        if start == 0, end == 0, !deleted.isEmpty, inserted.count > 1 { return nil }
        wordBefore = String(new.prefix(start).reversed().prefix { $0.isPartOfWord }.reversed())
    }

    init(inserted: String, deleted: String) {
        self.inserted = inserted
        self.deleted = deleted
    }

    /// Returns what is said about it; nothing inside a word that is said as a whole.
    func runs(echo: TypingEcho, language: String?) -> [SpeechRun] {
        func run(_ text: String, spell: Bool = false) -> SpeechRun {
            SpeechRun(text: text, attributes: SpeechAttributes(language: language, spell: spell ? true : nil))
        }
        guard echo != .none else { return [] }
        guard let character = inserted.first else {
            return [run(deleted, spell: deleted.count == 1)]
        }
        guard inserted.count == 1 else { return [run(inserted)] }
        let word = echo == .characters || character.isPartOfWord ? "" : wordBefore
        let saysCharacter = echo == .characters || echo == .both && (word.isEmpty || !character.isWhitespace)
        return (word.isEmpty ? [] : [run(word)]) + (saysCharacter ? [run(inserted, spell: true)] : [])
    }
}

/// What is said while the user types: `typing.echo` (K1).
package enum TypingEcho: String, Sendable, CaseIterable {
    case characters, words, both, none
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "'" || self == "’" }
}
