// LineBuffer finds lines in a stream of bytes that arrives in arbitrary pieces, for JSON Lines, SSIP and text. It does no I/O.

/// The bytes of a stream that have not been taken, and how far they have been searched for a line end.
package struct LineBuffer: Sendable {
    private var bytes: [UInt8]
    /// The index of the first byte that has not been taken.
    private var start = 0
    /// How far ``bytes`` has been searched.
    private var searched = 0

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// The bytes that have not been taken.
    package var rest: ArraySlice<UInt8> { bytes[start...] }

    package mutating func append(_ new: some Collection<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
            (start, searched) = (0, 0)
        } else if start > 65_536 {
            bytes.removeFirst(start)
            (start, searched) = (0, searched - start)
        }
        bytes.append(contentsOf: new)
    }

    /// Returns the index in ``rest`` of the next line end; nil if there is none. Each line end is returned only once.
    /// - Parameters:
    ///   - alsoReturn: whether a `\r` also ends a line.
    ///   - length: the maximum number of bytes of ``rest`` to search.
    package mutating func nextEnd(alsoReturn: Bool = false, within length: Int = .max) -> Int? {
        let limit = length < bytes.count - start ? start + length : bytes.count
        let new = bytes[searched..<max(searched, limit)]
        let newline = UInt8(ascii: "\n")
        let end = alsoReturn ? new.firstIndex { $0 == newline || $0 == UInt8(ascii: "\r") } : new.firstIndex(of: newline)
        searched = end.map { $0 + 1 } ?? new.endIndex
        return end
    }

    /// Takes the bytes of ``rest`` before an index, or all of them.
    package mutating func take(to place: Int? = nil) -> ArraySlice<UInt8> {
        let end = place ?? bytes.count
        defer {
            start = end
            searched = max(searched, end)
        }
        return bytes[start..<end]
    }
}
