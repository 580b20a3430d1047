import SSML
import Testing

@Suite struct BrokenMarkupTests {
    @Test(
        "SSIP: broken markup is read without its brackets, in one pass",
        arguments: [
            ("<speak>Hello <mark name=\"a\"/>world", "Hello world"), ("1 < 2 &amp; 3 &gt; 2", "1 < 2 & 3 > 2"),
            ("a &nbsp; b", "a &nbsp; b"),
            ("<b", "<b"), ("", ""),
        ])
    func text(markup: String, expected: String) {
        #expect(BrokenMarkup.text(of: markup) == expected)
    }

    @Test("SSIP: brackets without end take no longer than others", .timeLimit(.minutes(1)))
    func manyBrackets() {
        let brackets = String(repeating: "<a", count: 100_000)
        #expect(BrokenMarkup.text(of: brackets) == brackets)
    }
}
