/// A regular expression that was made from text and is never changed.
struct SendableRegex: @unchecked Sendable {
    // A regex holds its program; matching writes nothing into it.
    private let regex: Regex<AnyRegexOutput>
    /// The longest text that is searched: backtracking may take time that grows faster than the text.
    private static let longestText = 4096

    init(regex: Regex<AnyRegexOutput>) {
        self.regex = regex
    }

    /// The ranges of its matches, in Unicode scalars. Empty matches are none: `x*` matches between all letters.
    func ranges(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
        guard scalars.count <= Self.longestText else { return [] }
        let text = String(String.UnicodeScalarView(scalars))
        var ranges: [Range<Int>] = []
        var place = 0
        var reached = text.startIndex
        for match in text.matches(of: regex) where !match.range.isEmpty {
            place += text.unicodeScalars.distance(from: reached, to: match.range.lowerBound)
            let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
            ranges.append(place..<place + length)
            place += length
            reached = match.range.upperBound
        }
        return ranges
    }
}
