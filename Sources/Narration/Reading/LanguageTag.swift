enum LanguageTag {
    /// Returns the language without its country: `en-us` and `EN_US.UTF-8` become `en`.
    static func base(_ tag: String) -> String {
        tag.prefix { $0 != "-" && $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
    }

    /// Returns whether `tag` is `language` or a dialect of it.
    static func isWithin(_ tag: String, _ language: String) -> Bool {
        let folded = tag.lowercased().replacing("_", with: "-")
        let wanted = language.lowercased().replacing("_", with: "-")
        return folded == wanted || folded.hasPrefix(wanted + "-")
    }
}
