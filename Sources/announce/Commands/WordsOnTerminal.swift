import Glibc
import Messages
import TerminalText

/// Shows each word as it is heard, on one line of a terminal; without a terminal, none.
struct WordsOnTerminal: WordDisplay {
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    func show(_ progress: Progress) {
        if isTerminal { write("\r\u{1B}[K\(progress.word.visible)") }
    }

    func end(isHeard: Bool) {
        if isTerminal { write("\r\u{1B}[K") }
    }
}
