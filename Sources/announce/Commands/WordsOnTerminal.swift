import Glibc

/// Shows each word as it is heard, on one line of a terminal.
struct WordsOnTerminal {
    func show(_ word: String) {
        write("\r\u{1B}[K\(StandardOutput.visible(word))")
    }

    func end() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }
}
