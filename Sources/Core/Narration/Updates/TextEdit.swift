import Messages

/// The text typed or deleted at one position of a text field (§12).
struct TextEdit: Equatable {
    var inserted: String
    var deleted: String
    /// The word right before that position, without the inserted text. It includes signs at its end after which the word may continue.
    var wordBefore = ""

    /// Compares a field's values byte by byte, because a field may contain a long text and each key changes it.
    /// - Returns: nil if the text was not typed: the values are equal, they have less than half in common, or the new value is empty after
    ///   several words.
    init?(from old: String, to new: String) {
        guard old != new else { return nil }
        let start = Self.commonStart(old, new)
        let end = Self.commonEnd(old, new, after: start)
        let before = new.utf8.prefix(start)
        let after = new.utf8.suffix(end)
        inserted = String(new[before.endIndex..<after.startIndex])
        deleted = String(old[old.utf8.prefix(start).endIndex..<old.utf8.suffix(end).startIndex])
        wordBefore = Self.lastWord(of: new[..<before.endIndex])
        if new.isEmpty, deleted.hasSeveralWords { return nil }
        guard !deleted.isEmpty, !inserted.isEmpty else { return }
        // A correction: speak the words in their new form.
        guard 2 * (start + end) >= new.utf8.count, isText || deleted.dropFirst().first != nil else {
            if isText || deleted.dropFirst().first != nil { return nil }
            return
        }
        let following = String(new.unicodeScalars[after.startIndex...].prefix(Self.longestWord)).prefix { $0.isPartOfWord }
        inserted = wordBefore + inserted + following
    }

    /// Returns the number of bytes that both values have in common at their beginning, up to a character's end.
    private static func commonStart(_ old: String, _ new: String) -> Int {
        let (a, b) = (old.utf8.span, new.utf8.span)
        var count = 0
        while count < a.count, count < b.count, a[count] == b[count] { count += 1 }
        return [old, new].reduce(count) { $1.utf8Offset(ofCharacterAt: $0) }
    }

    /// Returns the number of bytes that both values have in common at their end, from a character's beginning.
    private static func commonEnd(_ old: String, _ new: String, after start: Int) -> Int {
        let (a, b) = (old.utf8.span, new.utf8.span)
        var count = 0
        while count < min(a.count, b.count) - start, a[a.count - 1 - count] == b[b.count - 1 - count] { count += 1 }
        // The preceding text decides where a character begins, so each value may shorten the common part.
        for text in [old, new, old] {
            let offset = text.utf8.count - count
            let character = text.utf8Offset(ofCharacterAt: offset)
            if character < offset { count = text.utf8.count - text.utf8Offset(ofCharacterAfter: offset) }
        }
        return count
    }

    /// - Parameter value: the field's value now.
    init(inserted: String, deleted: String, in value: String?) {
        self.inserted = inserted
        self.deleted = deleted
        guard let value, value.utf8.count >= inserted.utf8.count else { return }
        let end = value.utf8.suffix(inserted.utf8.count)
        if end.elementsEqual(inserted.utf8) { wordBefore = Self.lastWord(of: value[..<end.startIndex]) }
    }

    /// Whether the edit inserts more than one character.
    var isText: Bool { inserted.dropFirst().first != nil }

    private static func lastWord(of text: Substring) -> String {
        let near = Array(String(text.unicodeScalars.suffix(longestWord)))
        var start = near.count
        while start > 0, near[start - 1].isPartOfWord || start > 1 && near[start - 1].mayContinueWord(after: near[start - 2]) { start -= 1 }
        // "-5", "$5": before a number, a sign after a space belongs to it.
        if start > 0, start < near.count, near[start].isNumber, "-\u{2212}+$€£#".contains(near[start - 1]),
            start == 1 || near[start - 2].isWhitespace
        {
            start -= 1
        }
        return String(near[start...])
    }

    /// The maximum length of a word, in Unicode scalars. Of a longer word, only the nearest part is spoken.
    private static let longestWord = 256

    /// Returns a word without the signs that end its sentence: "1.50", "C++", "e.g.".
    private static func completed(_ word: String) -> String {
        let isAbbreviation = word.last == "." && word.dropLast().contains(".") && word.split(separator: ".").allSatisfy { $0.count == 1 }
        guard !isAbbreviation, let end = word.lastIndex(where: { !".,:".contains($0) }) else { return isAbbreviation ? word : "" }
        return String(word[...end])
    }

    /// Returns the runs to speak about the edit; none inside a word that is spoken as a whole.
    func runs(echo: TypingEcho, language: String?) -> [SpeechRun] {
        func run(_ text: String, spell: Bool = false) -> SpeechRun {
            SpeechRun(text: text, attributes: SpeechAttributes(language: language, spell: spell ? true : nil))
        }
        guard echo != .none else { return [] }
        guard let character = inserted.first else {
            return [run(deleted, spell: deleted.dropFirst().isEmpty)]
        }
        guard !isText else { return [run(inserted, spell: inserted.allSatisfy(\.isWhitespace))] }
        // After "1." or "e.g", the word may continue.
        let continues = character.isPartOfWord || wordBefore.last.map { character.mayContinueWord(after: $0) } ?? false
        let word = echo == .characters || continues ? "" : Self.completed(wordBefore)
        let saysCharacter = echo == .characters || echo == .both && (word.isEmpty || !character.isWhitespace)
        return (word.isEmpty ? [] : [run(word)]) + (saysCharacter ? [run(inserted, spell: true)] : [])
    }
}

extension String {
    /// Returns the UTF-8 offset at which the character of a byte begins.
    fileprivate func utf8Offset(ofCharacterAt offset: Int) -> Int { utf8Offset(near: offset) { $0.index(before: $0.index(after: $1)) } }

    /// Returns the UTF-8 offset at which the next character begins.
    fileprivate func utf8Offset(ofCharacterAfter offset: Int) -> Int { utf8Offset(near: offset) { $0.index(after: $1) } }

    /// Returns the offset that `move` finds from a byte's position in a short piece of text around it. Real text has no characters longer
    /// than that.
    private func utf8Offset(near offset: Int, _ move: (String, String.Index) -> String.Index) -> Int {
        guard offset > 0, offset < utf8.count else { return offset }
        let place = utf8.index(startIndex, offsetBy: offset)
        let start = unicodeScalars.index(place, offsetBy: -64, limitedBy: startIndex) ?? startIndex
        let around = String(unicodeScalars[start...].prefix(128))
        let before = utf8.distance(from: startIndex, to: start)
        let moved = move(around, around.utf8.index(around.startIndex, offsetBy: offset - before))
        return before + around.utf8.distance(from: around.startIndex, to: moved)
    }

    /// Whether the text has several words, separated by white space.
    fileprivate var hasSeveralWords: Bool {
        let rest = drop { $0.isWhitespace }.drop { !$0.isWhitespace }
        return rest.contains { !$0.isWhitespace }
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "'" || self == "’" || self == "_" }

    /// Returns whether a word may continue after the character: within words as defined by Unicode (UAX #29), and at the end of words that
    /// end with a sign.
    fileprivate func mayContinueWord(after previous: Character) -> Bool {
        switch self {
        case ".": previous.isLetter || previous.isNumber
        case ",", ":", "%", "°", "€", "$", "£": previous.isNumber
        case "+": previous.isLetter || previous == "+"
        case "#": previous.isLetter
        default: false
        }
    }
}
