import TestSupport
import Testing
import TextLines

struct WrappedTextTests {
    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one two three", 80, ["one two three"]),
        ("one\n\ntwo\r\nthree\n", 80, ["one", "", "two", "three"]),
        ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("日本語 です", 4, ["日本", "語", "です"]), ("a日本", 2, ["a", "日", "本"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]), ("日", 1, ["日"]), ("", 5, [""]), ("a    b", 3, ["a", "b"]),
    ])
    func `A text is divided into lines of a width, at spaces where possible`(text: String, columns: Int, lines: [String]) {
        let wrapped = WrappedText(text, columns: columns)
        let shown = wrapped.lines.map { line in
            var text = wrapped.text(line)
            while text.last == " " { text.removeLast() }
            return text
        }
        #expect(shown == lines)
    }

    @Test func `Each place is in its line, and only line ends are in none`() {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<200 {
            let text = (0..<60).map { _ in ["a", "日", " ", "e\u{301}", "\n", "word "].randomElement(using: &random)! }.joined()
            let wrapped = WrappedText(text, columns: Int.random(in: 1...12, using: &random))
            let scalars = Array(text.unicodeScalars)
            for (index, line) in wrapped.lines.enumerated() { #expect(line.allSatisfy { wrapped.line(at: $0) == index }) }
            let inLines = Set(wrapped.lines.joined())
            #expect(scalars.indices.allSatisfy { inLines.contains($0) != (scalars[$0] == "\n") })
        }
    }
}
