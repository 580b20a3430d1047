/// Finds silent scalars at the beginning of a clause before a symbol with a name: `, %`, or a directional mark before `#`. In that position
/// eSpeak NG 1.51 gives the symbol's name no position in the text, and its Malayalam, Vietnamese and other voices then look for a position
/// outside their memory.
struct ClauseStart {
    /// Whether marks are named, so that no mark is silent.
    private let namesMarks: Bool
    private var isAtStart = true
    private var isAfterClause = false
    private var silent: [Int] = []

    init(namesMarks: Bool) { self.namesMarks = namesMarks }

    /// Processes the next scalar.
    /// - Parameters:
    ///   - index: the position of the scalar.
    ///   - isNamed: whether the voice has a word for a symbol.
    /// - Returns: the positions before `scalar` that must become white space.
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
