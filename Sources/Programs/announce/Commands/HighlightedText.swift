import Glibc
import Messages
import System
import TerminalText
import TextLines

/// A text that is shown line by line while it is heard, with the current word highlighted.
///
/// Only the last line on the terminal is redrawn, so nothing has to be restored, and a text may be longer than the window.
struct HighlightedText {
    private let text: String
    private var wrapped: WrappedText
    private var columns: Int
    /// The line of the last word that was heard; nil if none was.
    private var line: Int?

    /// Whether the text is shown plain, because the terminal can't move the cursor, or because there is no terminal.
    private let isPlain: Bool
    /// Reverse video; underlined if the user wants no colours, because reverse video would change these.
    private let mark: (begin: String, end: String)

    init(_ text: String) {
        self.text = text
        isPlain = isatty(STDOUT_FILENO) != 1 || Environment.isTerminalDumb
        mark = Environment.value("NO_COLOR") == nil ? ("\u{1B}[7m", "\u{1B}[27m") : ("\u{1B}[4m", "\u{1B}[24m")
        columns = Self.terminalColumns
        // A line that fills the last column would make some terminals wrap.
        wrapped = WrappedText(text, columns: isPlain ? .max : max(1, columns - 1))
    }

    mutating func show(_ progress: Progress) {
        guard !isPlain else {
            if line == nil { write((text.hasSuffix("\n") ? text : text + "\n").visibleLines) }
            line = 0
            return
        }
        if Self.terminalColumns != columns {
            columns = Self.terminalColumns
            wrapped = WrappedText(text, columns: max(1, columns - 1))
            line = line.map { _ in wrapped.line(at: progress.offset) }
        }
        let place = wrapped.line(at: progress.offset)
        let before = line ?? 0
        // A text that was cut is heard again, and therefore shown again.
        let left = place < before ? [before] : Array(before..<place)
        write(left.map { plain($0) + "\n" }.joined() + marked(place, progress.offset..<(progress.offset + progress.length)))
        line = place
    }

    /// Shows the rest of the text.
    /// - Parameter isHeard: whether the announcement was heard to its end.
    mutating func end(isHeard: Bool) {
        guard !isPlain else {
            if isHeard, line == nil { write("\(text)\n".visibleLines) }
            return
        }
        guard let last = isHeard ? wrapped.lines.count - 1 : line else { return }
        write(((line ?? 0)...max(last, line ?? 0)).map { plain($0) + "\n" }.joined())
    }

    private func plain(_ line: Int) -> String { "\r\u{1B}[K" + visible(wrapped.lines[line]) }

    private func marked(_ line: Int, _ word: Range<Int>) -> String {
        let range = wrapped.lines[line]
        let word = word.clamped(to: range)
        let (before, after) = (range.lowerBound..<word.lowerBound, word.upperBound..<range.upperBound)
        return "\r\u{1B}[K\(visible(before))\(mark.begin)\(visible(word))\(mark.end)\(visible(after))"
    }

    private func visible(_ range: Range<Int>) -> String { wrapped.text(range).visible }

    private static var terminalColumns: Int {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe StandardOutput.copy($0) }
    }
}
