import DequeModule
import JSONLines

/// Cuts Markdown that grows into pieces that can be spoken one after another, in bounded memory (U9).
///
/// A piece is a block, a list item, or a sentence of a paragraph, as soon as it is complete. Only their borders are found here: the daemon
/// parses each piece (T22).
package struct MarkdownBlocks: Sendable {
    /// The maximum length of a paragraph's piece and of other pieces, in bytes. The rest is another piece.
    static let longestParagraph = 2048
    static let longestBlock = 65_536
    /// The maximum length of the lines that each piece repeats, in bytes.
    static let longestRepeated = 1024

    private enum Kind: Equatable {
        case paragraph, heading, item, quote, table, html, indentedCode
        case code(MarkdownLine.Fence)
    }

    private var buffer = LineBuffer()
    private var pieces: Deque<String> = []
    /// The kind of the open block; nil: none is open.
    private var kind: Kind?
    /// The open block's lines. If it is cut, the first ones are repeated in each piece: a fence, or a table's headers.
    private var block: [UInt8] = []
    private var repeated = 0
    private var isCut = false
    /// Whether the beginning of the next line was read already.
    private var isInLine = false
    /// The column of the newest list item's text, to which the item's further blocks are indented.
    private var itemColumn = 0

    package init() {}

    package mutating func append(_ new: some Collection<UInt8>) { buffer.append(new) }

    /// Returns the next piece; nil until more bytes arrive.
    package mutating func next() -> String? {
        while pieces.isEmpty {
            if let end = buffer.nextEnd() {
                read(buffer.take(to: end + 1).dropLast())
            } else if buffer.rest.count > Self.longestBlock {
                read(buffer.take(to: SentenceCut.end(in: buffer.rest.prefix(Self.longestBlock))), isWhole: false)
            } else if !cutOpenLine() {
                break
            }
        }
        return pieces.popFirst()
    }

    /// Returns the next of the pieces that were left when the stream ended; nil after the last.
    package mutating func finish() -> String? {
        if let piece = next() { return piece }
        if !buffer.rest.isEmpty { read(buffer.take()) }
        end()
        return pieces.popFirst()
    }

    /// Whether the open block may be complete, if its program waits. An open fence is not.
    package var mayBeComplete: Bool {
        if case .code = kind { return false }
        guard !buffer.rest.isEmpty else { return kind != nil && (!isCut || block.count > repeated) }
        return isInParagraph && MarkdownSentence.isComplete(block + buffer.rest.prefix(Self.longestParagraph))
    }

    /// Ends the open block, for example when its program waits. Further rows of a table may follow.
    package mutating func endBlock() {
        let rest = buffer.take()
        if !rest.isEmpty { read(rest, isWhole: false) }
        if kind == .table { cut(at: block.count) } else { end() }
    }

    // MARK: Lines

    /// Reads a line.
    /// - Parameter isWhole: whether the line has ended.
    private mutating func read(_ bytes: ArraySlice<UInt8>, isWhole: Bool = true) {
        let isRest = isInLine
        isInLine = !isWhole
        let line = MarkdownLine(bytes)
        let ending: [UInt8] = isWhole ? [UInt8(ascii: "\n")] : []
        if case .code(let fence) = kind {
            add(line.indented(less: fence.column).text + ending, to: .code(fence))
            if line.closes(fence), !isRest { end() }
        } else if isRest {
            add(line.text + ending, to: kind ?? .paragraph)
            if kind == .heading, isWhole { end() }
        } else if line.isBlank {
            end()
        } else {
            if kind == nil, line.indent < itemColumn, line.itemColumn == nil { itemColumn = 0 }
            begin(line.indented(less: itemColumn), at: min(line.indent, itemColumn), ending)
        }
    }

    /// Reads a line from its beginning.
    /// - Parameter column: the column of the line in its list item.
    private mutating func begin(_ line: MarkdownLine, at column: Int, _ ending: [UInt8]) {
        let text = line.text + ending
        guard line.indent < 4 else { return add(text, to: kind ?? .indentedCode) }
        if kind == .indentedCode { end() }
        if let fence = line.fence(at: column) {
            end()
            add(line.text.prefix(Self.longestRepeated) + [UInt8(ascii: "\n")], to: .code(fence))
            repeated = block.count
        } else if line.isHeading {
            end()
            add(text, to: .heading)
            if !ending.isEmpty { end() }
        } else if let itemColumn = line.itemColumn, !(kind == .paragraph && line.isLaterNumber) {
            end()
            self.itemColumn = column + itemColumn
            let fence = line.indented(less: .max).dropping(itemColumn - line.indent).fence(at: 0)
            add(text, to: fence.map { .code($0) } ?? .item)
        } else if line.isUnderline {
            // A heading's, or a rule, which is not heard.
            if kind == .paragraph { add(text, to: .paragraph) }
            end()
        } else if line.isDelimiter, kind == .paragraph {
            add(text, to: .table)
        } else if let kind = line.first == UInt8(ascii: ">") ? Kind.quote : line.first == UInt8(ascii: "|") ? .table : nil {
            if self.kind != kind { end() }
            add(text, to: kind)
        } else {
            add(text, to: kind ?? (line.first == UInt8(ascii: "<") ? .html : .paragraph))
        }
    }

    private mutating func add(_ text: [UInt8], to kind: Kind) {
        self.kind = kind
        block += text
        let newline = UInt8(ascii: "\n")
        if kind == .table, repeated == 0, block.count <= Self.longestRepeated, block.count(where: { $0 == newline }) == 2 {
            repeated = block.count
        }
        if kind == .paragraph {
            while let end = MarkdownSentence.end(in: block) { cut(at: end) }
        }
        let longest = kind == .paragraph ? Self.longestParagraph : Self.longestBlock
        while block.count - repeated > longest {
            let part = block[repeated..<repeated + longest]
            let line = kind == .paragraph ? nil : part.lastIndex(of: newline).map { $0 + 1 }
            cut(at: line ?? SentenceCut.end(in: part))
        }
    }

    // MARK: Pieces

    /// Whether the open line belongs to a paragraph, whatever follows in it.
    private var isInParagraph: Bool {
        guard kind == nil || kind == .paragraph else { return false }
        return isInLine || MarkdownLine(buffer.rest.prefix(Self.longestParagraph)).indented(less: itemColumn).isText
    }

    /// Takes a sentence that ends in the open line.
    /// - Returns: false if there is none.
    private mutating func cutOpenLine() -> Bool {
        guard !buffer.rest.isEmpty, isInParagraph else { return false }
        let text = block + buffer.rest.prefix(Self.longestParagraph)
        guard let end = MarkdownSentence.end(in: text) ?? (text.count > Self.longestParagraph ? SentenceCut.end(in: text[...]) : nil) else {
            return false
        }
        if end > block.count {
            block += buffer.take(to: buffer.rest.startIndex + end - block.count)
            (kind, isInLine) = (.paragraph, true)
        }
        cut(at: end)
        return true
    }

    /// Takes the beginning of the open block.
    private mutating func cut(at end: Int) {
        var piece = PlainText.ofLines(block[..<end])[...]
        // An indented text would be code.
        if kind == .paragraph { piece = piece.drop(while: \.isWhitespace) }
        while piece.last?.isWhitespace == true { piece.removeLast() }
        if !piece.isEmpty { pieces.append(String(piece)) }
        block.removeSubrange(repeated..<end)
        isCut = true
    }

    /// Takes the rest of the open block.
    private mutating func end() {
        if !isCut || block.count > repeated { cut(at: block.count) }
        (kind, block, repeated, isCut) = (nil, [], 0, false)
    }
}
