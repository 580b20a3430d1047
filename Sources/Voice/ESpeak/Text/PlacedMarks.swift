/// Gives marks a position in the text. In eSpeak NG 1.52 a mark that is named, or that is a bracket or a full stop, has no position. If a
/// clause has only such marks, such as `%` or the second clause of `hello! world` with all marks named, many voices look for the beginning
/// of its first word outside their memory. There are two remedies: an invisible character after the mark has a position; and a mark that
/// ends a clause is named inside it, followed by a stand-in that ends the clause without being named.
struct PlacedMarks {
    /// Has a position, but no sound in any voice.
    static let placeholder: Unicode.Scalar = "\u{200B}"

    private(set) var scalars: [Unicode.Scalar] = []
    /// For each scalar, the index of the scalar that it stands for or follows.
    private(set) var origins: [Int] = []
    /// The scalars without the stand-ins, which must not be named.
    private(set) var nameable: [Unicode.Scalar] = []

    /// The last mark of a clause in which a mark needs a position.
    private var lastMark: Int?
    /// Whether the clause has a letter, a digit or an emoji: these have positions.
    private var hasPosition = false

    /// - Parameter isNamed: whether a mark is named.
    init(_ text: [Unicode.Scalar], isNamed: (Unicode.Scalar) -> Bool) {
        for (index, scalar) in text.enumerated() {
            let next = index + 1 < text.count ? text[index + 1] : nil
            // The clause may also end before this mark.
            if let lastMark, Ending.isPossible(scalar), text[origins[lastMark]] != scalar { place(after: lastMark) }
            if isNamed(scalar), let named = Ending.independent[scalar], scalar == next {
                // Equal marks are named together, with their number.
                append(named, from: index)
                lastMark = scalars.count - 1
                continue
            }
            if isNamed(scalar), let ending = Ending(scalar, before: next) {
                append(ending.named, from: index)
                append(Self.placeholder, from: index)
                // The voice would read the stand-in if no letter preceded it.
                if hasPosition, let standIn = ending.standIn {
                    append(standIn, from: index)
                    nameable.removeLast()
                }
                beginClause()
                continue
            }
            append(scalar, from: index)
            if scalar.properties.isWhitespace {
                if scalar == "\n" { endClause() }
            } else if scalar.isPartOfWord || scalar.isEmoji {
                hasPosition = true
            } else if lastMark != nil || isNamed(scalar) || scalar.isBracket || scalar == "." || scalar == "…" {
                lastMark = scalars.count - 1
            }
            if !isNamed(scalar), Ending(scalar, before: next) != nil {
                // Without letters, only a dash ends a clause in its line.
                if hasPosition { beginClause() } else if scalar.properties.generalCategory == .dashPunctuation { endClause() }
            }
        }
        endClause()
    }

    private mutating func append(_ scalar: Unicode.Scalar, from index: Int) {
        scalars.append(scalar)
        origins.append(index)
        nameable.append(scalar)
    }

    private mutating func endClause() {
        if let lastMark { place(after: lastMark) }
        beginClause()
    }

    /// Gives a position to the marks up to `mark`, unless a letter of their clause has one.
    private mutating func place(after mark: Int) {
        guard !hasPosition else { return }
        scalars.insert(Self.placeholder, at: mark + 1)
        origins.insert(origins[mark], at: mark + 1)
        lastMark = nil
    }

    private mutating func beginClause() { (lastMark, hasPosition) = (nil, false) }

    /// A mark that may end its clause.
    private struct Ending {
        /// The mark that is named in place of the ending mark.
        var named: Unicode.Scalar
        var standIn: Unicode.Scalar?

        /// Returns nil if `mark` ends no clause before `next` (nil: the text's end). Equal marks are named together, with their number.
        init?(_ mark: Unicode.Scalar, before next: Unicode.Scalar?) {
            guard mark != next else { return nil }
            // These marks end a clause in front of any character, so another mark takes their place in it.
            if let named = Self.independent[mark] {
                self.init(named: named, standIn: mark)
                return
            }
            guard next.map({ $0.properties.isWhitespace || $0.isPunctuationOrSymbol }) ?? true else { return nil }
            if let standIn = Self.dependent[mark] {
                self.init(named: mark, standIn: standIn)
            } else if !mark.isASCII, mark.isPunctuationOrSymbol {
                self.init(named: mark, standIn: nil)
            } else {
                return nil
            }
        }

        private init(named: Unicode.Scalar, standIn: Unicode.Scalar?) { (self.named, self.standIn) = (named, standIn) }

        /// Returns whether a clause can end with `mark`.
        static func isPossible(_ mark: Unicode.Scalar) -> Bool { independent[mark] != nil || dependent[mark] != nil }

        private static let dependent: [Unicode.Scalar: Unicode.Scalar] = [
            ".": "。", ",": "、", "!": "！", "?": "？", ":": "：", ";": "；", "…": "。", "–": "；", "—": "；", "،": "、", "؛": "；", "؟": "？",
            "۔": "。",
        ]
        /// Each mark with the ASCII mark that is named in its place. T1 leaves no fullwidth marks.
        static let independent: [Unicode.Scalar: Unicode.Scalar] = [
            "。": ".", "、": ",", "！": "!", "\u{964}": ".", "\u{965}": ".", "։": ".",
        ]
    }
}

extension Unicode.Scalar {
    /// Whether this is a letter, a sign that belongs to one, or a number of any kind.
    var isPartOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }

    /// Whether this is a punctuation mark or a symbol.
    var isPunctuationOrSymbol: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    /// Whether eSpeak NG takes this for a bracket.
    fileprivate var isBracket: Bool {
        switch value {
        case 0x2014...0x201F, 0xAB, 0xBB, 0x300A, 0x300B: true
        default: "()[]{}<>\"'`".unicodeScalars.contains(self)
        }
    }
}
