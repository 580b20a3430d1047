import Messages

/// The words of one language that are added to an app's texts (E6): roles, states, positions and hints.
package struct Words: Sendable, Equatable {
    /// The name of a text in a table: a key, or `KEY.CATEGORY` for one form of a counted text.
    package struct Name: Sendable, Hashable {
        package let key: Key
        /// nil: the text is the same for all numbers.
        package let category: PluralCategory?

        package init(_ key: Key, _ category: PluralCategory? = nil) {
            self.key = key
            self.category = category
        }

        package init?(_ text: String) {
            if let key = Self.keys[text] {
                self.init(key)
            } else {
                guard let dot = text.lastIndex(of: "."), let key = Self.keys[String(text[..<dot])], key.isCounted,
                    let category = PluralCategory(rawValue: String(text[text.index(after: dot)...]))
                else { return nil }
                self.init(key, category)
            }
        }

        /// A table by hash: `init(rawValue:)` would compare all keys in turn, for each line of ten tables when the daemon starts.
        private static let keys = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0.rawValue, $0) })

        package var text: String { category.map { "\(key.rawValue).\($0.rawValue)" } ?? key.rawValue }
    }

    package let language: String
    private var texts: [Name: String]
    /// The words of another language for the words that this language lacks.
    private var reserve = Reserve(language: "", texts: [:])

    private struct Reserve: Sendable, Equatable {
        var language: String
        var texts: [Name: String]
    }

    /// - Parameter texts: the words by name; a missing word is not spoken.
    package init(language: String, texts: [Name: String]) {
        self.language = language
        self.texts = texts
    }

    /// Creates the words of another language, or another version of the same language's words. `former` supplies the missing words.
    package init(language: String, former: Words, texts: [Name: String]) {
        guard LanguageTag(language).base != LanguageTag(former.language).base else {
            self.init(language: language, texts: former.texts)
            reserve = former.reserve
            for (name, text) in texts { replace(name, by: text) }
            return
        }
        self.init(language: language, texts: texts)
        // The forms of the reserve follow the plural rules of its own language.
        reserve = Reserve(language: former.language, texts: former.texts)
    }

    /// The word, or the pattern with its placeholders.
    package subscript(key: Key) -> String {
        get { text(key) ?? "" }
        set { replace(Name(key), by: newValue) }
    }

    private mutating func replace(_ name: Name, by text: String) {
        // A text for all numbers replaces every form.
        if name.category == nil { for category in PluralCategory.allCases { texts[Name(name.key, category)] = nil } }
        texts[name] = text
    }

    /// Returns these words with the user's replacements, by ``Name``. Unknown names are ignored.
    package func replacing(_ own: [String: String]) -> Words {
        var words = self
        for (name, text) in own {
            if let name = Name(name) { words.replace(name, by: text) }
        }
        return words
    }
}

extension Words {
    /// Returns the pattern with its placeholders filled in, in the form for the first number if it is counted.
    func filled(_ key: Key, with values: [Int]) -> String {
        filled(key, for: values.first ?? 0, Dictionary(uniqueKeysWithValues: zip(key.placeholders, values.map(String.init))))
    }

    /// Returns the pattern with its placeholders filled in.
    /// - Parameters:
    ///   - count: the number that chooses the form, if the word is counted.
    ///   - decimals: the number's digits after the decimal mark.
    package func filled(_ key: Key, for count: Int = 0, decimals: String = "", _ values: [String: String]) -> String {
        Self.filled(text(key, for: count, decimals: decimals) ?? "", values)
    }

    static func filled(_ pattern: String, _ values: [String: String]) -> String {
        var rest = Substring(pattern)
        var text = ""
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")), let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}")) {
            let end = rest.utf8.index(after: close)
            text += rest[..<open]
            text += values[String(rest[rest.utf8.index(after: open)..<close])].map { $0[...] } ?? rest[open..<end]
            rest = rest[end...]
        }
        text += rest
        return text
    }

    /// Returns a word, in the form for a number if it is counted; nil if there is none.
    func text(_ key: Key, for count: Int? = nil, decimals: String = "") -> String? {
        for (texts, language) in [(texts, language), (reserve.texts, reserve.language)] {
            if !key.isCounted {
                if let text = texts[Name(key)] { return text }
                continue
            }
            let own = count.map { PluralCategory.of($0, decimals: decimals, in: language) }
            // A form for 1 may lack the number.
            for category in [own, .other, nil, .many, .few] { if let text = texts[Name(key, category)] { return text } }
        }
        return nil
    }
}
