import TestSupport
import Testing

@testable import TextLines

struct PassagesTests {
    private func passages(_ bytes: [UInt8], pieces: Int = .max, maximumLength: Int = 2048) throws(Passages.InvalidText) -> [String] {
        var cutter = Passages(maximumLength: maximumLength)
        var all: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            cutter.append(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            while let passage = try cutter.next() { all.append(passage) }
        }
        while let passage = try cutter.finish() { all.append(passage) }
        return all
    }

    private func passages(_ text: String, maximumLength: Int) throws -> [String] {
        try passages(Array(text.utf8), maximumLength: maximumLength)
    }

    @Test func `A text is cut behind sentences and paragraphs, else behind lines, else behind words, else behind characters`() throws {
        #expect(try passages("One two.\nThree four! Five\nsix", maximumLength: 21) == ["One two.\nThree four!", "Five\nsix"])
        #expect(try passages("Chapter one\n\nIt was a day", maximumLength: 20) == ["Chapter one", "It was a day"])
        #expect(try passages("Chapter one\r\n\r\nIt was a day", maximumLength: 20) == ["Chapter one", "It was a day"])
        #expect(try passages("今日は。明日は雨です", maximumLength: 20) == ["今日は。", "明日は雨です"])
        #expect(try passages("one two\nthree four", maximumLength: 9) == ["one two", "three", "four"])
        #expect(try passages("let a = 1\nlet b = 2\nc", maximumLength: 18) == ["let a = 1", "let b = 2\nc"])
        #expect(try passages("abcdefghij", maximumLength: 5) == ["abcde", "fghij"])
    }

    @Test func `Blank passages are left out, and control characters removed`() throws {
        #expect(try passages("", maximumLength: 9) == [])
        #expect(try passages(" \n\t \n" + String(repeating: " ", count: 40) + "\n", maximumLength: 9) == [])
        #expect(try passages("\u{FEFF}\u{1B}[1mbold\u{1B}[0m\0 a\n", maximumLength: 100) == ["bold a"])
    }

    @Test func `However it is cut into pieces, the passages are the same, and together they are the text`() throws {
        let sentences = (1...300).map { "Sentence \($0) of a text – “really”." }
        let bytes = Array(sentences.joined(separator: "\n").utf8)
        let whole = try passages(bytes)
        #expect(whole.count > 4 && whole.allSatisfy { $0.utf8.count <= 2048 && $0.hasSuffix(".") || $0 == whole.last })
        #expect(whole.joined(separator: "\n") == sentences.joined(separator: "\n"))
        for pieces in [1, 7, 2047, 2048, 2049, 5000] { #expect(try passages(bytes, pieces: pieces) == whole, "\(pieces)") }
    }

    @Test func `A byte that is not UTF-8 is reported with its place`() throws {
        let text = String(repeating: "Good.\n", count: 1000)
        #expect(throws: Passages.InvalidText(line: 1001, offset: 6003)) { try passages(Array(text.utf8) + [0x61, 0xC3, 0xA4, 0xFF, 0x61]) }
        #expect(throws: Passages.InvalidText(line: 1, offset: 1)) { try passages([0x61, 0xC3]) }
        #expect(throws: Passages.InvalidText(line: 1, offset: 0)) { try passages([UInt8](repeating: 0xBF, count: 5000)) }
        #expect(throws: Passages.InvalidText(line: 1, offset: 0)) { try passages([0xFF, 0xFE, 0x61, 0]) }
    }
}
