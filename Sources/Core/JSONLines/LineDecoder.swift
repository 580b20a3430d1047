// JSONLines is the framing that both protocols share: one JSON value per line, found in a byte stream regardless of how it is divided, and
// decoded with errors that name the field. It does no I/O.

/// Splits a byte stream into lines, in bounded memory, regardless of how the bytes are divided.
///
/// A line ends with `\n`; a `\r` before it is removed. A line longer than ``maximumLength`` is reported once, as soon as it exceeds the
/// limit, and is skipped to its end without being stored.
package struct LineDecoder: Sendable {
    /// A line, or a note that one was skipped.
    package enum Line: Sendable, Equatable {
        /// A complete line without its ending.
        case line([UInt8])
        /// A line longer than ``LineDecoder/maximumLength``; the rest of it is skipped.
        case tooLong
    }

    /// The maximum length of a line, in bytes without its ending.
    package let maximumLength: Int
    /// The number of the line that ``next()`` returned last, from 1.
    package private(set) var lineNumber = 0

    private var buffer = LineBuffer()
    package private(set) var isSkipping = false

    package init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// Creates a decoder that continues the stream of another decoder, from the other's ``unserved`` bytes.
    package init(maximumLength: Int, after lineNumber: Int, unserved: [UInt8], isSkipping: Bool) {
        self.maximumLength = maximumLength
        self.lineNumber = lineNumber
        self.isSkipping = isSkipping
        buffer = LineBuffer(unserved)
    }

    /// The bytes received but not yet returned.
    package var unserved: ArraySlice<UInt8> { isSkipping ? [] : buffer.rest }

    package mutating func append(_ new: some Collection<UInt8>) { buffer.append(new) }

    /// Returns the next line; nil until more bytes arrive.
    package mutating func next() -> Line? {
        while let end = buffer.nextEnd() {
            let line = buffer.take(to: end + 1).dropLast()
            if !isSkipping { return counted(line) }
            isSkipping = false
        }
        if isSkipping {
            _ = buffer.take()
        } else if buffer.rest.count > maximumLength + 1 {  // + 1: a final \r does not count
            isSkipping = true
            return counted(buffer.take())
        }
        return nil
    }

    /// Returns the last line if the stream ended without a line end.
    package mutating func finish() -> Line? {
        let line = buffer.take()
        defer { isSkipping = false }
        return isSkipping || line.isEmpty ? nil : counted(line)
    }

    private mutating func counted(_ line: ArraySlice<UInt8>) -> Line {
        lineNumber += 1
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.count > maximumLength ? .tooLong : .line(Array(line))
    }
}
