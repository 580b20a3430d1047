/// Separates symbols from words and marks from each other, for voices that can't handle them together (``TextLimits/joinsMarks``). Full
/// stops, commas and the like stay where they are; a letter right after one is separated, except after a full stop.
struct LoneMarks {
    private enum Kind { case none, letter, digit, other, stop, clause, danda, mark, symbol }
    /// Whether a number may begin with its decimal point, as in ".5".
    private let readsLeadingPoint: Bool
    private var last = Kind.none

    init(readsLeadingPoint: Bool) { self.readsLeadingPoint = readsLeadingPoint }

    /// Returns whether white space belongs before `scalar`, which is not white space itself.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        let before = last
        let kind = Self.kind(of: scalar)
        last =
            switch (before, kind) {
            case (.symbol, .stop), (.symbol, .clause): .symbol
            case (.digit, .stop): .other  // a decimal point
            default: kind
            }
        return switch (before, kind) {
        case (.none, _), (_, .stop), (_, .clause): false
        case (.symbol, .danda): true
        case (_, .danda): false
        case (.stop, .digit): !readsLeadingPoint
        case (.danda, _), (.symbol, _), (_, .symbol), (.mark, .mark), (.clause, .letter): true
        default: false
        }
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.isDanda { return .danda }
        switch scalar {
        case ".", "…": return .stop
        case ",", ";", ":", "!", "?": return .clause
        case "'", "\u{2019}", "\u{2BC}": return .other
        case "\"": return .mark
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .otherPunctuation, .connectorPunctuation: .symbol
        case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: .mark
        case .decimalNumber: .digit
        default: scalar.properties.isAlphabetic ? .letter : .other
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is the Devanagari full stop, single or double.
    var isDanda: Bool { self == "\u{964}" || self == "\u{965}" }
}
