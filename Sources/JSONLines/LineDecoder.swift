// JSONLines is the framing that both protocols share: one JSON value a line, found in a stream of bytes that arrives in any pieces,
// and decoded with errors that name the field. It does no I/O.

/// Cuts a stream of bytes into lines, whatever pieces it arrives in, in bounded memory.
///
/// A line ends with `\n`; a `\r` before it is dropped. A line longer than ``maximumLength`` is reported once, as soon as it is seen
/// to be too long, and then skipped to its end without being stored.
package struct LineDecoder: Sendable {
    package enum Line: Sendable, Equatable {
        /// A whole line without its ending.
        case line([UInt8])
        /// A line that has more than ``LineDecoder/maximumLength`` bytes; the rest of it is being skipped.
        case tooLong
    }

    /// The longest line, in bytes without its ending.
    package let maximumLength: Int
    /// How many lines have begun so far: the number of the line that ``next()`` returned last, counted from 1.
    package private(set) var lineNumber = 0

    private var bytes: [UInt8] = []
    /// Where the first byte not yet given out is.
    private var start = 0
    /// How far ``bytes`` has been searched for a line's end.
    private var searched = 0
    package private(set) var isSkipping = false

    package init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// One that goes on where another has ended: with these bytes, ``unserved`` of that one.
    package init(maximumLength: Int, after lineNumber: Int, unserved: [UInt8], isSkipping: Bool) {
        self.maximumLength = maximumLength
        self.lineNumber = lineNumber
        self.isSkipping = isSkipping
        bytes = unserved
    }

    /// The bytes that came and were not given out yet.
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

    /// The next line, or nil until more bytes come.
    package mutating func next() -> Line? {
        while true {
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                if isSkipping {
                    start = bytes.count
                } else if bytes.count - start > maximumLength + 1 {  // + 1: a final \r does not count
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

    /// The bytes after the last line's end, when the stream has ended: a last line without its ending.
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
