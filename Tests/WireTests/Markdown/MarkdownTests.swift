import Markdown
import Messages
import TestSupport
import Testing

@Suite struct MarkdownTests {
    /// The runs of a document, as short as can be: what each has beside its text stands before it.
    private static func runs(_ document: String, readsCode: Bool = false, _ manner: SpeechAttributes = SpeechAttributes()) -> [String]? {
        MarkdownDocument.runs(of: document, attributes: manner, readsCode: readsCode)?.map { run in
            var words: [String] = []
            if let pause = run.pause { words.append("pause=\((pause * 10).rounded() / 10)") }
            if let rate = run.attributes.rate { words.append("rate=\(rate)") }
            if let factor = run.attributes.rateFactor { words.append("rate×\((factor * 100).rounded() / 100)") }
            if let pitch = run.attributes.pitch { words.append("pitch=\(pitch)") }
            if let lines = run.codeLines { words.append("code=\(lines)") }
            return (words + [run.text]).joined(separator: " ")
        }
    }

    @Test(
        "T22: headings, paragraphs, list items and rows are sentences, with their pauses",
        arguments: [
            ("Hello", ["Hello."]), ("Hello\nworld!", ["Hello world!"]), ("", [""]), ("\n \n", [""]), ("***", [""]),
            ("# One\n\nTwo\n\nThree?\n\nFour", ["One.", "pause=0.2 Two.", "pause=0.2 Three?", "pause=0.2 Four."]),
            ("One\n===\nTwo #\n---\n", ["One.", "pause=0.2 Two #."]),
            ("Buy:\n- milk\n- eggs, two\n* bread.", ["Buy:", "pause=0.2 milk.", "eggs, two.", "bread."]),
            ("3. three\n4. four\n   - nested\n5. five", ["3. three.", "4. four.", "nested.", "5. five."]),
            ("1. one\n\n   more\n\n2. two", ["1. one.", "pause=0.2 more.", "pause=0.2 2. two."]),
            ("- [ ] open\n- [x] done", ["☐ open.", "☑ done."]), ("-\n- a", ["a."]),
            ("> said\n> so\n\nyes", ["said so.", "pause=0.2 yes."]), ("a  \nb\\\nc", ["a", "pause=0.3 b", "pause=0.3 c."]),
            ("これは本", ["これは本。"]), ("(so.)\n\n\"so\"", ["(so.)", "pause=0.5 \"so\"."]), ("well,\n\nthen", ["well,", "pause=0.5 then."]),
        ])
    func sentences(document: String, expected: [String]) { #expect(Self.runs(document) == expected) }

    @Test(
        "T22: a link is its words, an image its alternative text, emphasis a manner, and a word stays whole",
        arguments: [
            ("See [the *docs*](http://a.b \"title\") and <http://c.d>", ["See the", "rate×0.9 pitch=57 docs", "and http://c.d."]),
            ("[a][1] [b] [c][]\n\n[1]: http://x 'y'", ["a [b] [c][]."]), ("![a cat](cat.png) ![](b.png)", ["a cat."]),
            ("one *two*, **three**.", ["one", "rate×0.9 pitch=57 two,", "rate×0.85 pitch=65 three."]),
            ("***both***", ["rate×0.77 pitch=74 both."]), ("un**believ**able *re*do", ["unbelievable", "rate×0.9 pitch=57 redo."]),
            ("(**a**) snake_case_name", ["(", "rate×0.85 pitch=65 a)", "snake_case_name."]),
            ("これは**太字**です", ["これは", "rate×0.85 pitch=65 太字", "です。"]),
            ("~~gone~~ back", ["gone back."]), ("\\*no\\* &amp; &#65;&#x42; &copy; &madeup; &nbsp;x", ["*no* & AB © &madeup; x."]),
            ("Run `make  test` at `12:00` or ``a`b``", ["Run `make test` at `12:00` or `ab`."]), ("**open and", ["**open and."]),
        ])
    func inlines(document: String, expected: [String]) { #expect(Self.runs(document) == expected) }

    @Test(
        "T22: a row of a table is read with the headers of its columns",
        arguments: [
            ("|Name|Age|\n|-|-:|\n|Anna|30|\n|*Bo*||\n| |5|", ["Name: Anna, Age: 30.", "Name:", "rate×0.9 pitch=57 Bo.", "Age: 5."]),
            ("a|**b c**\n-|-\n1|`2`\n\nend", ["a: 1, b c: `2`.", "pause=0.2 end."]), ("|a|b|\n|-|-|", ["a, b."]),
            ("| |b|\n|-|-|\n|x|y|\n\n|c|\n|-|\n|z|", ["x, b: y.", "pause=0.2 c: z."]),
            ("|a|b|\n|-|-|\n|1|\n|1|2|3|", ["a: 1.", "a: 1, b: 2."]),
        ])
    func tables(document: String, expected: [String]) { #expect(Self.runs(document) == expected) }

    @Test(
        "T22: a block of code is the number of its lines, or is read line by line",
        arguments: [
            (
                "Do:\n```sh\nls\n\ncd /\n```\nDone", ["Do:", "pause=0.2 code=3 ls\n\ncd /\n", "pause=0.2 Done."],
                ["Do:", "pause=0.2 `ls`", "pause=0.3 `cd /`", "pause=0.3 Done."]
            ),
            ("~~~\nnever closed\nat all", ["code=2 never closed\nat all\n"], ["`never closed`", "pause=0.3 `at all`"]),
            ("    indented `x`", ["code=1 indented `x`\n"], ["`indented x`"]), ("```\n```", [""], [""]), ("```\n\n```\na", ["a."], ["a."]),
            ("1. ```\n   a\n   ```\n2. b", ["1.", "code=1 a\n", "pause=0.2 2. b."], ["1. `a`", "pause=0.3 2. b."]),
        ])
    func code(document: String, counted: [String], read: [String]) {
        #expect(Self.runs(document) == counted)
        #expect(Self.runs(document, readsCode: true) == read)
    }

    @Test(
        "T22: HTML is left out, except for the text between its tags",
        arguments: [
            ("a <b class='x'>b</b><br/>c <!-- no --> d", ["a b c d."]),
            ("<div>\n<p>Hello &amp; bye</p>\n</div>\n\nnext", ["Hello & bye.", "pause=0.2 next."]),
            ("<!-- a > b\n-->\n\nyes", ["yes."]), ("<script>\nx < y\n</script>\n\nyes", ["yes."]), ("<style>p {}", [""]),
            ("5 < 6 > 4 & <", ["5 < 6 > 4 & <."]), ("<audio src='|date'/>\n\nplay", ["play."]), ("<!DOCTYPE html>", [""]),
        ])
    func html(document: String, expected: [String]) { #expect(Self.runs(document) == expected) }

    @Test("T22: emphasis is relative to the manner that is given")
    func manner() {
        #expect(Self.runs("*a*", SpeechAttributes(rate: 200, pitch: 20)) == ["rate=180 pitch=23 a."])
    }

    @Test("T22: the longest text of any kind takes little time, and does not grow")
    func bounds() {
        let longest = MarkdownDocument.maximumLength
        let pieces = [
            "> ", ">", "* ", "- ", "1. ", "*", "_", "*a ", "**a _b ", "a_ ", "[", "[a](", "[a](<b", "![[]()", "]", "[a]: b\n", "[a][b] ",
            "`", "` `` ``` ",
            "<", "<?", "<!--", "<!A ", "<![CDATA[", "<a href='", "&", "&#1;", "\\", "~", "~~a ", "|", "|a\n", "a|b\n-|\n", "|a|\n|-|\n",
            "\n", "\t", "# ", "```\n",
            "a\n=\n", "<div>\n", "a  \n", "[^a]", "- [ ] a\n", "***a", "x*_", "\0", "é", "日本 ", "Hello *world* and [a](b). ",
        ]
        var documents = pieces.map { String(repeating: $0, count: longest / $0.utf8.count) }
        documents += ["> ", ">", "- ", "* ", "1. "].flatMap { sign in
            [10_000, 64, 60].map { String(repeating: sign, count: $0) + "a\n" + String(repeating: "\n", count: longest / 2) }
        }
        documents += [
            "[a]: \(String(repeating: "u", count: longest / 2))\n\n" + String(repeating: "[a]", count: longest / 8),
            "[a]: b '\(String(repeating: "u", count: longest / 2))'\n\n" + String(repeating: "![a]", count: longest / 10),
            "\(String(repeating: "|a", count: longest / 20))|\n\(String(repeating: "|-", count: longest / 20))|\n"
                + String(repeating: "|b|\n", count: longest / 8),
            "|\(String(repeating: "h", count: longest / 4))|\n|-|\n" + String(repeating: "|b|\n", count: longest / 8),
            "|\(String(repeating: "h ", count: longest / 8))|\n|-|\n" + String(repeating: "||\n", count: longest / 6),
            "|\(String(repeating: "h ", count: longest / 8))|\n|-|\n" + String(repeating: "| |\n", count: longest / 8),
            (0..<350).map { String(repeating: "  ", count: $0) + "- a\n" }.joined() + String(repeating: "\n", count: longest / 2),
            (1...700).map { "e" + String(repeating: "`", count: $0) }.joined(),
        ]
        for document in documents {
            var runs: [SpeechRun]?
            let time = ContinuousClock().measure { runs = MarkdownDocument.runs(of: document, attributes: SpeechAttributes()) }
            #expect(time < .seconds(2), "\(document.prefix(20)): \(time)")
            let size = runs?.reduce(0) { $0 + $1.text.utf8.count } ?? 0
            #expect(size <= 2 * longest && runs?.count ?? 0 <= Announcement.mostRuns, "\(document.prefix(20)): \(size)")
        }
        #expect(Self.runs(String(repeating: ">", count: 10_000)) == nil)
        #expect(Self.runs(String(repeating: "> ", count: 60) + "deep") == ["deep."])
    }

    @Test("T22: of random Markdown, every word is heard")
    func random() {
        let seed = SeededGenerator.seed(for: "Markdown")
        var generator = SeededGenerator(seed: seed)
        let signs = [
            "*", "**", "_", "`", "# ", "- ", "1. ", "> ", "\n", "\n\n", "    ", "[", "](x)", "![", "|", "```\n", "~~", "<b>",
            "\\", " ", " ", " ",
        ]
        for round in 0..<2000 {
            var document = ""
            var words: [String] = []
            for _ in 0..<Int.random(in: 1...30, using: &generator) {
                if Bool.random(using: &generator) {
                    words.append("w\(words.count)w")
                    document += words[words.count - 1]
                } else {
                    document += signs.randomElement(using: &generator)!
                }
            }
            let text = MarkdownDocument.runs(of: document, attributes: SpeechAttributes(), readsCode: true)?.map(\.text).joined(
                separator: " ")
            // What follows a fence in its line names the code's language.
            let isComplete = document.contains("```") || document.contains("~~~") || words.allSatisfy { text?.contains($0) == true }
            #expect(isComplete, "TEST_SEED=\(seed), round \(round): \(document) is said as \(text ?? "nothing")")
        }
    }
}
