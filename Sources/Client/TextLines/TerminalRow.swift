import CUTF8Proc

/// A row of a terminal: the characters in its columns, and the text that was already read from it.
struct TerminalRow {
    /// The columns while all of them are printable ASCII, as in most rows; nil if the text is in ``cells``.
    private var plain: [UInt8]? = []
    /// The character in each column. NUL, which no program writes here, stands for the second column of a wide character.
    private var cells: [Unicode.Scalar] = []
    /// The scalars that join the character in a column of ``cells``: accents, joiners.
    private var marks: [Int: String.UnicodeScalarView] = [:]
    /// The size of ``cells`` and ``marks``, in bytes.
    private var cellBytes = 0
    /// Whether a part of the row was overwritten or erased.
    var isRewritten = false
    /// Whether the cursor was moved back on the row.
    var isReturnedTo = false
    /// Whether the cursor has left the row, with text on it, for the row below.
    var isLeft = false
    /// Whether text was written after that.
    private(set) var isRevisited = false
    /// Whether text was written since the row's state was last examined.
    var hasNewState = false
    /// Whether text was written since the row was read as a line.
    var hasNewText = false

    init() {}

    /// - Parameter plain: printable ASCII.
    init(plain: some Collection<UInt8>) {
        self.plain = Array(plain)
        (hasNewState, hasNewText) = (!plain.isEmpty, !plain.isEmpty)
    }

    init(_ bytes: ArraySlice<UInt8>) {
        if bytes.allSatisfy({ $0.isPlain }) {
            self.init(plain: bytes)
        } else {
            self.init()
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { write(scalar, at: count) }
        }
    }

    /// The number of columns.
    var count: Int { plain?.count ?? cells.count }

    var byteCount: Int { plain?.count ?? cellBytes }

    var isNew: Bool { count == 0 && !isRewritten && !isLeft }

    /// The visible text, without surrounding space.
    var text: String {
        if let plain {
            guard let first = plain.firstIndex(where: { $0 != .space }), let last = plain.lastIndex(where: { $0 != .space }) else {
                return ""
            }
            return String(decoding: plain[first...last], as: UTF8.self)
        }
        guard let first = cells.indices.first(where: { !isBlank($0) }), let last = cells.indices.last(where: { !isBlank($0) }) else {
            return ""
        }
        return String(decoding: bytes(of: first...last), as: UTF8.self)
    }

    var bytes: [UInt8] { plain ?? bytes(of: cells.indices) }

    private func isBlank(_ column: Int) -> Bool { cells[column] == " " && (marks.isEmpty || marks[column] == nil) }

    private func bytes(of columns: some Sequence<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cellBytes)
        for column in columns where cells[column] != Self.secondHalf {
            if cells[column].isASCII { bytes.append(UInt8(ascii: cells[column])) } else { bytes += UTF8.encode(cells[column])! }
            if marks.isEmpty { continue }
            for mark in marks[column] ?? .init() { bytes += UTF8.encode(mark)! }
        }
        return bytes
    }

    /// Returns whether a character written at `column` would replace another one.
    func overwrites(at column: Int) -> Bool { column < count }

    // MARK: Writing

    private static let secondHalf: Unicode.Scalar = "\0"

    /// Writes a character. The cursor may be beyond the row's end.
    /// - Returns: the column after the character.
    @discardableResult
    mutating func write(_ scalar: Unicode.Scalar, at column: Int) -> Int {
        let width = scalar.columns
        beginWriting(at: column)
        leavePlain()
        if width == 0, column > 0 {
            let base = cells[..<column].lastIndex { $0 != Self.secondHalf }!
            marks[base, default: .init()].append(scalar)
            cellBytes += UTF8.width(scalar)
            return column
        }
        let end = column + max(width, 1)
        free(column..<min(end, cells.count))
        pad(to: end)
        cells[column] = scalar
        for second in (column + 1)..<end { cells[second] = Self.secondHalf }
        cellBytes += UTF8.width(scalar) - (end - column)
        return end
    }

    /// Writes characters that take one column each. The cursor may be beyond the row's end.
    /// - Returns: the column after them.
    mutating func write(narrow run: some Collection<Unicode.Scalar>, at column: Int) -> Int {
        beginWriting(at: column)
        leavePlain()
        let count = run.count
        let overwritten = column..<min(column + count, cells.count)
        free(overwritten)
        for (place, scalar) in zip(overwritten, run) { cells[place] = scalar }
        cells.append(contentsOf: run.dropFirst(overwritten.count))
        cellBytes += run.reduce(0) { $0 + UTF8.width($1) } - overwritten.count
        return column + count
    }

    /// Writes printable ASCII. The cursor may be beyond the row's end.
    /// - Returns: the column after it.
    mutating func write(plain bytes: ArraySlice<UInt8>, at column: Int) -> Int {
        guard plain != nil else { return write(narrow: bytes.lazy.map { Unicode.Scalar($0) }, at: column) }
        beginWriting(at: column)
        plain!.replaceSubrange(column..<min(column + bytes.count, count), with: bytes)
        return column + bytes.count
    }

    private mutating func beginWriting(at column: Int) {
        (hasNewState, hasNewText) = (true, true)
        if isLeft { (isRevisited, isRewritten) = (true, true) }
        pad(to: column)
    }

    private mutating func pad(to column: Int) {
        while count < column {
            if plain?.append(.space) == nil {
                cells.append(" ")
                cellBytes += 1
            }
        }
    }

    private mutating func leavePlain() {
        guard let plain else { return }
        (cells, cellBytes) = (plain.map { Unicode.Scalar($0) }, plain.count)
        self.plain = nil
    }

    /// Erases columns; at the row's end, removes them.
    mutating func erase(_ columns: Range<Int>) {
        let columns = columns.clamped(to: 0..<count)
        if plain != nil {
            if columns.upperBound == count { plain!.removeLast(columns.count) } else { for column in columns { plain![column] = .space } }
            return
        }
        free(columns)
        while columns.contains(cells.count - 1), isBlank(cells.count - 1) {
            cells.removeLast()
            cellBytes -= 1
        }
    }

    /// Blanks columns, and the other half of a wide character in them.
    private mutating func free(_ columns: Range<Int>) {
        for column in columns {
            let first = cells[...column].lastIndex { $0 != Self.secondHalf }!
            cellBytes -= UTF8.width(cells[first])
            if !marks.isEmpty, let joined = marks.removeValue(forKey: first) { cellBytes -= joined.reduce(0) { $0 + UTF8.width($1) } }
            var next = first
            repeat {
                cells[next] = " "
                cellBytes += 1
                next += 1
            } while next < cells.count && cells[next] == Self.secondHalf
        }
    }
}

extension Unicode.Scalar {
    /// How many columns of a terminal the scalar takes: 0 if it joins the previous character.
    var columns: Int { isASCII ? 1 : Int(utf8proc_charwidth(Int32(bitPattern: value))) }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")

    /// Whether the scalar is a printable ASCII character.
    var isPlain: Bool { 0x20...0x7E ~= self }
}
