import TestSupport
import Testing
import TextLines

struct TextLinesTests {
    private func lines(_ bytes: [UInt8], pieces: Int = .max, maximumLength: Int = 4096) -> [String] {
        spokenLines(of: bytes, maximumLength: maximumLength, pieces: { pieces })
    }

    private func lines(_ text: String, maximumLength: Int = 4096) -> [String] {
        lines(Array(text.utf8), maximumLength: maximumLength)
    }

    @Test func `Both line ends are one, and blank lines are none`() {
        #expect(lines("a\nb\r\nc\r\r\nd\u{B}e\u{C}f") == ["a", "b", "c", "d", "e", "f"])
        #expect(lines("\n\n a \r\r\n \t \n\r b\n") == ["a", "b"])
        #expect(lines("") == [])
    }

    @Test func `U9: lines that are only drawn are skipped`() {
        for line in ["====", "-----+-----", "```", "   ^~~~~", "────", "***", "|---|---|", "…"] {
            #expect(lines(line + "\nnext") == ["next"], "\(line)")
        }
        for line in ["🎉", "✓", "5", "-5", "€", "漢", "?", "!!!", ":-)", "}", "-", ">>"] {
            #expect(lines(line + "\nnext") == [line, "next"])
        }
    }

    @Test func `However it is cut into pieces, the lines are the same`() {
        let bytes = Array("ä\r\n10 %\r20 %\r\r\n\u{1B}[1mbold\u{1B}[0m €\n\u{1F600}\nend".utf8) + [0xFF, 0x0A, 0xC3]
        let whole = lines(bytes)
        #expect(whole == ["ä", "10%", "20%", "bold €", "\u{1F600}", "end\u{FFFD}", "\u{FFFD}"])
        for pieces in 1...bytes.count { #expect(lines(bytes, pieces: pieces) == whole, "\(pieces)") }
    }

    @Test(arguments: [
        ("\u{1B}[31merror\u{1B}[0m: no", "error: no"), ("\u{1B}[2K\u{1B}[1;32m50 %", "50 %"), ("\u{1B}]0;title\u{07}text", "text"),
        ("\u{1B}]8;;http://a\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"), ("\u{1B}(Bplain\u{1B}c", "plain"), ("a\tb", "a b"),
        ("1\u{8}2\u{8}3", "3"), ("\u{FEFF}mark", "mark"), ("a\0b\u{7F}c\u{85}d\u{9B}e", "abcde"), ("\u{1B}[K", nil), ("\u{1B}", nil),
        ("a\u{1B}[", "a"),
    ])
    func `Terminal control sequences are dropped`(written: String, spoken: String?) {
        #expect(lines(written + "\nnext") == [spoken, "next"].compactMap(\.self))
        // Of a text of lines as well, where backspaces are dropped and tabs stay; a sequence that has no end takes no more than its line.
        let spoken = written.contains("\u{8}") ? "123" : written == "a\tb" ? written : spoken
        #expect(PlainText.ofLines(Array("\r\n \(written)\r\n\n\(written)".utf8)[...]) == "\r\n \(spoken ?? "")\r\n\n\(spoken ?? "")")
    }

    @Test func `A line over the limit is cut behind sentences, else behind words, else behind characters`() {
        #expect(lines("One two. Three four! Five six\nnext", maximumLength: 14) == ["One two.", "Three four!", "Five six", "next"])
        #expect(lines("He said \"Yes.\" Then no", maximumLength: 16) == ["He said \"Yes.\"", "Then no"])
        #expect(lines("one two three four", maximumLength: 9) == ["one two", "three", "four"])
        #expect(lines("abcdefghij", maximumLength: 5) == ["abcde", "fghij"])
        #expect(lines("äöüßé\u{1F600}€", maximumLength: 5) == ["äö", "üß", "é", "\u{1F600}", "€"])
        #expect(lines("a cde\nfghij\n", maximumLength: 5) == ["a cde", "fghij"])
    }

    @Test func `U9: a line that has begun with words may be a prompt, and what follows it is a line of its own`() {
        var lines = TextLines()
        for (text, isPrompt) in [
            ("...", false), (" Continue? [Y/n] ", true), ("\u{1B}[0m", true), ("y\n", false), ("error: undefi", false), ("ned\n", false),
            ("10 %\r", false), ("\n", false),
        ] {
            lines.append(Array(text.utf8))
            _ = lines.next()
            #expect(lines.hasPrompt == isPrompt, "\(text)")
        }
        lines.append(Array("Name: ".utf8))
        #expect(lines.next() == nil)
        lines.endLine()
        #expect(lines.next()?.spoken == "Name:" && !lines.hasPrompt)
        lines.append(Array("Ada\n\nHello".utf8))
        #expect(lines.next()?.spoken == "Ada" && lines.next() == nil)
        #expect(lines.finish()?.spoken == "Hello" && lines.finish() == nil)
    }

    @Test func `The state of a progress bar is known before its line ends`() {
        var lines = TextLines(.states)
        lines.append(Array("\r10 %".utf8))
        #expect(lines.next() == nil && lines.shown?.spoken == "10%")
        lines.append(Array("\r20 %".utf8))
        #expect(lines.next()?.spoken == "10%" && lines.next() == nil && lines.shown?.spoken == "20%")
        lines.append(Array("\nhalf a li".utf8))
        #expect(lines.next()?.spoken == "20%" && lines.next() == nil && lines.shown == nil)
    }

    @Test func `Random bytes are lines without control characters, none blank and none over the limit`() {
        var random = SeededGenerator(seed: SeededGenerator.seed(for: "TextLines"))
        for _ in 0..<30 {
            let bytes = (0..<Int.random(in: 0..<3000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let whole = lines(bytes, maximumLength: 64)
            #expect(lines(bytes, pieces: Int.random(in: 1...100, using: &random), maximumLength: 64) == whole)
            for line in whole {
                #expect(!line.isEmpty && line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
                // Each byte that is replaced takes three.
                #expect(line.utf8.count <= 3 * 64)
            }
        }
    }
}
