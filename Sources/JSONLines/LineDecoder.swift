// JSONLines is the framing that both protocols share: one JSON value per line, found in a byte stream however it is divided, and decoded
// with errors that name the field. It does no I/O.

/// Splits a byte stream into lines, in bounded memory, however the bytes are divided.
///
/// A line ends with `\n`; a `\r` before it is removed. A line longer than ``maximumLength`` is reported once, as soon as it is seen to be
/// too long, and skipped to its end without being stored.
package struct LineDecoder: Sendable {
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

    private var bytes: [UInt8] = []
    /// The index of the first byte not returned yet.
    private var start = 0
    /// The index up to which ``bytes`` has been searched for a line end.
    private var searched = 0
    package private(set) var isSkipping = false

    package init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// Creates a decoder that continues another's stream, from that one's ``unserved`` bytes.
    package init(maximumLength: Int, after lineNumber: Int, unserved: [UInt8], isSkipping: Bool) {
        self.maximumLength = maximumLength
        self.lineNumber = lineNumber
        self.isSkipping = isSkipping
        bytes = unserved
    }

    /// The bytes received but not returned yet.
    package var unserved: ArraySlice<UInt8> { isSkipping ? [] : bytes[start...] }

    package mutating func append(_ new: some Collection<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
            start = 0
            searched = 0
        } else if start > 65_536 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Returns the next line; nil until more bytes arrive.
    package mutating func next() -> Line? {
        while true {
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                if isSkipping {
                    start = bytes.count
                } else if bytes.count - start > maximumLength + 1 {  // the 1 is for a final \r, which does not count
                    start = bytes.count
                    isSkipping = true
                    lineNumber += 1
                    return .tooLong
                }
                return nil
            }
            var line = bytes[start..<end]
            start = end + 1
            searched = start
            if isSkipping {
                isSkipping = false
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            lineNumber += 1
            return line.count > maximumLength ? .tooLong : .line(Array(line))
        }
    }

    /// Returns the last line if the stream ended without a line end.
    package mutating func finish() -> Line? {
        defer {
            bytes = []
            start = 0
            searched = 0
            isSkipping = false
        }
        guard !isSkipping, start < bytes.count else { return nil }
        lineNumber += 1
        var line = bytes[start...]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line.count > maximumLength ? .tooLong : .line(Array(line))
    }
}
