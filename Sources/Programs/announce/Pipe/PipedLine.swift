import AnnounceProtocol
import JSONLines
import TextLines

/// A line of standard input.
enum PipedLine: Sendable {
    case text(TextLine)
    /// A line that should be a message of the protocol, and its number.
    case message([UInt8], number: Int)
    /// A line longer than a message may be.
    case tooLong(number: Int)
    /// A text that can't be read any further.
    case invalid(Passages.InvalidText)
}

/// Divides input into lines, or into passages if lines have no meaning.
struct LineCutter {
    enum Unit: Sendable {
        /// A line as a terminal shows it.
        case line
        /// A message of the protocol.
        case message
        case passage
        /// A block, a list item or a sentence of Markdown.
        case markdown
    }

    private var texts: TextLines?
    private var passages: Passages?
    private var markdown: MarkdownBlocks?
    private var messages: LineDecoder?

    init(_ unit: Unit, _ reading: TextLines.Reading) {
        switch unit {
        case .line: texts = TextLines(reading)
        case .message: messages = LineDecoder(maximumLength: RequestLine.maximumLength)
        case .passage: passages = Passages()
        case .markdown: markdown = MarkdownBlocks()
        }
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        texts?.append(bytes)
        passages?.append(bytes)
        markdown?.append(bytes)
        messages?.append(bytes)
    }

    mutating func next() -> PipedLine? {
        if let text = texts?.next() ?? markdown?.next().map({ TextLine($0) }) { return .text(text) }
        if passages != nil { return passage { passages throws(Passages.InvalidText) in try passages?.next() } }
        return messages?.next().map { line($0) }
    }

    /// Returns the next of the lines that were still open when the input ended.
    mutating func finish() -> PipedLine? {
        if let text = texts?.finish() ?? markdown?.finish().map({ TextLine($0) }) { return .text(text) }
        if passages != nil { return passage { passages throws(Passages.InvalidText) in try passages?.finish() } }
        return messages?.finish().map { line($0) }
    }

    /// Whether the open line may be a prompt, or the open block of Markdown complete.
    var hasPrompt: Bool { texts?.hasPrompt == true || markdown?.mayBeComplete == true }

    /// Ends the open line or block.
    mutating func endLine() {
        texts?.endLine()
        markdown?.endBlock()
    }

    /// The state of a line that is being rewritten.
    var shown: PipedLine? { texts?.shown.map { .text($0) } }

    private mutating func passage(_ next: (inout Passages?) throws(Passages.InvalidText) -> String?) -> PipedLine? {
        do throws(Passages.InvalidText) {
            return try next(&passages).map { .text(TextLine($0)) }
        } catch {
            return .invalid(error)
        }
    }

    private func line(_ line: LineDecoder.Line) -> PipedLine {
        let number = messages?.lineNumber ?? 0
        return switch line {
        case .line(let bytes): .message(bytes, number: number)
        case .tooLong: .tooLong(number: number)
        }
    }
}
