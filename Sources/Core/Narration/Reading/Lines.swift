import Messages

/// T24: Pauses at the ends of lines, and of a table's cells, whose last words have no marks.
enum Lines {
    /// - Parameter namesMarks: whether all marks are named, so that a comma would be more than a pause.
    static func edits(in scalars: [Unicode.Scalar], of context: TextualContext, namesMarks: Bool) -> [TracedText.Edit] {
        guard context.hasLines else { return [] }
        var edits: [TracedText.Edit] = []
        // White space since the last word, if there was a word.
        var space: Int?
        for (index, scalar) in scalars.enumerated() where !scalar.properties.isWhitespace {
            if let start = space, start < index, let border = Border(scalars[start..<index], in: context) {
                edits.append(TracedText.Edit(range: start..<index, text: border == .line || namesMarks ? "\n\n" : ", "))
            }
            space = index + 1
        }
        return edits
    }

    private enum Border {
        case line, cell

        init?(_ space: ArraySlice<Unicode.Scalar>, in context: TextualContext) {
            if space.contains(where: { $0 == "\n" || $0 == "\r" }) {
                self = .line
            } else if context == .spreadsheet, space.contains("\t") {
                self = .cell
            } else {
                return nil
            }
        }
    }
}
