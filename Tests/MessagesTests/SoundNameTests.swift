import Messages
import Testing

@Suite struct SoundNameTests {
    @Test(arguments: [
        "bell", "dialog-error", "A_b.c-9", "_", String(repeating: "x", count: 64), "a-b-c-d-e-f-g-h",
    ])
    func `A name has letters, digits and three marks`(_ text: String) {
        #expect(SoundName(text)?.text == text)
    }

    @Test(arguments: [
        "", "-a", ".a", "..", "a/b", "a b", "a\0", "\u{E9}", "a\n", String(repeating: "x", count: 65), "a-b-c-d-e-f-g-h-i",
    ])
    func `It is never a path, nor without a limit`(_ text: String) {
        #expect(SoundName(text) == nil)
    }

    @Test func `A more general name has a part less`() {
        #expect(SoundName("a-b-c")?.generalizations.map(\.text) == ["a-b-c", "a-b", "a"])
        #expect(SoundName("a--")?.generalizations.map(\.text) == ["a--", "a-", "a"])
    }
}
