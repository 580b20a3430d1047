/// A text wrapped to a terminal's width, at spaces where possible.
package struct WrappedText: Sendable {
    /// The range of each line in the text, in Unicode scalars.
    package let lines: [Range<Int>]
    private let scalars: [Unicode.Scalar]

    /// - Parameter columns: the width of a line; a wider character has a separate line.
    package init(_ text: String, columns: Int) {
        scalars = Array(text.unicodeScalars)
        var lines: [Range<Int>] = []
        var (start, end, width) = (0, 0, 0)
        /// The end of the last space in the line, and the line's width up to that end.
        var lastSpace: (end: Int, width: Int)?
        func finish(at place: Int) {
            lines.append(start..<place)
            start = place
            width -= lastSpace.map { $0.end == place ? $0.width : width } ?? width
            lastSpace = nil
        }
        for character in text {
            let next = end + character.unicodeScalars.count
            if character.isNewline {
                finish(at: end)
                (start, width) = (next, 0)
            } else {
                let own = character.unicodeScalars.reduce(0) { $0 + $1.columns }
                // A space at the end may be beyond the width.
                while width + own > columns, end > start, character != " " { finish(at: lastSpace?.end ?? end) }
                width += own
                if character == " " { lastSpace = (next, width) }
            }
            end = next
        }
        if start < end || lines.isEmpty { lines.append(start..<end) }
        self.lines = lines
    }

    /// Returns the index of the line that contains a position in the text, otherwise of the last line.
    package func line(at place: Int) -> Int {
        var range = lines.indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = lines[middle].lowerBound <= place ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// Returns a part of the text.
    package func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range.clamped(to: scalars.indices)]))
    }
}
