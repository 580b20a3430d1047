import Voice

/// A client's text made harmless for the synthesizer, with a mapping from each position back to the client's text.
///
/// T1: compatibility letters are folded. T11: white space is inserted so that no word is longer than 100 characters or has more than 4
/// apostrophes, no symbol directly follows another, each emoji is a word, no number has more than 16 digits, and no more than 20 dotted
/// letters follow each other. T13: Braille becomes white space. Control characters, including NUL, become spaces; new lines and tabs stay.
/// Text of plain ASCII words stays unchanged.
struct SpokenText {
    private(set) var scalars: [Unicode.Scalar] = []
    /// The scalars that may be named, if not all of them.
    private var nameable: [Unicode.Scalar]?
    /// For each scalar, its position in the client's text, and one more for the end; nil if the positions differ only by ``base``.
    private var places: [Int]?
    private let base: Int

    /// - Parameters:
    ///   - text: the client's text.
    ///   - from: the start position, in Unicode scalars; beyond the end, no text is left.
    ///   - splitsWords: whether to insert T11's spaces; false for spelled text.
    ///   - isShort: whether the voice's name of an emoji is short; an emoji of several parts is spoken whole only if all their names are.
    ///   - isNamed: whether the voice has a name for a symbol.
    init(
        _ text: String, from: Int = 0, splitsWords: Bool = true, limits: TextLimits = TextLimits(),
        isShort: (Unicode.Scalar) -> Bool = { _ in true }, isNamed: (Unicode.Scalar) -> Bool = { _ in true }
    ) {
        base = max(0, from)
        let client = Array(text.unicodeScalars.dropFirst(base))
        var places: [Int] = []
        var folded: [Unicode.Scalar] = []
        /// The further parts of emoji that are spoken whole.
        var joined: Set<Int> = []
        if client.allSatisfy(\.isASCII) {
            folded = client
            places = Array(client.indices)
        } else {
            var place = 0
            for character in String(String.UnicodeScalarView(client)) {
                let cluster = character.unicodeScalars
                if !cluster.allSatisfy(\.isASCII), let letters = CompatibilityFolding.fold(cluster) {
                    folded += letters
                    // Map letter to letter, or all letters to the beginning of the cluster.
                    let isOneForOne = letters.count == cluster.count
                    places += letters.indices.map { isOneForOne ? place + $0 : place }
                } else {
                    if cluster.contains("\u{200D}"), cluster.first?.isEmoji == true, cluster.allSatisfy({ !$0.isEmoji || isShort($0) }) {
                        joined.formUnion(folded.count + 1..<folded.count + cluster.count)
                    }
                    folded += cluster
                    places += place..<place + cluster.count
                }
                place += cluster.count
            }
        }
        var start = ClauseStart(namesMarks: limits.namesMarks)
        var guarded = WordGuard(splitsWords: splitsWords, limits: limits)
        scalars.reserveCapacity(folded.count)
        var kept: [Int] = []
        kept.reserveCapacity(folded.count + 1)
        for (index, (scalar, place)) in zip(folded, places).enumerated() {
            let (harmless, separator) = guarded.pass(scalar, joinsEmoji: joined.contains(index))
            if let separator {
                scalars.append(separator)
                kept.append(place)
            }
            if splitsWords { for silent in start.pass(harmless, at: scalars.count, isNamed: isNamed) { scalars[silent] = " " } }
            scalars.append(harmless)
            kept.append(place)
        }
        if splitsWords, !limits.bearsLeadingMarks {
            let leading = scalars.prefix {
                $0.isPunctuationOrSymbol || $0.properties.isWhitespace || $0.properties.generalCategory == .format
            }
            if leading.contains(where: { Self.clauseMarks.contains($0) || $0.properties.generalCategory == .format }) {
                for index in leading.indices { scalars[index] = " " }
            }
        }
        if splitsWords, let isMarkNamed = limits.unplacedMarks {
            let placed = PlacedMarks(scalars, isNamed: isMarkNamed)
            scalars = placed.scalars
            nameable = placed.nameable
            kept = placed.origins.map { kept[$0] }
        }
        kept.append(client.count)
        self.places = kept.indices.allSatisfy { kept[$0] == $0 } ? nil : kept
    }

    /// The scalars that may be named as marks.
    var nameableScalars: [Unicode.Scalar] { nameable ?? scalars }

    /// The text for the synthesizer.
    var text: String { String(String.UnicodeScalarView(scalars)) }

    /// Returns the position in the client's text of the scalar at `index`, 0 to the count of ``scalars``.
    func offset(of index: Int) -> Int {
        base + (places?[index] ?? index)
    }

    /// Whether the text needs a pause before further text, according to its last mark.
    var endsClause: Bool {
        for scalar in scalars.reversed() {
            if scalar.properties.isWhitespace { continue }
            switch scalar.properties.generalCategory {
            case .closePunctuation, .finalPunctuation, .format: continue
            case .otherPunctuation where scalar == "\"" || scalar == "'": continue
            case .dashPunctuation, .otherPunctuation: return Self.clauseMarks.contains(scalar)
            default: return false
            }
        }
        return false
    }

    /// Returns the mark that ends a clause directly before `index`. The text before `index` may include one scalar of the next clause
    /// (Chinese has no spaces).
    func clauseMark(upTo index: Int) -> SynthesisEvent.ClauseMark? {
        let text = scalars.prefix(max(0, index))
        var newLines = 0
        let isOneAhead = text.last?.isPartOfWord ?? false
        for scalar in text.dropLast(isOneAhead ? 1 : 0).reversed() {
            if scalar == "\n" { newLines += 1 }
            if newLines > 1 { return .stop }
            if scalar.properties.isWhitespace { continue }
            switch scalar.properties.generalCategory {
            case .closePunctuation, .finalPunctuation, .format: continue
            case .otherPunctuation where scalar == "\"" || scalar == "'": continue
            default: return Self.stops.contains(scalar) ? .stop : Self.commas.contains(scalar) ? .comma : nil
            }
        }
        return nil
    }

    private static let stops = Set<Unicode.Scalar>(".!?…。！？।؟".unicodeScalars)
    private static let commas = Set<Unicode.Scalar>(",;:—–、，；：،؛".unicodeScalars)
    private static let clauseMarks = stops.union(commas)
}
