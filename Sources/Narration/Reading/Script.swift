/// A writing system that has voices of its own (T9).
enum Script: CaseIterable {
    case cyrillic, greek, hebrew, arabic, han, kana, hangul, devanagari

    /// Returns the script of a letter; nil for Latin, for scripts without voices of their own, and for non-letters.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case ..<0x370: return nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
        case 0x591...0x5F4, 0xFB1D...0xFB4F: self = .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .arabic
        case 0x900...0x97F, 0xA8E0...0xA8FF: self = .devanagari
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF: self = .hangul
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .kana
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
        default: return nil
        }
        // Marks and digits belong to the text around them.
        guard scalar.properties.isAlphabetic else { return nil }
    }

    /// The languages whose voices read it, the most common one first.
    var languages: [String] {
        switch self {
        case .cyrillic: ["ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "tt", "ba", "cv", "nog", "mn", "tg"]
        case .greek: ["el", "grc"]
        case .hebrew: ["he", "yi"]
        case .arabic: ["ar", "fa", "ur", "ug", "sd", "ps"]
        case .han: ["cmn", "zh", "yue", "hak", "ja"]
        case .kana: ["ja"]
        case .hangul: ["ko"]
        case .devanagari: ["hi", "mr", "ne", "kok", "sa"]
        }
    }

    /// Whether words have spaces between them.
    var hasSpaces: Bool { self != .han && self != .kana }

    /// A part of a text, and the script it is spoken in; nil for the run's own.
    struct Part: Equatable {
        var range: Range<Int>
        var script: Script?
    }

    /// Returns the parts of a text by script. Spaces, digits and marks stay with the letters before them, opening marks with those after
    /// them. Chinese characters count as Japanese if the text contains kana.
    static func parts(of text: TracedText, isForeign: (Script) -> Bool) -> [Part] {
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
            var script = Script(scalars[letter])
            if script == .han, hasKana { script = .kana }
            if let foreign = script, !isForeign(foreign) || isSymbol(at: letter, of: foreign, in: scalars) { script = nil }
            if let last = parts.last, last.script != script {
                parts[parts.count - 1].range = last.range.lowerBound..<start
                parts.append(Part(range: start..<end, script: script))
            } else if parts.isEmpty {
                parts.append(Part(range: 0..<end, script: script))
            }
            start = end
        }
        guard let last = parts.last else { return [Part(range: scalars.indices)] }
        parts[parts.count - 1].range = last.range.lowerBound..<scalars.count
        return parts
    }

    /// Returns whether a mark belongs to what follows.
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
