/// Finds what makes no sound at the beginning of a clause, before a symbol that does: `, %`, or a mark of direction before `#`. eSpeak NG 1.51 gives
/// the symbol's name no place in the text then, and its Malayalam, Vietnamese and other voices look for one in memory that is not theirs.
struct ClauseStart {
    /// Whether marks are named, so that none is silent.
    private let namesMarks: Bool
    private var isAtStart = true
    private var isAfterClause = false
    private var silent: [Int] = []

    init(namesMarks: Bool) { self.namesMarks = namesMarks }

    /// - Parameters:
    ///   - index: the scalar's place.
    ///   - isNamed: whether the voice has a word for a symbol.
    /// - Returns: the places of what must become white space, since `scalar` comes after it.
    mutating func pass(_ scalar: Unicode.Scalar, at index: Int, isNamed: (Unicode.Scalar) -> Bool) -> [Int] {
        if scalar.properties.isWhitespace {
            if !isAtStart, isAfterClause || scalar == "\n" { self = ClauseStart(namesMarks: namesMarks) }
            return []
        }
        isAfterClause = ".,;:!?…".unicodeScalars.contains(scalar)
        guard isAtStart else { return [] }
        switch scalar.properties.generalCategory {
        case .otherPunctuation where isAfterClause && !namesMarks: silent.append(index)
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .otherPunctuation, .connectorPunctuation:
            guard scalar.isASCII || isNamed(scalar) else {
                silent.append(index)
                return []
            }
            isAtStart = false
            return silent
        case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: isAtStart = false
        default: if scalar.isSurelyAudible { isAtStart = false } else { silent.append(index) }
        }
        return []
    }
}
