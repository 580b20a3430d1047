import DequeModule
import TerminalText

/// The part of a program's output that a terminal shows: the newest rows, as far back as programs move the cursor, and the cursor.
///
/// The screen has no columns, so no line wraps. Text placed on a row of the window by its number, such as a progress bar at its bottom, is
/// kept in a separate row.
struct TerminalScreen {
    /// How far back programs move the cursor.
    static let mostRows = 100
    /// The last column that the cursor can be moved to.
    private static let lastColumn = 1000

    private struct Cursor {
        /// Counted from the first row that ever existed; nil: the placed row.
        var row: Int? = 0
        var column = 0
    }

    private var rows: Deque<TerminalRow> = [TerminalRow()]
    /// The number of rows before the first of ``rows``.
    private var dropped = 0
    private var placed = TerminalRow()
    private var cursor = Cursor()
    private var saved = Cursor()
    /// Whether the cursor was moved back after the last text was written.
    private var hasReturned = false
    /// Whether rows to which the cursor returned may wait to be read.
    private var hasRevisited = false
    private var reader: LineReader

    init(_ reader: LineReader) { self.reader = reader }

    mutating func takeLine() -> TextLine? { reader.take() }

    /// The row with the cursor.
    var current: TerminalRow {
        _read { if let row = cursor.row { yield rows[row - dropped] } else { yield placed } }
        _modify {
            if let row = cursor.row { yield &rows[row - dropped] } else { yield &placed }
        }
    }

    /// Whether the cursor is where a new line begins.
    var isAtNewLine: Bool { cursor.column == 0 && isAtBottom && rows[rows.count - 1].isNew }

    private var isAtBottom: Bool { cursor.row.map { $0 - dropped == rows.count - 1 } ?? false }

    /// The text of the cursor's row, if the cursor was moved back on it.
    var shown: TextLine? { current.isReturnedTo ? reader.state(of: current) : nil }

    // MARK: Writing

    mutating func write(_ scalar: Unicode.Scalar, maximumLength: Int) {
        beginWriting()
        cursor.column = current.write(scalar, at: min(cursor.column, maximumLength))
        while current.byteCount > maximumLength { cut(to: maximumLength) }
    }

    /// Writes characters that take one column each: printable ASCII, or others.
    mutating func write(plain bytes: ArraySlice<UInt8>, maximumLength: Int) {
        writePieces(of: bytes, maximumLength) { $0.write(plain: $1, at: $2) }
    }

    mutating func write(narrow run: ArraySlice<Unicode.Scalar>, maximumLength: Int) {
        writePieces(of: run, maximumLength) { $0.write(narrow: $1, at: $2) }
    }

    private mutating func writePieces<Run: Collection>(
        of run: Run, _ maximumLength: Int, _ write: (inout TerminalRow, Run, _ column: Int) -> Int
    ) where Run.SubSequence == Run {
        var rest = run
        while !rest.isEmpty {
            beginWriting()
            let column = min(cursor.column, maximumLength)
            // The row is cut at the same character as if each were written separately. Each has up to 4 bytes.
            let room = maximumLength - current.byteCount - max(0, column - current.count)
            let piece = rest.prefix(max(0, room) / 4 + 1)
            cursor.column = write(&current, piece, column)
            rest = rest[piece.endIndex...]
            while current.byteCount > maximumLength { cut(to: maximumLength) }
        }
    }

    private mutating func beginWriting() {
        if current.overwrites(at: cursor.column) {
            current.isRewritten = true
            if hasReturned { didChange() }
        }
        hasReturned = false
    }

    /// Reads the beginning of an overlong row, and leaves the rest of it.
    private mutating func cut(to length: Int) {
        let bytes = current.bytes
        let end = SentenceCut.end(in: bytes.prefix(length))
        reader.readPiece(TerminalRow(bytes[..<end]).text)
        var rest = TerminalRow(bytes[end...])
        rest.isLeft = current.isLeft
        current = rest
        cursor.column = rest.count
    }

    mutating func tab() { cursor.column += 1 }

    // MARK: Moving

    mutating func carriageReturn() { move(toColumn: 0) }
    mutating func backspace() { move(toColumn: cursor.column - 1) }

