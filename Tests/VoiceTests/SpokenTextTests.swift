import Messages
import Testing
import VoiceProtocol

@testable import ESpeak

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

    @Test(arguments: [
        String(repeating: "s'", count: 220), String(repeating: "s’", count: 220), String(repeating: "x", count: 20_000),
        String(repeating: "ᕿ", count: 60),
    ])
    func `T11 breaks long words and runs of apostrophes`(text: String) {
        let spoken = SpokenText(text).text
        for word in spoken.split(separator: " ") {
            #expect(word.unicodeScalars.count <= WordGuard.longestWord && word.utf8.count <= WordGuard.longestWordBytes)
            #expect(word.count { $0 == "'" || $0 == "’" } <= TextLimits().mostApostrophes)
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
        ("★★☆", "★ ★ ☆"), ("👍🏽👍🏽", "👍 🏽 👍 🏽"), ("👩‍👩‍👧‍👦❤️❤️", "👩‍👩‍👧‍👦 ❤ ❤ "), ("🇩🇪🇫🇷", "🇩🇪 🇫🇷"), ("🇩🇪🇫a", "🇩🇪 🇫 a"),
        ("a★b", "a★b"), ("½★", "½★"), ("a😀b", "a 😀 b"), ("Done 🎉.", "Done 🎉 ."), ("Foo™", "Foo ™"), ("1️⃣", "1️⃣"),
    ])
    func `T11 keeps symbols apart, and makes a word of each emoji`(text: String, spoken: String) {
        #expect(SpokenText(text).text.unicodeScalars.elementsEqual(spoken.unicodeScalars))
    }

    @Test func `T11 takes an emoji apart that joins others, if the voice has long words for one of them`() {
        #expect(SpokenText("👩\u{200D}💻") { $0 != "💻" }.text == "👩 💻")
        #expect(SpokenText("👩\u{200D}💻") { _ in true }.text == "👩\u{200D}💻")
    }

    @Test(arguments: [
        ("1234567890123456", "1234567890123456"), ("12345678901234567", "1234567890123456\n7"), ("1,234,567,890", "1,234,567,890"),
        ("1.234.567.890.123.456", "1.234.567.890.123.\n456"), ("1999 2000 2001 2002 2003", "1999 2000 2001 2002 \n2003"),
        ("1111111111, 2222222222", "1111111111, 2222222222"), ("+49 30 1234567-12345678", "+49 30 1234567-12345678"),
    ])
    func `T11 breaks long numbers, between their groups if it can`(text: String, spoken: String) {
        #expect(SpokenText(text).text == spoken)
    }

    @Test(arguments: [
        ("\"-a", "\"- a"), ("★-b", "★- b"), ("well-known", "well-known"), ("a -b", "a -b"), ("что-то", "что-то"), ("(-1)", "(-1)"),
        ("IT-шник", "IT-шник"), ("Ꮂ-ộ", "Ꮂ- ộ"), ("\u{345}-a", "\u{345}- a"), ("--a", "-- a"),
    ])
    func `T11 lets no word begin at a hyphen behind nothing audible`(text: String, spoken: String) {
        #expect(SpokenText(text).text == spoken)
    }

    @Test(arguments: [
        (", %", "  %"), ("a, ,%", "a,  %"), ("\u{202E}#", " #"), ("a,%", "a,%"), ("(a) %", "(a) %"), ("“50 %”", "“50 %”"), ("%", "%"),
        ("a.\n-> b", "a.\n-> b"), ("\"Hello, world\"", "\"Hello, world\""),
    ])
    func `T11 lets no clause begin with silence before a symbol`(text: String, spoken: String) {
        #expect(SpokenText(text).text == spoken)
    }

    @Test func `T11 keeps to what a voice can bear`() {
        #expect(SpokenText("1234567890123", limits: TextLimits(voice: "sit/yue")).text == "123456789012\n3")
        #expect(SpokenText("s's http://b", limits: TextLimits(voice: "trk/ky")).text == "s s http: / / b")
        #expect(SpokenText("क।", limits: TextLimits(voice: "gmw/en")).text == "क.")
        #expect(SpokenText("क।ख", limits: TextLimits(voice: "inc/hi")).text == "क। ख")
        #expect(SpokenText("क।ख", limits: TextLimits(voice: "inc/bn")).text == "क।ख")
        #expect(
            SpokenText("м'ята, $5 і 50%. Так? 12:30 a?b c.d", limits: TextLimits(voice: "zle/uk")).text
                == "м'ята, $ 5 і 50 %. Так? 12:30 a? b c.d")
        #expect(SpokenText("$(id) `id`", limits: TextLimits(voice: "inc/hi+f3")).text == "$ (id) ` id `")
        #expect(SpokenText("50%.4 50%, a.4", limits: TextLimits(voice: "zle/uk")).text == "50 %. 4 50 %, a.4")
        #expect(SpokenText(":( салам :(", limits: TextLimits(voice: "trk/ky")).text == "   салам :(")
        #expect(SpokenText(":( салам", limits: TextLimits(voice: "trk/ky", namesMarks: true)).text == ":( салам")
        #expect(SpokenText("(салам) $5", limits: TextLimits(voice: "trk/ky")).text == "(салам) $ 5")
        #expect(SpokenText("🢁।", limits: TextLimits(voice: "inc/as")).text == "🢁 ।")
        #expect(SpokenText(".4 v.4 4.4", limits: TextLimits(voice: "cel/ga")).text == ". 4 v. 4 4.4")
        #expect(SpokenText("⭀⭀⭀⭀⭀⭀⭀ ----", limits: TextLimits(voice: "gmw/en", namesMarks: true)).text == "⭀⭀⭀ ⭀⭀⭀ ⭀ ----")
        #expect(SpokenText("★ / ★", limits: TextLimits(), isNamed: { _ in false }).text == "  / ★")
        #expect(SpokenText("★ / ★", limits: TextLimits(), isNamed: { _ in true }).text == "★ / ★")
        #expect(SpokenText("◭-\u{31B}", limits: TextLimits()).text == "◭- \u{31B}")
        #expect(SpokenText("⭀⭀⭀⭀", limits: TextLimits(voice: "gmw/en")).text == "⭀⭀⭀⭀")
        #expect(SpokenText("a՛b", limits: TextLimits(voice: "gmw/en")).text == "a b")
    }

    /// `%`, `*` and `!` are named; `_` stands for the placeholder.
    @Test(arguments: [
        ("%", "%_"), ("50 %", "50 %"), ("a %", "a %"), ("hi. %", "hi. %_"), ("a\n%", "a\n%_"), ("%.", "%_._"), ("(", "(_"),
        ("a (b)", "a (b)"),
        ("!", "!_"), ("!!!", "!!!_"), ("hello! world", "hello!_！ world"), ("a, %", "a, %_"), ("¡a! %", "¡a!_！ %_"), ("a!b", "a!b"),
        ("! %", "!_ %_"), ("！！", "!!_"), ("a！！b", "a!!_！b"), ("*...", "*_..._"), ("%?\na", "%_?\na"), ("– %", "– %_"), ("?", "?"),
        ("♥", "♥"), ("…", "…_"),
        ("5! *", "5!_！ *_"), ("好！好", "好!_！好"), ("a.b", "a.b"), ("👍 *", "👍 *_"), ("", ""),
    ])
    func `T11 gives each clause with a named mark a position in the text`(text: String, spoken: String) {
        let placed = PlacedMarks(Array(text.unicodeScalars)) { "%*!！".unicodeScalars.contains($0) }
        let shown = String(String.UnicodeScalarView(placed.scalars)).replacing("\u{200B}", with: "_")
        #expect(shown == spoken)
        #expect(placed.origins.count == placed.scalars.count && placed.origins == placed.origins.sorted())
        #expect(placed.nameable.filter { $0 == "！" }.isEmpty)
    }

    @Test func `T11: what gives a mark its position keeps the positions of words`() {
        var limits = TextLimits()
        limits.unplacedMarks = { SpeechParameters.names($0, at: .all) }
        let text = SpokenText("no! yes", limits: limits)
        #expect(text.text == "no!\u{200B}！ yes")
        #expect(text.offset(of: text.scalars.firstIndex(of: "y")!) == 4)
        #expect(text.nameableScalars.count { $0 == "！" } == 0)
        #expect(SpokenText("yes!", limits: limits).endsClause)
    }

    @Test func `T13: Braille patterns are white space in a text`() {
        #expect(SpokenText("⠋ Building⠙").text == "  Building ")
        #expect(BrailleDots("⣟")?.text == "1, 2, 3, 4, 5, 7, 8")
        #expect(BrailleDots("a") == nil)
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

    @Test func `Spoken text begins at the requested position`() {
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
