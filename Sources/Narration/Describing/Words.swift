import Messages

/// The words of one language that are added to an app's texts (E6): roles, states, places and hints.
package struct Words: Sendable, Equatable {
    /// A word's purpose, by its name in `config/words` and in the configuration.
    package enum Key: String, Sendable, CaseIterable {
        case selected, notEnabled
        case button, backButton, toggleButton, tabBar, textEntry, secureTextEntry, isEditing
        case header, link, adjustable, image, searchField
        case on, off, mixed
        case unlabelled
        case nothingFocused, nothingSpoken
        case mistakes, missingDevice, entryOff
        case missedMessages, nothingMissed
        case index, row, column, rowSpan, columnSpan, listStart, listEnd, landmark, landmarkEnd
        case outOfList, outOfLandmark, outOfTable, outOfTabBar, outOfSeries
        case touchEdit = "touch.edit"
        case touchToggle = "touch.toggle"
        case touchAdjust = "touch.adjust"
        case keyboardEdit = "keyboard.edit"
        case keyboardToggle = "keyboard.toggle"
        case keyboardAdjust = "keyboard.adjust"
        case talkbackSelected = "talkback.selected"
        case talkbackNotEnabled = "talkback.notEnabled"
        case talkbackButton = "talkback.button"
        case talkbackBackButton = "talkback.backButton"
        case talkbackToggleButton = "talkback.toggleButton"
        case talkbackTabBar = "talkback.tabBar"
        case talkbackTextEntry = "talkback.textEntry"
        case talkbackSecureTextEntry = "talkback.secureTextEntry"
        case talkbackIsEditing = "talkback.isEditing"
        case talkbackHeader = "talkback.header"
        case talkbackLink = "talkback.link"
        case talkbackAdjustable = "talkback.adjustable"
        case talkbackImage = "talkback.image"
        case talkbackSearchField = "talkback.searchField"
        case talkbackOn = "talkback.on"
        case talkbackOff = "talkback.off"
        case talkbackMixed = "talkback.mixed"
        case talkbackCheckBox = "talkback.checkBox"
        case talkbackChecked = "talkback.checked"
        case talkbackNotChecked = "talkback.notChecked"
        case talkbackUnlabelled = "talkback.unlabelled"
        case talkbackTouchEdit = "talkback.touch.edit"
        case talkbackTouchToggle = "talkback.touch.toggle"
        case talkbackTouchAdjust = "talkback.touch.adjust"
        case talkbackKeyboardEdit = "talkback.keyboard.edit"
        case talkbackKeyboardToggle = "talkback.keyboard.toggle"
        case talkbackKeyboardAdjust = "talkback.keyboard.adjust"

        /// The names of its placeholders, which the pattern contains in braces.
        package var placeholders: [String] {
            switch self {
            case .index: ["index", "count"]
            case .row: ["row"]
            case .column: ["column"]
            case .rowSpan, .columnSpan, .mistakes, .missedMessages: ["count"]
            default: []
            }
        }

        /// Whether its text depends on a count, its first placeholder (E10).
        package var isCounted: Bool { placeholders == ["count"] }

        /// Returns the dialect's own key for the same purpose, or this key if the dialects share the word.
        func `in`(_ dialect: DescriptionStyle.Dialect) -> Key {
            switch dialect {
            case .voiceover: self
            case .talkback: Key(rawValue: "talkback.\(rawValue)") ?? self
            }
        }
    }

    /// The name of a text in a table: a key, or `KEY.CATEGORY` for a form of a counted one.
    package struct Name: Sendable, Hashable {
        package let key: Key
        /// nil: the text is the same for all numbers.
        package let category: PluralCategory?

        package init(_ key: Key, _ category: PluralCategory? = nil) {
            self.key = key
            self.category = category
        }

        package init?(_ text: String) {
            if let key = Key(rawValue: text) {
                self.init(key)
            } else {
                let parts = text.split(separator: ".")
                guard parts.count == 2, let key = Key(rawValue: String(parts[0])), key.isCounted,
                    let category = PluralCategory(rawValue: String(parts[1]))
                else { return nil }
                self.init(key, category)
            }
        }

        package var text: String { category.map { "\(key.rawValue).\($0.rawValue)" } ?? key.rawValue }
    }

    package let language: String
    private var texts: [Name: String]

    /// - Parameter texts: The words by name; a missing word is not spoken.
    package init(language: String, texts: [Name: String]) {
        self.language = language
        self.texts = texts
    }

    /// Returns another language's words, or another version of these, with `former` for those that are missing.
    package init(language: String, former: Words, texts: [Name: String]) {
        self.init(language: language, texts: former.texts)
        for (name, text) in texts { replace(name, by: text) }
    }

    /// The word, or the pattern with its placeholders.
    package subscript(key: Key) -> String {
        get { texts[Name(key)] ?? texts[Name(key, .other)] ?? "" }
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

    /// Returns the pattern, that for the number if it is counted, with its placeholders filled in.
    func filled(_ key: Key, with values: [Int]) -> String {
        var rest = Substring(key.isCounted ? form(of: key, for: values.first ?? 0) : self[key])
        var text = ""
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            if let place = key.placeholders.firstIndex(where: { $0 == name }), place < values.count {
                text += String(values[place])
            } else {
                text += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
    /// Returns the pattern of a counted word for a number.
    private func form(of key: Key, for count: Int) -> String {
        let categories = [PluralCategory.of(count, in: language), .other, nil, .many] as [PluralCategory?]
        return categories.lazy.compactMap { texts[Name(key, $0)] }.first ?? ""
    }
}
