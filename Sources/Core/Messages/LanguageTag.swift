/// A language's tag as clients, locales and eSpeak NG write it: `de-AT`, `DE_at` and `de_AT.UTF-8@euro` are the same.
package struct LanguageTag: Sendable, Hashable {
    /// The language, then each narrower subtag: `en`, `gb`, `scotland`.
    package let subtags: [String]

    package init(_ tag: some StringProtocol) {
        subtags = tag.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }

    /// The language of a locale's name; the language of `C` is English.
    package init(locale: String) {
        let tag = Self(locale)
        self = ["", "c", "posix"].contains(tag.text) ? Self("en") : tag
    }

    /// The locale's language, from the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    package init(environment: (String) -> String?) {
        self.init(locale: ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C")
    }

    /// The tag as eSpeak NG writes it: `en-gb-scotland`.
    package var text: String { subtags.joined(separator: "-") }

    /// The language alone: `en`.
    package var base: String { subtags.first ?? "" }

    /// The tag itself and the languages of which it is a dialect: `en-gb-scotland`, `en-gb`, `en`.
    package var beginnings: [String] { subtags.indices.reversed().map { subtags[...$0].joined(separator: "-") } }

    /// Returns whether the tag is `language` or a dialect of it.
    package func belongs(to language: LanguageTag) -> Bool { !language.subtags.isEmpty && subtags.starts(with: language.subtags) }
}
