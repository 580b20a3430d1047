import TestSupport
import Testing

@testable import TextLines

struct MarkdownBlocksTests {
    private func pieces(_ text: String, by length: Int = .max) -> [String] {
        var blocks = MarkdownBlocks()
        var all: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            blocks.append(rest.prefix(length))
            rest = rest.dropFirst(length)
            while let piece = blocks.next() { all.append(piece) }
        }
        while let piece = blocks.finish() { all.append(piece) }
        return all
    }

    private static let cases: [(String, [String])] = [
        ("", []), ("\n \n\t\n", []), ("One two", ["One two"]),
        ("One is here. Two is there.\nThree", ["One is here.", "Two is there.", "Three"]),
        ("One,\ntwo.\n\nThree!", ["One,\ntwo.", "Three!"]), ("# Head. Line\nText", ["# Head. Line", "Text"]),
        ("Title\n=====\nText\n---\nmore\n\n***\n\nend", ["Title\n=====", "Text\n---", "more", "end"]),
        (
            "Dr. Who met A. Smith, e.g. Anna, on 3. May there. Then left.",
            ["Dr. Who met A. Smith, e.g. Anna, on 3. May there.", "Then left."]
        ),
        (
            "Is it \"so?\" Yes! **No. Never.** [a. B](c. D) `x. Y` z…  End",
            ["Is it \"so?\"", "Yes!", "**No. Never.**", "[a. B](c. D) `x. Y` z…", "End"]
        ),
        ("It is **so**. Take (two). End", ["It is **so**.", "Take (two).", "End"]), ("これは本。です。", ["これは本。", "です。"]),
        ("2 * 3 is six. Good.", ["2 * 3 is six.", "Good."]),
        (
            "Buy:\n- milk. Fresh.\n  more\n- eggs\n  - brown\n\n  still\n\nend",
            ["Buy:", "- milk. Fresh.\nmore", "- eggs", "- brown", "still", "end"]
        ),
        ("1. one\n2. two\n\n   ```sh\n   ls\n   ```\n3) three", ["1. one", "2. two", "```sh\nls\n```", "3) three"]),
        ("In\n2026. it\n1. one", ["In\n2026. it", "1. one"]), ("- ```\n  a\n\n  b\n  ```\n- c", ["- ```\n  a\n\n  b\n  ```", "- c"]),
        ("Do it. This:\n```sh\na. B\n\n# c\n- d\n```\nDone", ["Do it.", "This:", "```sh\na. B\n\n# c\n- d\n```", "Done"]),
        ("~~~~ `\n```\n~~~\n~~~~~\nx", ["~~~~ `\n```\n~~~\n~~~~~", "x"]), ("```\nnever. Closed", ["```\nnever. Closed"]),
        ("``` a`b. C", ["``` a`b.", "C"]),
        ("    code. A\n    more\ntext", ["    code. A\n    more", "text"]), ("\tcode", ["    code"]),
        ("|a. B|c|\n|-|-|\n|1|2|\nx\n\ny", ["|a. B|c|\n|-|-|\n|1|2|\nx", "y"]), ("a. B|c\n-|-\n1|2\n\ny", ["a. B|c\n-|-\n1|2", "y"]),
        ("> A said. B said.\n> C\nlazy\n\nd", ["> A said. B said.\n> C\nlazy", "d"]),
        ("<div>\nA here. B\n</div>\n\nc", ["<div>\nA here. B\n</div>", "c"]),
        ("\u{1B}[1mbold\u{1B}[0m\0 a\r\nb\r\n\r\nc", ["bold a\nb", "c"]),
    ]

    @Test("U9: Markdown is cut at the borders of blocks, list items and sentences", arguments: cases)
    func borders(text: String, expected: [String]) { #expect(pieces(text) == expected) }

    @Test("U9: however it arrives, the pieces are the same", arguments: cases)
    func arrival(text: String, expected: [String]) {
        for length in [1, 2, 3, 7] { #expect(pieces(text, by: length) == expected, "\(length)") }
    }

    @Test("U9: a sentence is known when the next begins, a block when the next begins or its program waits, a fence when it is closed")
    func growth() {
        var blocks = MarkdownBlocks()
        func grow(_ text: String) -> [String] {
            blocks.append(text.utf8)
            var new: [String] = []
            while let piece = blocks.next() { new.append(piece) }
            return new
        }
        #expect(grow("It grows") == [] && !blocks.mayBeComplete)
        #expect(grow(" here. ") == [] && blocks.mayBeComplete)
        #expect(grow("And") == ["It grows here."])
        #expect(grow(" there") == [] && grow("!") == [] && blocks.mayBeComplete)
        blocks.endBlock()
        #expect(grow("") == ["And there!"] && !blocks.mayBeComplete)
        #expect(grow(" - not an item\n") == [] && blocks.mayBeComplete)
        #expect(grow("- an item\n") == ["- not an item"] && blocks.mayBeComplete)
        #expect(grow("```\n") == ["- an item"] && !blocks.mayBeComplete)
        #expect(grow("Code. Here\n\n") == [] && !blocks.mayBeComplete)
        #expect(grow("```\n") == ["```\nCode. Here\n\n```"] && !blocks.mayBeComplete)
        #expect(grow("|a|\n|-|\n|1|\n") == [] && blocks.mayBeComplete)
        blocks.endBlock()
        #expect(grow("") == ["|a|\n|-|\n|1|"] && !blocks.mayBeComplete)
        #expect(grow("|2|\n\n") == ["|a|\n|-|\n|2|"] && !blocks.mayBeComplete)
    }

    @Test("U9: nothing grows without bound: a fence that never closes, a line that never ends, a table, a paragraph")
    func bounds() {
        let (block, paragraph) = (MarkdownBlocks.longestBlock, MarkdownBlocks.longestParagraph)
        for (beginning, part, longest, repeated) in [
            ("```sh\n", "echo one\n", block, "```sh\n"), ("|a|\n|-|\n", "|1|\n", block, "|a|\n|-|\n"), ("~~~", "a", block, "~~~"),
            ("", "one two ", paragraph, ""), ("", "[", paragraph, ""), ("- ", "one two ", block, ""), ("# ", "one two ", block, ""),
            ("<", "<a ", block, ""), ("", "    a\n", block, ""), ("> ", "> a\n", block, ""),
        ] {
            let count = 4 * longest / part.utf8.count
            let all = pieces(beginning + String(repeating: part, count: count), by: 4096)
            #expect(all.count >= 4 && all.count <= 8, "\(part): \(all.count)")
            #expect(all.allSatisfy { $0.utf8.count <= longest + 2048 && $0.hasPrefix(repeated) }, "\(part): \(all.map(\.utf8.count))")
        }
        let code = pieces("```\n" + String(repeating: "a\n", count: 100_000) + "```\nend", by: 4096)
        #expect(code.dropLast().reduce(0) { $0 + $1.split(separator: "\n").count { $0 == "a" } } == 100_000)
        #expect(code.last == "end" && code.dropLast().allSatisfy { $0.hasPrefix("```\na") })
    }

    @Test("U9: of random Markdown, no word is lost, and however it arrives, the pieces are the same")
    func random() {
        let seed = SeededGenerator.seed(for: "MarkdownBlocks")
        var generator = SeededGenerator(seed: seed)
        let signs = [
            "*", "**", "`", "# ", "- ", "1. ", "> ", "\n", "\n", "\n\n", "    ", "[", "](x)", "|", "|-|", "```", "~~~", "<b>", ". ", "! ",
            " ", " ", "。",
        ]
        for round in 0..<1000 {
            var document = ""
            var words: [String] = []
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                if Bool.random(using: &generator) {
                    words.append("word\(words.count)")
                    document += words[words.count - 1]
                } else {
                    document += signs.randomElement(using: &generator)!
                }
            }
            let whole = pieces(document)
            let found = whole.joined(separator: "\n")
            #expect(words.allSatisfy { found.contains($0) }, "TEST_SEED=\(seed), round \(round): \(document)")
            for length in [1, 5] { #expect(pieces(document, by: length) == whole, "TEST_SEED=\(seed), round \(round): \(document)") }
        }
    }
}
