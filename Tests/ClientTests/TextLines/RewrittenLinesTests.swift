import TestSupport
import Testing
import TextLines

struct RewrittenLinesTests {
    /// A number that is no finite Double.
    private static let huge = String(repeating: "9", count: 400)

    @Test(
        "U9: of a line that is rewritten, percentages are spoken in steps, and what stands there in the end",
        arguments: [
            ("Downloading 80% [#####   ] 12.3 MB/s\n", ["Downloading, 80%"]), ("The disk is 80% full\n", ["The disk is 80% full"]),
            ("Get 1%\rGet 5%\rGet 11%\rGet 20%\rGet 22%\n", ["Get, 1%", "Get, 11%", "Get, 22%"]),
            ("Get 50%\rGet 100%\rGet 100%\nGet 100%\rGet 100%\n", ["Get, 50%", "Get, 100%", "Get, 100%"]),
            ("Working...\rDone.\u{1B}[K\n", ["Done."]), ("|\u{8}/\u{8}-\u{8}done\n", ["done"]),
            ("⠋\u{1B}[1G\u{1B}[0K⠙\u{1B}[1G\u{1B}[0K\n", []),
            ("a 1%\u{1B}[2K\u{1B}[1Ga 2%\u{1B}[2K\u{1B}[1Ga 50%\u{1B}[2K\rEnd\n", ["a, 1%", "a, 50%", "End"]),
            ("日本 10%\u{8}\u{8}\u{8}20%\n", ["日本, 10%", "日本, 20%"]), ("日本\u{8}\u{8}x\n", ["日x"]), ("日本\rx\n", ["x 本"]),
            ("e\u{301} 10%\re\u{301} 20%\n", ["e\u{301}, 10%", "e\u{301}, 20%"]), ("\u{1B}]0;50%\u{7}text\n", ["text"]),
            ("━━━━━━  1.5/3.0 MB 2 MB/s\r━━━━━━ 3.0/3.0 MB 2 MB/s\n", ["50%", "100%"]), ("1/2 done\r2/2 done\n", ["2/2 done"]),
            ("[=>  ] 512kB/1.024MB\r[====] 1.024MB/1.024MB\n", ["50%", "100%"]),
            ("Step 3/5: 45.9 %\rStep 3/5: 70,5 %\n", ["Step 3/5, 45%", "Step 3/5, 70%"]),
            ("% [####    ] \(huge)/\(huge)\n", ["% [####    ] \(huge)/\(huge)"]), ("200%\r300%\n", ["300%"]),
            ("x\u{1B}[99999Gy\n", ["x" + String(repeating: " ", count: 999) + "y"]),
        ])
    func rewritten(written: String, spoken: [String]) {
        #expect(spokenLines(of: Array(written.utf8)) == spoken)
        #expect(spokenLines(of: Array(written.utf8), pieces: { 1 }) == spoken)
    }

    @Test(
        "U9: a line that the cursor comes back to is spoken again once a line follows below, or at the end",
        arguments: [
            ("one\ntwo\nthree\n\u{1B}[2A\u{1B}[2KTWO\u{1B}[2B\rfour\n", ["one", "two", "three", "TWO", "four"]),
            ("one\ntwo\n\u{1B}[2AONE\n", ["one", "two", "ONE"]), ("one\ntwo\n\u{1B}[2A\u{1B}[Jone\ntwo\n", ["one", "two"]),
            ("a: 1%\nb: 1%\n\u{1B}[2Aa: 5%\nb: 40%\n\u{1B}[2Aa: 50%\nb: 41%\n", ["a: 1%", "b: 1%", "a, 5%", "b, 40%", "a, 50%", "b, 41%"]),
            ("\n\u{1B}[Anew\n", ["new"]), ("\u{1B}[99Atop\n\u{1B}[99Bend\n", ["top", "end"]),
            ("\u{1B}7\u{1B}[24;1HGet: [ 40%]\u{1B}8text\n\u{1B}[24;1HGet: [ 60%]\nmore\n", ["Get, 40%", "text", "Get, 60%", "more"]),
            ("one\u{1B}[2J\u{1B}[Htwo\n", ["one", "two"]),
        ])
    func revisited(written: String, spoken: [String]) {
        #expect(spokenLines(of: Array(written.utf8)) == spoken)
        #expect(spokenLines(of: Array(written.utf8), pieces: { 1 }) == spoken)
    }

    @Test func `U9: as the states of one thing, each state is its percentage, or what stands there`() {
        #expect(spokenLines(of: Array("Get 1%\rGet 2%\rDone   \nnext\n".utf8), .states) == ["1%", "2%", "Done", "next"])
    }

    /// Other words each time, so that each state that is looked at is spoken.
    private func states(_ count: Int, _ state: (Int) -> String) -> [UInt8] {
        Array((0..<count).map(state).joined().utf8)
    }
    private func word(_ number: Int) -> String {
        String(String.UnicodeScalarView(String(number).unicodeScalars.map { Unicode.Scalar($0.value + 0x31)! }))
    }

    @Test
    func `U9: all states of a row that is written as a whole are looked at, and of one rewritten by characters as many as that pays for`() {
        let whole = states(5000) { "\rGet \(word($0)) 50%" + String(repeating: ".", count: 60) } + [UInt8(ascii: "\n")]
        #expect(spokenLines(of: whole).count == 5000)
        let long = Array((String(repeating: "x", count: 440) + " 50%").utf8)
        let parts = long + states(3000) { "\u{1B}[\($0 % 440 + 1)G\(word($0 / 440 % 10))" }
        let spoken = spokenLines(of: parts)
        #expect((500...1000).contains(spoken.count))
        #expect(spokenLines(of: parts, pieces: { 777 }) == spoken)
        // The last is always among them.
        #expect(spoken.last == spokenLines(of: parts + Array("\n".utf8)).last)
    }

    @Test func `Random movements cost bounded time and memory, and are the same however they are divided`() {
        let parts = [
            "\r", "\n", "\u{8}", "\t", "\u{1B}[A", "\u{1B}[9B", "\u{1B}[3C", "\u{1B}[2D", "\u{1B}[7G", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K",
            "\u{1B}[J", "\u{1B}[1J", "\u{1B}[2J", "\u{1B}[H", "\u{1B}[24;3H", "\u{1B}7", "\u{1B}8", "\u{1B}[5X", "50%", " 7% ", "[##  ]",
            "word ",
            "日本", "e\u{301}", "\u{200D}", "🏳️‍🌈", "\u{1B}[9999999999;;;;G", "\u{1B}]x", "\u{7}",
        ]
        var random = SeededGenerator(seed: 15)
        for _ in 0..<40 {
            let bytes = (0..<600).flatMap { _ in Array(parts.randomElement(using: &random)!.utf8) }
            let whole = spokenLines(of: bytes, maximumLength: 64)
            #expect(spokenLines(of: bytes, maximumLength: 64, pieces: { Int.random(in: 1...40, using: &random) }) == whole)
            #expect(whole.allSatisfy { $0.utf8.count <= 64 && !$0.isEmpty })
        }
    }
}
