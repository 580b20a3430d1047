import DequeModule

/// A line of a program's output.
package struct TextLine: Equatable, Sendable {
    /// The line as a terminal shows it.
    package let shown: String
    /// The part that is spoken (U9).
    package let spoken: String
    /// The label that all states of one progress display share; nil for a line without progress.
    package let progress: String?

    init(shown: String, spoken: String, progress: String? = nil) {
        (self.shown, self.spoken, self.progress) = (shown, spoken, progress)
    }

    package init(_ text: String) { self.init(shown: text, spoken: text) }
}

/// Decides which parts of a terminal's rows are spoken (U9).
struct LineReader {
    /// The number of texts and of percentages that are stored.
    private static let mostRemembered = TerminalScreen.mostRows
    /// U7: the step of a percentage, in points.
    private static let step = 10
    /// The columns of the longest row whose states are examined one by one; a longer row is not a progress bar.
    private static let longestState = 500
    /// How many columns of states may be examined for each character read, and how many can be saved up. Programs that rewrite a whole row
    /// each time, or a part of it some thousand times, are followed completely.
    private static let columnsPerCharacter = 4, mostColumns = 1 << 18

    let reading: TextLines.Reading
    private var lines: Deque<TextLine> = []
    /// The newest lines, because programs write the same lines again on other rows.
    private var recent: Deque<String> = []
    private var percentages: Deque<(key: String, number: Int)> = []
    /// How many columns of states may still be examined. If there are too few for a state, it is skipped, and the next one takes its place.
    private var columnsLeft = Self.mostColumns

    init(_ reading: TextLines.Reading) { self.reading = reading }

    mutating func take() -> TextLine? { lines.popFirst() }

    /// Counts characters that the terminal has processed.
    mutating func didRead(_ count: Int) { columnsLeft = min(columnsLeft + count * Self.columnsPerCharacter, Self.mostColumns) }

    /// Reads a state of a row before the next state is written.
    /// - Parameter isFinal: whether no other state follows. A final state is never skipped.
    mutating func readState(of row: inout TerminalRow, isFinal: Bool = false) {
        // A row that was not rewritten may be an ordinary line.
        guard row.hasNewState, reading == .states || row.isRewritten && row.count <= Self.longestState else { return }
        guard isFinal || row.count <= columnsLeft else { return }
        columnsLeft = max(0, columnsLeft - row.count)
        row.hasNewState = false
        let text = row.text
        let progress = ProgressState(text, isRewritten: row.isRewritten)
        switch reading {
        case .states: if Self.isSpeakable(text) { lines.append(TextLine(shown: text, spoken: progress?.value ?? text)) }
        case .lines: if let progress { read(progress, of: text, isLast: false) }
        }
    }

    /// Reads a row that the cursor has left.
    /// - Parameter isForGood: whether the cursor will not return to the row. If it may, the row's percentage is not final.
    mutating func read(_ row: inout TerminalRow, isForGood: Bool) {
        guard reading == .lines else { return readState(of: &row, isFinal: true) }
        guard row.hasNewText else { return }
        let text = row.text
        if let progress = ProgressState(text, isRewritten: row.isRewritten) {
            guard isForGood else { return }
            read(progress, of: text, isLast: row.isRewritten)
            // The next state with this label belongs to another task.
            if progress.number == 100 {
                let key = progress.key
                percentages.removeAll { $0.key == key }
            }
        } else if row.isRewritten ? Self.isSpeakable(text) : !Self.isDrawn(text), !(row.isRevisited && recent.contains(text)) {
            lines.append(TextLine(shown: text, spoken: text))
            recent.append(text)
            if recent.count > Self.mostRemembered { recent.removeFirst() }
        }
        (row.hasNewText, row.hasNewState) = (false, false)
    }

    /// Reads a piece of an overlong row.
    mutating func readPiece(_ text: String) {
        if !text.isEmpty { lines.append(TextLine(shown: text, spoken: text)) }
    }

    /// Returns the current text of a row, as a state.
    func state(of row: TerminalRow) -> TextLine? {
        let text = row.text
        guard Self.isSpeakable(text) else { return nil }
        return TextLine(shown: text, spoken: ProgressState(text, isRewritten: true)?.value ?? text)
    }

    private mutating func read(_ progress: ProgressState, of text: String, isLast: Bool) {
        let key = progress.key
        if let index = percentages.firstIndex(where: { $0.key == key }) {
            let old = percentages[index].number
            let isStep = abs(progress.number - old) >= Self.step || progress.number == 100 || isLast
            guard progress.number != old, isStep else { return }
            percentages.remove(at: index)
        }
        percentages.append((key, progress.number))
        if percentages.count > Self.mostRemembered { percentages.removeFirst() }
        lines.append(TextLine(shown: text, spoken: progress.spoken, progress: key))
    }

    /// Returns whether the text has words. A spinner has none.
    private static func isSpeakable(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

    /// Returns whether a line consists only of signs that programs draw with: rules, fences, carets below an error.
    private static func isDrawn(_ text: String) -> Bool {
        let signs = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        let isDrawing = signs.allSatisfy { scalar in
            switch scalar.value {
            case 0x2010...0x2015, 0x2022, 0x2026, 0xB7, 0x2500...0x259F: true
            default: "-=_*~#+|^`.:/\\<>".unicodeScalars.contains(scalar)
            }
        }
        // A single sign may be an answer.
        return isDrawing && (signs.count > 2 || signs.allSatisfy { $0 == "^" || $0 == "~" || !$0.isASCII })
    }
}
