import TestSupport
import Testing

@testable import TOML

/// Invalid TOML: where the mistake is, what was expected, and what is still valid.
@Suite struct TOMLMistakeTests {
    @Test(arguments: [
        ("[ä]", "1:2: expected a key: A-Z a-z 0-9 - _, or any text in quotes, found ä"),
        ("[]", "1:2: expected a key: A-Z a-z 0-9 - _, or any text in quotes, found ]"), ("[a", "1:3: expected ] after the section's name"),
        ("[[a]", "1:5: expected ]] after the section's name"), ("[a] b", "1:5: expected the end of the line, found b"),
        ("[a]\nb = 1\n[a]\nc = 2", "3:2: [a] is defined twice; first in line 1"),
        ("a = 1\n[a]", "2:2: \"a\" has a value already, in line 1"),
        ("a = 1\n[a.b]", "2:2: \"a\" is not a section; it has a value in line 1"),
        ("a = {}\na.b = 1", "2:1: \"a\" is defined already, in line 1"), ("a.b = 1\n[a]", "2:2: \"a\" has a value already, in line 1"),
        ("a = []\n[[a]]", "2:3: \"a\" has a value already, in line 1"), ("a = 1\na = 2", "2:1: \"a\" is defined twice; first in line 1"),
        ("a", "1:2: expected = after the key, found the end of the file"), ("a = ", "1:5: expected a value: text in quotes"),
        ("a = “b”", "1:5: expected a value: text in quotes"), ("a = b", "1:5: b is not a value; expected text in quotes"),
        ("a = 01", "1:5: 01 is not a value"), ("a = 1__0", "1:5: 1__0 is not a value"), ("a = 1.", "1:5: 1. is not a value"),
        ("a = .5", "1:5: .5 is not a value"),
        ("a = 0x", "1:5: 0x is not a value"), ("a = +0x1", "1:5: +0x1 is not a value"),
        ("a = 1979-13-01", "1:5: 1979-13-01 is not a value"),
        ("a = 9223372036854775808", "1:5: 9223372036854775808 is not a value"),
        ("a = \"b", "1:5: unterminated text; expected a closing \""),
        ("a = \"\"\"b\nc = 1", "1:5: unterminated text; expected a closing \"\"\""),
        ("a = \"\\x\"", "1:6: \\x is not an escape sequence"),
        ("a = \"\\uD800\"", "1:6: expected a character of Unicode"), ("a = \"\\u12\"", "1:6: expected 4 hexadecimal digits"),
        ("a = \"\u{1B}\"", "1:6: expected text, found the control character U+001B"), ("# \u{0}", "1:3: expected a comment's text"),
        ("a = [1 2]", "1:8: expected , or ]"), ("a = {b = 1 c = 2}", "1:12: expected , or }"), ("a = {\nb = 1}", "1:6: expected a key"),
        ("a = \(String(repeating: "[", count: 33))", "1:37: at most 32 arrays and tables may be nested"),
        (Array(repeating: "a", count: 33).joined(separator: ".") + " = 1", "1:65: a key has at most 32 parts"),
        ("a = 1\rb = 2", "1:6: expected the end of the line"),
    ])
    func `Each mistake is reported with its place`(_ text: String, _ expected: String) throws {
        let mistake = try #require(TOMLDocument(text).mistakes.first)
        let told = "\(mistake.place.line):\(mistake.place.column): \(mistake.message)"
        #expect(told.hasPrefix(expected), "\(told)")
    }

    @Test(arguments: [
        ("a = \nb = 1", ["b"], 1), ("[!]\nx = 1\n[b]\ny = 2", ["b"], 1), ("[b]\ny = 1\n[b]\nz = 2", ["b"], 1),
        // A text that never ends may have lost its end anywhere: what looks like lines after it counts.
        ("a = \"\"\"x\nb = 1", ["b"], 1), ("a = [1,\nb = 1\n[c]\nd = 2", ["b", "c"], 1), ("a = [\nb = 1\n[c]", ["b", "c"], 1),
        ("a = [\n1,\nx,\n2\n]\nb = 1", ["b"], 1),
        ("a = 1 2\nb = 1\nc = !\nd = 2", ["b", "d"], 2),
    ])
    func `A mistake costs its own line or value`(_ text: String, _ keys: [String], _ mistakes: Int) {
        let document = TOMLDocument(text)
        #expect(document.table.keys.filter { $0 != "a" } == keys)
        #expect(document.mistakes.count == mistakes, "\(document.mistakes)")
    }

    @Test func `A text that is all mistakes is read to the hundredth`() {
        let document = TOMLDocument(String(repeating: "!\n", count: 100_000))
        #expect(document.mistakes.count == 100 && document.mistakes.last?.place.line == 100)
    }

    @Test func `Of many mistakes only the first have messages, whatever the order in which they are found`() {
        var mistakes = TOMLMistakes()
        var made = 0
        func message(_ line: Int) -> String {
            made += 1
            return "\(line)"
        }
        for line in Array(11...60_000) + Array(1...10) { mistakes.add(TOMLPlace(line: line, column: 1), message(line)) }
        #expect(mistakes.count == 60_000 && mistakes.listed.map(\.place.line) == Array(1...20))
        #expect(mistakes.listed.map(\.message) == (1...20).map(String.init))
        #expect(made == 30)
        var sum = TOMLMistakes(Array(mistakes.listed.prefix(5)))
        sum += mistakes
        #expect(sum.count == 60_005 && sum.listed.map(\.place.line) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5] + Array(6...15))
    }

    @Test func `Random changes end nothing, and every place is in the text`() throws {
        var generator = SeededGenerator(seed: SeededGenerator.seed(for: "TOML"))
        let seeds = try ["config/announced.toml", "config/dictionary.toml", "config/words/en.toml"].map {
            Array(try repositoryText($0).utf8)
        }
        for _ in 0..<300 {
            let text = seeds.randomElement(using: &generator) ?? []
            let start = Int.random(in: 0...text.count, using: &generator)
            let piece = Array(text[start...].prefix(Int.random(in: 0...400, using: &generator)))
            let changed = Mutations.mutated(
                piece, with: Array("[[a.'b']]\nc = {d = [1979-05-27T07:32:00Z, -1e5]}\n\"\"\"".utf8), using: &generator)
            let document = TOMLDocument(String(decoding: changed, as: UTF8.self))
            let lines = String(decoding: changed, as: UTF8.self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            for mistake in document.mistakes {
                #expect(lines.indices.contains(mistake.place.line - 1) && mistake.place.column <= lines[mistake.place.line - 1].count + 1)
            }
        }
    }

    @Test func `A dictionary of 10,000 entries is read in linear time`() {
        let text = String(repeating: "[[entry]]\nword = \"a\"\nsay = \"b\"\n", count: 10_000)
        #expect(TOMLDocument(text).table["entry"]?.value.array?.count == 10_000)
    }
}
