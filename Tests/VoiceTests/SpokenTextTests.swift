import Testing

@testable import Voice

struct SpokenTextTests {
    @Test(arguments: [
        ("Hello, world.", "Hello, world."),
        ("Ｈｅｌｌｏ ２３", "Hello 23"), ("𝐇𝐞𝐥𝐥𝐨", "Hello"), ("ﬁne", "fine"), ("e\u{301}", "é"), ("5ᵗʰ", "5th"), ("5 ℃", "5 °C"),
        // Folding these would say something else.
        ("10²", "10²"), ("½ cup", "½ cup"), ("1º", "1º"), ("H₂O", "H₂O"), ("™", "™"),
        ("日本語 עברית العربية", "日本語 עברית العربية"),
    ])
    func `T1 folds compatibility letters and nothing that is read better as it is`(text: String, spoken: String) {
        #expect(SpokenText(text).text.unicodeScalars.elementsEqual(spoken.unicodeScalars))
    }

    @Test(arguments: [
        ("a\u{1}b\0c\u{7F}d\u{85}e", "a b c d e"), ("one\r\n\r\ntwo\tthree", "one \n \ntwo\tthree"), ("a\u{2028}b\u{2029}c", "a\nb\nc"),
    ])
    func `Control characters become spaces, lines and tabs stay`(text: String, spoken: String) {
        #expect(SpokenText(text).text.unicodeScalars.elementsEqual(spoken.unicodeScalars))
    }

    @Test(arguments: [String(repeating: "s'", count: 220), String(repeating: "s’", count: 220), String(repeating: "x", count: 20_000)])
    func `T11 breaks long words and runs of apostrophes`(text: String) {
        let spoken = SpokenText(text).text
        for word in spoken.split(separator: " ") {
            #expect(word.unicodeScalars.count <= WordGuard.longestWord)
            #expect(word.count { $0 == "'" || $0 == "’" } <= WordGuard.mostApostrophes)
        }
        #expect(spoken.filter { $0 != " " } == text)
        #expect(SpokenText(text, splitsWords: false).text == text)
    }

    @Test func `T11 breaks runs of dotted letters, as eSpeak NG sees them`() {
        let twenty = String(repeating: "a.", count: 20)
        #expect(SpokenText(twenty).text == twenty)
        #expect(SpokenText(twenty + twenty + "b").text == twenty + "\n" + twenty + "\nb")
        let spaced = String(repeating: "a. ", count: 20)
        #expect(SpokenText(spaced + "b.").text == spaced + "\nb.")
        let words = String(repeating: "ab. c ", count: 40)
        #expect(SpokenText(words).text == words)
    }

    @Test(arguments: [
        ("★★☆", "★ ★ ☆"), ("👍🏽👍🏽", "👍🏽 👍🏽"), ("👩‍👩‍👧‍👦❤️❤️", "👩‍👩‍👧‍👦 ❤️ ❤️"), ("🇩🇪🇫🇷", "🇩🇪🇫🇷"), ("a★b", "a★b"), ("½★", "½★"),
    ])
    func `T11 keeps symbols apart, and emoji whole`(text: String, spoken: String) {
        #expect(SpokenText(text).text.unicodeScalars.elementsEqual(spoken.unicodeScalars))
    }

    @Test func `Places lead back to the client's text`() {
        let text = SpokenText("ﬁne " + String(repeating: "x", count: 150) + " end", from: 0)
        let fine = Array("fine ".unicodeScalars)
        #expect(Array(text.scalars.prefix(5)) == fine)
        #expect((0...5).map(text.offset(of:)) == [0, 0, 1, 2, 3, 4])
        // The space put into the long word has the place of what follows it.
        #expect(text.scalars[105] == " ")
        #expect(text.offset(of: 105) == 104)
        #expect(text.offset(of: 106) == 104)
        #expect(text.offset(of: text.scalars.count) == 158)
    }

    @Test func `It begins where it is told to`() {
        let text = SpokenText("one twö three", from: 4)
        #expect(text.text == "twö three")
        #expect(text.offset(of: 0) == 4)
        #expect(text.offset(of: 4) == 8)
        #expect(SpokenText("one", from: 99).scalars.isEmpty)
    }

    @Test(arguments: [
        ("Play.", true), ("Play", false), ("Play, ", true), ("\"Play!\" ", true), ("(see below:)", true), ("rock'n'roll'", false),
        ("再生。", true), ("50%", false), ("well-", false), ("well—", true), ("", false), ("  ", false),
    ])
    func `A pause belongs after a clause's end`(text: String, ends: Bool) {
        #expect(SpokenText(text).endsClause == ends)
    }
}
