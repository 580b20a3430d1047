import CUTF8Proc

/// A line of a terminal: the characters in its columns, and the part that was read.
struct TerminalRow {
    /// The character in each column; nil: the second column of a wide character.
    private(set) var cells: [String?] = []
    private(set) var byteCount = 0
    /// Whether a part of it was overwritten or erased.
    var isRewritten = false
    /// Whether the cursor was moved back on it.
    var isReturnedTo = false
    /// Whether the cursor has left it for the line below, with something on it.
    var isLeft = false
    /// Whether something was written after that.
    private(set) var isRevisited = false
    /// Whether something was written since its state was last looked at.
    var hasNewState = false
    /// Whether something was written since it was read as a line.
    var hasNewText = false

    init(_ text: some Sequence<Unicode.Scalar> = []) {
        for scalar in text { write(scalar, at: cells.count) }
    }

    var isNew: Bool { cells.isEmpty && !isRewritten && !isLeft }

    /// The text shown, without the space around it.
    var text: String {
        let first = cells.firstIndex { $0 != " " } ?? 0
        let end = (cells.lastIndex { $0 != " " } ?? -1) + 1
        return cells[min(first, end)..<end].lazy.compactMap(\.self).joined()
    }

    var bytes: [UInt8] { cells.lazy.compactMap(\.self).flatMap(\.utf8) }

    /// Returns whether a character written at a column stands in the place of another one.
    func overwrites(at column: Int) -> Bool { column < cells.count }

    /// Writes a character; the cursor may be beyond the end.
    /// - Returns: the column after it.
    @discardableResult
    mutating func write(_ scalar: Unicode.Scalar, at column: Int) -> Int {
        (hasNewState, hasNewText) = (true, true)
        if isLeft { (isRevisited, isRewritten) = (true, true) }
        let width = scalar.columns
        while cells.count < column { append(" ") }
        if width == 0, column > 0, let base = cells[..<column].lastIndex(where: { $0 != nil }) {
            cells[base]!.unicodeScalars.append(scalar)
            byteCount += UTF8.width(scalar)
            return column
        }
        for place in column..<(column + max(width, 1)) {
            if place < cells.count { free(place) } else { append(" ") }
            byteCount -= 1
            cells[place] = nil
        }
        cells[column] = String(scalar)
        byteCount += UTF8.width(scalar)
        return column + max(width, 1)
    }

    /// Erases columns; at its end they are removed.
    mutating func erase(_ columns: Range<Int>) {
        for place in columns.clamped(to: 0..<cells.count) { free(place) }
        while let last = cells.last, last == " ", columns.contains(cells.count - 1) {
            cells.removeLast()
            byteCount -= 1
        }
    }

    private mutating func append(_ cell: String) {
        cells.append(cell)
        byteCount += cell.utf8.count
    }

    /// Blanks a column, and the other half of a wide character in it.
    private mutating func free(_ place: Int) {
        var first = place
        while first > 0, cells[first] == nil { first -= 1 }
        byteCount -= cells[first]?.utf8.count ?? 0
        var next = first
        repeat {
            cells[next] = " "
            byteCount += 1
            next += 1
        } while next < cells.count && cells[next] == nil
    }
}

extension Unicode.Scalar {
    /// How many columns of a terminal it takes: 0 if it joins the character before it.
    var columns: Int { isASCII ? 1 : Int(utf8proc_charwidth(Int32(bitPattern: value))) }
}
