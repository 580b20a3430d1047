import TerminalText

/// T19: escape sequences of terminals, which programs write for colours, links and titles.
enum Escapes {
    /// Returns the edits that remove each sequence. A sequence without an end is not removed, because the rest may be text.
    static func edits(in text: [Unicode.Scalar]) -> [TracedText.Edit] {
        var edits: [TracedText.Edit] = []
        var escape = EscapeSequence.none
        var start: Int?
        for (index, scalar) in text.enumerated() {
            switch escape.read(scalar) {
            case .text:
                // The line ends before the sequence does.
                start = nil
                continue
            case .part, .escape, .control: if start == nil { start = index }
            }
            if case .none = escape, let begun = start {
                edits.append(TracedText.Edit(range: begun..<index + 1, text: ""))
                start = nil
            }
        }
        return edits
    }
}
