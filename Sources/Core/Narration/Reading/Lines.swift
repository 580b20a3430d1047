import Messages

/// T24: Pauses at the ends of lines, and of a table's cells, which may have no marks there.
enum Lines {
    /// - Parameter namesMarks: whether all marks are named, so that a comma would be more than a pause.
    static func edits(in scalars: [Unicode.Scalar], of context: TextualContext, namesMarks: Bool) -> [TracedText.Edit] {
        guard context.hasLines else { return [] }
        var edits: [TracedText.Edit] = []
        // The end of the previous word.
        var end: Int?
        for (index, scalar) in scalars.enumerated() where !scalar.properties.isWhitespace {
            defer { end = index + 1 }
            guard let end, end < index else { continue }
            let space = scalars[end..<index]
            if space.contains(where: { $0 == "\n" || $0 == "\r" }) {
                edits.append(TracedText.Edit(range: end..<index, text: "\n\n"))
            } else if context == .spreadsheet, space.contains("\t") {
                let pause = namesMarks ? "\n\n" : Phrase.pauses.contains(scalars[end - 1]) ? " " : ", "
                edits.append(TracedText.Edit(range: end..<index, text: pause))
            }
        }
        return edits
    }
}
