import Messages
import SSML

/// Turns a document's parts into plain runs (T22).
final class MarkdownBuilder {
    private let readsCode: Bool
    private var writer = RunWriter()
    /// The manners of the open emphases, and before them the document's own.
    private var manners: [SpeechAttributes]
    /// The next number of each open list; nil for a list without numbers.
    private var lists: [Int?] = []
    /// What precedes the next text: an item's number, or the header of a table's column.
    private var prefix = ""
    /// The text of the open block of code or HTML.
    private var block: String?
    /// The headers of the open table.
    private var headers: [String] = []
    /// The column whose header precedes the next text, once there is one.
    private var column: Int?
    private var isInHeader = false
    /// The cells of the table's row that were begun, and whether one of them had a text.
    private var row: (cells: Int, hasText: Bool)?
    /// The number of bytes that were added.
    private var size = 0

    init(attributes: SpeechAttributes, readsCode: Bool) {
        manners = [attributes]
        self.readsCode = readsCode
    }

    /// Whether a limit is exceeded.
    var isFull: Bool { size > MarkdownDocument.maximumLength || writer.count > Announcement.mostRuns }

    /// Returns the runs, at least one even for an empty document; nil if there are too many.
    func finish() -> [SpeechRun]? { isFull ? nil : writer.finish(manners[0]) }

    private var manner: SpeechAttributes { manners[manners.count - 1] }

    func begin(_ part: MarkdownPart) {
        switch part {
        case .heading, .paragraph: endSentence(RunWriter.paragraphPause)
        case .list(let first):
            endSentence(RunWriter.sentencePause)
            lists.append(first)
        case .item(let isDone): beginItem(isDone)
        case .codeBlock, .html:
            endSentence(RunWriter.paragraphPause)
            block = ""
        case .table: endSentence(RunWriter.paragraphPause)
        // The first row has the headers.
        case .row: row = headers.isEmpty ? nil : (0, false)
        case .header:
            isInHeader = true
            headers.append("")
        case .cell: beginCell()
        case .emphasis, .strong:
            var manner = manner
            Prosody.emphasize(part == .strong ? "strong" : nil, &manner)
            manners.append(manner)
        case .code: add("`")
        }
    }

    func end(_ part: MarkdownPart) {
        switch part {
        case .heading, .paragraph: endSentence(RunWriter.paragraphPause)
        case .list: lists.removeLast()
        case .item:
            endSentence(RunWriter.sentencePause)
            prefix = ""
        case .codeBlock:
            addCode(block ?? "")
            block = nil
        case .html:
            let text = HTMLText.text(of: block ?? "")
            block = nil
            add(text)
            endSentence(RunWriter.paragraphPause)
        case .table:
            if row == nil { add(headers.filter { !$0.isEmpty }.joined(separator: ", ")) }
            endSentence(RunWriter.paragraphPause)
            (headers, row) = ([], nil)
        case .row:
            endSentence(RunWriter.sentencePause)
            prefix = ""
        case .header:
            isInHeader = false
            headers[headers.count - 1] = headers[headers.count - 1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case .cell: break
        case .emphasis, .strong: manners.removeLast()
        case .code: add("`")
        }
    }

    func add(_ kind: MarkdownText, _ text: String) {
        if block != nil {
            block! += text
            size += text.utf8.count
            return
        }
        switch kind {
        case .plain, .space: add(text)
        // T17: code is known by the backticks around it.
        case .code: add(String(text.filter { $0 != "`" }))
        case .entity: add(HTMLText.character(named: text))
        case .tag: if text.hasPrefix("<br") { add(" ") }
        case .lineBreak: writer.endSentence(RunWriter.sentencePause)
        }
    }

    private func add(_ text: String) {
        size += text.utf8.count
        if isInHeader {
            headers[headers.count - 1] += text
            return
        }
        if text.contains(where: { !$0.isWhitespace }) { addPrefix() }
        // A word isn't divided, and the marks after it belong to it: "**two**, three".
        let rest = text.prefix { !$0.isWhitespace }
        if let first = rest.unicodeScalars.first, let last = writer.last, last != " ",
            ".,;:!?…)]}".unicodeScalars.contains(first) || last.isSpaced && first.isSpaced
        {
            writer.add(String(rest), writer.attributes)
            if rest.endIndex < text.endIndex { writer.add(String(text[rest.endIndex...]), manner) }
        } else {
            writer.add(text, manner)
        }
    }

    private func addPrefix() {
        row?.hasText = true
        if let column, headers.indices.contains(column), !headers[column].isEmpty { prefix += "\(headers[column]): " }
        column = nil
        guard !prefix.isEmpty else { return }
        size += prefix.utf8.count
        writer.add(prefix, manners[0])
        prefix = ""
    }

    private func endSentence(_ seconds: Double) { writer.endSentence(seconds, hasStop: true) }

    private func beginItem(_ isDone: Bool?) {
        endSentence(RunWriter.sentencePause)
        prefix = ""
        if let index = lists.indices.last, let number = lists[index] {
            prefix = "\(number). "
            lists[index] = number + 1
        }
        // T18 names the boxes.
        if let isDone { prefix += isDone ? "☑ " : "☐ " }
    }

    private func beginCell() {
        column = row?.cells ?? 0
        row?.cells += 1
        // A cell without a text is left out.
        prefix = row?.hasText == true ? ", " : ""
    }

    private func addCode(_ code: String) {
        var lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.contains(where: { !$0.isBlank }) else { return }
        addPrefix()
        guard readsCode else {
            writer.add(code: code, lines: lines.count, manners[0])
            return writer.addPause(RunWriter.paragraphPause - RunWriter.sentencePause)
        }
        for line in lines where !line.isBlank {
            writer.add("`\(line.filter { $0 != "`" })`", manners[0])
            writer.endSentence(RunWriter.sentencePause)
        }
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension Unicode.Scalar {
    /// Whether the scalar belongs to a word of a script that has spaces between words.
    fileprivate var isSpaced: Bool { (properties.isAlphabetic || properties.numericType != nil) && !(0x3040...0x9FFF ~= value) }
}
