/// A line of Markdown, and the block that it may begin.
struct MarkdownLine {
    /// The line without its end. Tabs at its beginning are spaces.
    let text: [UInt8]
    /// The number of spaces at its beginning.
    let indent: Int

    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        let space = UInt8(ascii: " ")
        let start = bytes.firstIndex { $0 != space && $0 != 0x09 } ?? bytes.endIndex
        indent = bytes[..<start].reduce(0) { $1 == space ? $0 + 1 : ($0 / 4 + 1) * 4 }
        text = [UInt8](repeating: space, count: indent) + bytes[start...]
    }

    /// A fence of code.
    struct Fence: Equatable {
        let sign: UInt8
        let length: Int
        /// The column of the code in a list item.
        let column: Int
    }

    var isBlank: Bool { indent == text.count }

    /// The first character that is no space.
    var first: UInt8? { content.first }

    private var content: ArraySlice<UInt8> { text[indent...] }

    func indented(less columns: Int) -> MarkdownLine { dropping(min(indent, columns)) }

    func dropping(_ count: Int) -> MarkdownLine { MarkdownLine(text.dropFirst(count)) }

    /// The fence that the line opens.
    func fence(at column: Int) -> Fence? {
        guard let sign = first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
        let length = content.prefix { $0 == sign }.count
        guard length >= 3, sign == UInt8(ascii: "~") || !content.dropFirst(length).contains(sign) else { return nil }
        return Fence(sign: sign, length: length, column: column)
    }

    func closes(_ fence: Fence) -> Bool {
        let length = content.prefix { $0 == fence.sign }.count
        return length >= fence.length && content.dropFirst(length).allSatisfy { $0 == UInt8(ascii: " ") || $0 == 0x09 }
    }

    var isHeading: Bool {
        let length = content.prefix { $0 == UInt8(ascii: "#") }.count
        return 1...6 ~= length && Self.isSpaced(content.dropFirst(length))
    }

    /// The column of the text, if the line begins a list item.
    var itemColumn: Int? {
        let digits = content.prefix { Self.isDigit($0) }.count
        guard digits <= 9, let sign = content.dropFirst(digits).first else { return nil }
        guard (digits == 0 ? "-+*" : ".)").utf8.contains(sign), Self.isSpaced(content.dropFirst(digits + 1)) else { return nil }
        let spaces = content.dropFirst(digits + 1).prefix { $0 == UInt8(ascii: " ") }.count
        let isEmpty = indent + digits + 1 + spaces == text.count
        return indent + digits + 1 + (1...4 ~= spaces && !isEmpty ? spaces : 1)
    }

    /// Whether the line begins a list item with another number than 1, which a paragraph may contain.
    var isLaterNumber: Bool {
        first.map { Self.isDigit($0) } == true && !content.starts(with: "1.".utf8) && !content.starts(with: "1)".utf8)
    }

    /// Whether the line is a rule, or the line under a heading.
    var isUnderline: Bool {
        guard let sign = first, "=-*_".utf8.contains(sign) else { return false }
        let signs = content.filter { $0 != UInt8(ascii: " ") && $0 != 0x09 }
        return signs.allSatisfy { $0 == sign } && (signs.count >= 3 || sign == UInt8(ascii: "="))
    }

    /// Whether the line separates the headers of a table from its rows.
    var isDelimiter: Bool {
        content.contains(UInt8(ascii: "|")) && content.contains(UInt8(ascii: "-")) && content.allSatisfy { "|-: ".utf8.contains($0) }
    }

    /// Whether the line belongs to a paragraph, although it may have only begun.
    var isText: Bool {
        guard indent < 4, let first else { return false }
        let second = content.dropFirst().first
        switch first {
        case UInt8(ascii: "*"), UInt8(ascii: "_"): return second.map { $0 != UInt8(ascii: " ") } ?? false && !isUnderlineSoFar
        case UInt8(ascii: "`"): return content.count > 2 && content.prefix(3).contains { $0 != first }
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "-"), UInt8(ascii: "="),
            UInt8(ascii: "+"),
            UInt8(ascii: "<"):
            return false
        default: return !Self.isDigit(first)
        }
    }

    private var isUnderlineSoFar: Bool { content.allSatisfy { $0 == first || $0 == UInt8(ascii: " ") } }

    private static func isSpaced(_ rest: ArraySlice<UInt8>) -> Bool { rest.first.map { $0 == UInt8(ascii: " ") || $0 == 0x09 } ?? true }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
