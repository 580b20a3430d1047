import AnnounceProtocol
import JSONLines
import TextLines

/// A line of standard input.
enum PipedLine: Sendable {
    /// A text that can be spoken.
    case text(String)
    /// What should be a message of the protocol, and its number.
    case message([UInt8], number: Int)
    /// It has more bytes than a message may have.
    case tooLong(number: Int)
}

/// Cuts standard input into lines.
struct LineCutter {
    private var texts: TextLines?
    private var messages: LineDecoder?

    init(_ format: Pipe.Format) {
        switch format {
        case .text: texts = TextLines()
        case .json: messages = LineDecoder(maximumLength: RequestLine.maximumLength)
        }
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        texts?.append(bytes)
        messages?.append(bytes)
    }

    mutating func next() -> PipedLine? {
        if let text = texts?.next() { return .text(text) }
        return messages?.next().map { line($0) }
    }

    /// A last line without its end.
    mutating func finish() -> PipedLine? {
        if let text = texts?.finish() { return .text(text) }
        return messages?.finish().map { line($0) }
    }

    /// What a terminal would show of a line that has not ended.
    var shown: PipedLine? { texts?.shown.map { .text($0) } }

    private func line(_ line: LineDecoder.Line) -> PipedLine {
        let number = messages?.lineNumber ?? 0
        return switch line {
        case .line(let bytes): .message(bytes, number: number)
        case .tooLong: .tooLong(number: number)
        }
    }
}
