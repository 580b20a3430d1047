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
}

/// Divides standard input into lines.
struct LineCutter {
    private var texts: TextLines?
    private var messages: LineDecoder?

    init(_ format: Pipe.Format, _ reading: TextLines.Reading) {
        switch format {
        case .text: texts = TextLines(reading)
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

    /// Returns the next of the lines that had not ended when the input did.
    mutating func finish() -> PipedLine? {
        if let text = texts?.finish() { return .text(text) }
        return messages?.finish().map { line($0) }
    }

    /// The state of a line that is being rewritten.
    var shown: PipedLine? { texts?.shown.map { .text($0) } }

    private func line(_ line: LineDecoder.Line) -> PipedLine {
        let number = messages?.lineNumber ?? 0
        return switch line {
        case .line(let bytes): .message(bytes, number: number)
        case .tooLong: .tooLong(number: number)
        }
    }
}