    mutating func lineFeed() {
        didChange()
        if cursor.row == nil { cursor.row = dropped + rows.count - 1 }
        current.isLeft = current.count > 0
        if isAtBottom {
            // Read the rows in the order in which they stand.
            if hasRevisited { for index in rows.indices.dropLast() { reader.read(&rows[index], isForGood: false) } }
            hasRevisited = false
            reader.read(&rows[rows.count - 1], isForGood: true)
            rows.append(TerminalRow())
        } else if !current.isRevisited {
            reader.read(&rows[cursor.row! - dropped], isForGood: true)
        }
        cursor = Cursor(row: cursor.row! + 1)
        hasReturned = true
        while rows.count > Self.mostRows {
            reader.read(&rows[0], isForGood: true)
            rows.removeFirst()
            dropped += 1
        }
    }

    /// Whether a line that may be a prompt has begun: it has words and a prompt's end, and its program has not moved the cursor back on it.
    var hasPrompt: Bool {
        guard isAtBottom, current.hasNewText, !current.isRewritten, !current.isReturnedTo else { return false }
        return reader.state(of: current)?.shown.last.map { "?:>])}$#%.…!".contains($0) } ?? false
    }

    /// Appends a complete line of ASCII.
    mutating func appendLine(_ line: ArraySlice<UInt8>) {
        current = TerminalRow(plain: line)
        lineFeed()
    }

    private mutating func move(toColumn column: Int) {
        if column <= cursor.column { (hasReturned, current.isReturnedTo) = (true, true) }
        cursor.column = max(0, min(column, max(Self.lastColumn, current.count)))
    }

    private mutating func move(rows count: Int) {
        didChange()
        if let row = cursor.row { cursor.row = max(dropped, min(row + count, dropped + rows.count - 1)) }
        (hasReturned, hasRevisited) = (true, true)
    }

    /// Moves to a row and a column of the window, counted from 1.
    private mutating func place(_ row: Int, _ column: Int) {
        if row <= 1 {
            cursor.row = dropped + rows.count - 1
            if !isAtNewLine { lineFeed() }
        } else {
            didChange()
            cursor.row = nil
            placed.isRewritten = true
        }
        cursor.column = max(0, min(column - 1, Self.lastColumn))
        hasReturned = true
    }

    mutating func save() { saved = cursor }

    mutating func restore() {
        didChange()
        cursor = saved
        cursor.row = cursor.row.map { max(dropped, min($0, dropped + rows.count - 1)) }
        (hasReturned, hasRevisited) = (true, true)
    }

    // MARK: Sequences

    /// Performs `ESC [ … letter`, as far as progress bars use it (Tests/Recordings). Colours and modes change nothing.
    mutating func perform(_ letter: Unicode.Scalar, _ parameters: EscapeSequence.Parameters) {
        let number = parameters.first ?? 0
        let count = max(number, 1)
        switch letter {
        case "A": move(rows: -count)
        case "B": move(rows: count)
        case "C": move(toColumn: cursor.column + count)
        case "D": move(toColumn: cursor.column - count)
        case "G": move(toColumn: count - 1)
        case "H", "f": place(count, parameters.second ?? 1)
        case "K": eraseInLine(number)
        case "J": eraseInDisplay(number)
        default: break
        }
    }

    private mutating func eraseInLine(_ part: Int) {
        switch part {
        case 0: erase(cursor.column..<Int.max)
        case 2: erase(0..<Int.max)
        default: break
        }
    }

    private mutating func erase(_ columns: Range<Int>) {
        guard columns.lowerBound < current.count else { return }
        current.isRewritten = true
        // A program may erase the end of a longer state after it has written the new one.
        if hasReturned || columns.lowerBound == 0 { didChange() }
        current.erase(columns)
    }

    private mutating func eraseInDisplay(_ part: Int) {
        if part >= 2 {
            finish()
            return
        }
        eraseInLine(part)
        guard part == 0, let row = cursor.row else { return }
        for below in rows.indices where below > row - dropped { rows[below].erase(0..<Int.max) }
    }

    // MARK: Reading

    /// Counts characters that were processed.
    mutating func didRead(_ count: Int) { reader.didRead(count) }

    private mutating func didChange() {
        var row = current
        reader.readState(of: &row)
        current = row
    }

    /// Leaves all rows for good.
    mutating func finish() {
        didChange()
        for index in rows.indices { reader.read(&rows[index], isForGood: true) }
        dropped += rows.count
        rows = [TerminalRow()]
        cursor = Cursor(row: dropped)
    }
}
