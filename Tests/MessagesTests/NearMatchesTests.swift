import Messages
import Testing

@Suite struct NearMatchesTests {
    @Test(arguments: [
        ("raet", ["rate", "pitch", "volume"], ["rate"]), ("RATE", ["rate"], ["rate"]), ("vol", ["rate", "volume"], ["volume"]),
        ("volumes", ["volume"], ["volume"]), ("xyzzy", ["rate", "volume"], []), ("rate", [], []),
        ("rate", ["rote", "rate", "rites", "rate"], ["rate", "rote", "rites"]),
        ("dee", ["be", "da", "de", "en", "eo"], ["de"]),
        ("ed", ["de", "el", "en", "eo", "es", "et", "eu"], ["de", "el", "en", "eo", "es"]),
        ("b", ["ba", "a", "c", "d", "e", "f", "g"], ["a", "ba", "c", "d", "e"]),
    ])
    func `The likest come first, each once, five at most`(_ word: String, _ known: [String], _ expected: [String]) {
        #expect(NearMatches.of(word, in: known) == expected)
    }

    @Test func `An error about an unknown word ends with near matches, or with all known words`() {
        #expect(NearMatches.hint(for: "raet", in: ["rate", "pitch"]) == #"near matches: "rate""#)
        #expect(NearMatches.hint(for: "xyzzy", in: ["rate", "pitch"], or: ["voice.rate"]) == "expected one of rate, pitch")
        #expect(NearMatches.hint(for: "voice.raet", in: ["rate"], or: ["voice.rate"]) == #"near matches: "voice.rate""#)
    }

    @Test func `A very long word costs no more than its beginning`() {
        let long = String(repeating: "a", count: 200_000)
        #expect(NearMatches.of(long, in: ["a", "b", long]).contains(long))
        #expect(NearMatches.of("", in: ["", "rate"]) == [""])
    }
}
