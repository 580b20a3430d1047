import JSONLines
import TerminalText

// TextLines turns any program's output into speakable lines, however the bytes are divided: a build's output, a progress bar, or a file
// that is not text at all. It does no I/O.

/// Reads a byte stream as a terminal would show it, line by line, in bounded memory (U9).
///
/// A line is read when the cursor leaves it for the next line. If a program overwrites the line, with a `\r` or by moving the cursor, the
/// line is one changing value: only its states with a percentage are read, in steps, and its last state. Colours and titles are removed,
/// invalid UTF-8 is replaced, and lines with nothing left are skipped. A line longer than ``maximumLength`` is split after a sentence if
/// possible, otherwise after a word.
package struct TextLines: Sendable {
    /// How a line that changes is read.
    package enum Reading: Sendable {
        /// A line among others.
        case lines
        /// The states of one value: each is read.
        case states
    }

    /// The maximum length of a piece, in bytes: the default is a few minutes of speech.
    package let maximumLength: Int

    private var buffer = LineBuffer()
    private var screen: TerminalScreen
    private var sequence = EscapeSequence.none
    /// The maximum number of bytes that are read before the resulting lines are taken.
    private static let longestUnit = 4096

    package init(_ reading: Reading = .lines, maximumLength: Int = 4096) {
        precondition(maximumLength > 4)
        self.maximumLength = maximumLength
        screen = TerminalScreen(LineReader(reading))
    }

    package mutating func append(_ new: some Collection<UInt8>) { buffer.append(new) }

    /// Returns the next line; nil until more bytes arrive.
    package mutating func next() -> TextLine? {
        while true {
            if let line = screen.takeLine() { return line }
            guard readUnit() else { return nil }
        }
    }

    /// Returns the next of the lines that were still open when the stream ended; nil after the last.
    package mutating func finish() -> TextLine? {
        if let line = screen.takeLine() { return line }
        read(buffer.take())
        screen.finish()
        return screen.takeLine()
    }

    /// Whether the open line may be a prompt, which its program does not end before the user has answered.
    package var hasPrompt: Bool { screen.hasPrompt && buffer.rest.isEmpty }

    /// Ends the open line, for example when its program waits. Text after that belongs to a new line.
    package mutating func endLine() { screen.lineFeed() }

    /// The current text of the line that is being rewritten: the newest state of a progress bar.
    package var shown: TextLine? { screen.shown }

    /// Reads some of the bytes.
    /// - Returns: false if there are none, or only a part of a character.
    private mutating func readUnit() -> Bool {
        let rest = buffer.rest
        let newline = UInt8(ascii: "\n")
        if let end = rest.prefix(Self.longestUnit).firstIndex(of: newline) {
            let line = buffer.take(to: end + 1).dropLast()
            // This applies to most lines.
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if case .none = sequence, screen.isAtNewLine, text.count <= maximumLength, text.allSatisfy({ $0.isPlain }) {
                screen.didRead(line.count)
                screen.appendLine(text)
                screen.didRead(1)
            } else {
                read(line)
                read("\n")
            }
            return true
        }
        let unit = rest.prefix(Self.longestUnit)
        let end = SentenceCut.endOfWholeCharacters(in: unit)
        guard end > unit.startIndex else { return false }
        read(buffer.take(to: end))
        return true
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let first = rest.first {
            let part: ArraySlice<UInt8>
            if case .none = sequence, first.isPlain {
                part = rest.prefix { $0.isPlain }
                screen.write(plain: part, maximumLength: maximumLength)
                screen.didRead(part.count)
            } else if first < 0x80 {
                part = rest.prefix(1)
                read(Unicode.Scalar(first))
            } else {
                // Invalid bytes in this part are replaced as in the whole text.
                part = rest.prefix { $0 >= 0x80 }
                read(Array(String(decoding: part, as: UTF8.self).unicodeScalars))
            }
            rest = rest[part.endIndex...]
        }
    }

    private mutating func read(_ scalars: [Unicode.Scalar]) {
        var rest = scalars[...]
        while let first = rest.first {
            if case .none = sequence {
                let run = rest.prefix { PlainText.isVisible($0) && $0.columns == 1 }
                screen.write(narrow: run, maximumLength: maximumLength)
                screen.didRead(run.count)
                rest = rest[run.endIndex...]
                if !run.isEmpty { continue }
            }
            read(first)
            rest.removeFirst()
        }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        defer { screen.didRead(1) }
        switch sequence.read(scalar) {
        case .part: break
        case .control(let letter, let parameters): screen.perform(letter, parameters)
        case .escape("7"): screen.save()
        case .escape("8"): screen.restore()
        case .escape: break
        case .text:
            switch scalar {
            case "\n", "\u{B}", "\u{C}": screen.lineFeed()
            case "\r": screen.carriageReturn()
            case "\u{8}": screen.backspace()
            case "\t": screen.tab()
            default: if PlainText.isVisible(scalar) { screen.write(scalar, maximumLength: maximumLength) }
            }
        }
    }
}
