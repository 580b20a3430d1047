import Messages

/// A writing system that has its own voices (T9).
enum Script: CaseIterable {
    case cyrillic, greek, hebrew, arabic, han, bopomofo, kana, hangul
    case devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala
    case thai, myanmar, georgian, armenian, ethiopic

    /// Returns the script of a letter; nil for Latin, for scripts without their own voices, and for non-letters.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case ..<0x370: return nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
        case 0x531...0x58F, 0xFB13...0xFB17: self = .armenian
        case 0x591...0x5F4, 0xFB1D...0xFB4F: self = .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .arabic
        case 0x900...0x97F, 0xA8E0...0xA8FF: self = .devanagari
        case 0x980...0x9FF: self = .bengali
        case 0xA00...0xA7F: self = .gurmukhi
        case 0xA80...0xAFF: self = .gujarati
        case 0xB00...0xB7F: self = .oriya
        case 0xB80...0xBFF: self = .tamil
        case 0xC00...0xC7F: self = .telugu
        case 0xC80...0xCFF: self = .kannada
        case 0xD00...0xD7F: self = .malayalam
        case 0xD80...0xDFF: self = .sinhala
        case 0xE00...0xE7F: self = .thai
        case 0x1000...0x109F: self = .myanmar
        case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
        case 0x1200...0x137F: self = .ethiopic
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC: self = .hangul
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .kana
        case 0x3105...0x312F: self = .bopomofo
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
        default: return nil
        }
        // Punctuation marks and digits belong to the text around them.
        guard scalar.properties.isAlphabetic else { return nil }
    }

    /// The languages whose voices read the script, the preferred language first. With eSpeak NG 1.51, `cmn` reads Chinese characters as if
    /// its own pinyin were English; with 1.52, both are the same.
    var languages: [String] {
        switch self {
        case .cyrillic: ["ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "tt", "ba", "cv", "nog"]
        case .greek: ["el", "grc"]
        case .hebrew: ["he", "yi"]
        case .arabic: ["ar", "fa", "ur", "ug", "sd"]
        case .han: ["cmn-latn-pinyin", "cmn", "zh", "yue", "ja"]
        case .bopomofo: ["cmn-latn-pinyin", "cmn", "zh"]
        case .kana: ["ja"]
        case .hangul: ["ko"]
        case .devanagari: ["hi", "mr", "ne"]
        case .bengali: ["bn", "as", "bpy"]
        case .gurmukhi: ["pa"]
        case .gujarati: ["gu"]
        case .oriya: ["or"]
        case .tamil: ["ta"]
        case .telugu: ["te"]
        case .kannada: ["kn"]
        case .malayalam: ["ml"]
        case .sinhala: ["si"]
        case .thai: ["th"]
        case .myanmar: ["my", "shn"]
        case .georgian: ["ka"]
        case .armenian: ["hy", "hyw"]
        case .ethiopic: ["am", "ti"]
        }
    }

    /// The languages that use additional letters of a script. Their voice is used for a text that contains one of these letters.
    private static let letters: [(letters: Set<Unicode.Scalar>, language: String)] = [
        (Set("پچژکگی".unicodeScalars), "fa"), (Set("ৰৱ".unicodeScalars), "as"),
    ]

    /// Returns the languages whose voices can read a text, the preferred language first.
    func languages(in text: [Unicode.Scalar]) -> [String] {
        let own = Self.letters.filter { languages.contains($0.language) && text.contains(where: $0.letters.contains) }
        return own.map(\.language) + languages
    }

    /// Returns whether the voices of a language read the script.
    func isRead(in language: String) -> Bool {
        let tag = LanguageTag(language)
        // The voice for pinyin reads the characters better than these languages' own voice.
        if languages.first == "cmn-latn-pinyin", tag.base == "cmn" || tag.base == "zh" { return tag.beginnings.contains("cmn-latn-pinyin") }
        return languages.contains(tag.base)
    }

    /// Returns whether Chinese characters in a text of this language are Chinese, even next to kana.
    static func isChinese(_ language: String) -> Bool { ["cmn", "zh", "yue"].contains(LanguageTag(language).base) }

    /// Returns whether the voices of a language spell words in Latin letters, or read them as words of their own language.
    static func spellsLatin(_ language: String) -> Bool {
        ["ja", "cmn", "zh", "my", "shn", "he"].contains { language == $0 || language.hasPrefix("\($0)-") && !language.hasSuffix("pinyin") }
    }

    /// Returns the groups of Chinese characters, including the signs that repeat or abbreviate them.
    static func kanji(in text: [Unicode.Scalar]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        for (index, scalar) in text.enumerated() where Script(scalar) == .han || "〆〻ゝゞヽヾヵヶゕゖ".unicodeScalars.contains(scalar) {
            if let last = groups.last, last.upperBound == index {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        return groups
    }

    /// Whether words have spaces between them.
    var hasSpaces: Bool { ![.han, .bopomofo, .kana, .thai, .myanmar].contains(self) }

    /// A part of a text, and the language in which it is spoken; nil for the run's own language.
    struct Part: Equatable {
        var range: Range<Int>
        var language: String?
    }

    /// Returns the parts of a text by language. Spaces, digits and marks belong to the letters before them, opening marks to the letters
    /// after them. Chinese characters are of the script `hanWithKana` if the text contains kana.
    /// - Parameters:
    ///   - languages: the languages of the scripts that the run's own voice can't read.
    ///   - latin: the language of Latin words, if the run's own voice would spell them.
    static func parts(of text: TracedText, _ languages: [Script: String], latin: String?, hanWithKana: Script) -> [Part] {
        let scalars = text.scalars
        let hasKana = scalars.contains { Script($0) == .kana }
        var parts: [Part] = []
        /// The start of the next part, if the next letter begins one.
        var start = 0
        var index = 0
        while index < scalars.count {
            // Treat inserted text, such as a duration's words, as one letter, so that it is not split.
            let end = text.endOfReplacement(at: index) ?? index + 1
            let letter = (index..<end).first { Script(scalars[$0]) != nil || scalars[$0].properties.isAlphabetic }
            let isOpening = isOpening(scalars[index])
            defer { index = end }
            guard let letter else {
                if !isOpening { start = end }
                continue
            }
            let script = Script(scalars[letter])
            let isSymbol = script.map { Self.isSymbol(at: letter, of: $0, in: scalars) } ?? false
            let language =
                if let script, !isSymbol { languages[script == .han && hasKana ? hanWithKana : script] } else {
                    scalars[letter].isLatin ? latin : nil
                }
            if let last = parts.last, last.language != language {
                parts[parts.count - 1].range = last.range.lowerBound..<start
                parts.append(Part(range: start..<end, language: language))
            } else if parts.isEmpty {
                parts.append(Part(range: 0..<end, language: language))
            }
            start = end
        }
        guard let last = parts.last else { return [Part(range: scalars.indices)] }
        parts[parts.count - 1].range = last.range.lowerBound..<scalars.count
        return parts
    }

    /// Returns whether a mark belongs to the text after it.
    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: false
        }
    }

    /// Returns whether a letter is a symbol: a single Greek letter such as alpha or pi in another language's text.
    private static func isSymbol(at index: Int, of script: Script, in text: [Unicode.Scalar]) -> Bool {
        guard script == .greek else { return false }
        func isGreek(_ index: Int) -> Bool { text.indices.contains(index) && Script(text[index]) == .greek }
        return !isGreek(index - 1) && !isGreek(index + 1)
    }
}

extension Unicode.Scalar {
    fileprivate var isLatin: Bool { properties.isAlphabetic && (value < 0x250 || 0x1E00...0x1EFF ~= value) }
}
