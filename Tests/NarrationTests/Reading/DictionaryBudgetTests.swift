import Configuration
import Messages
import Narration
import Testing

/// T2: what searching for the dictionary's entries may cost, in steps that are the same on every machine.
@Suite struct DictionaryBudgetTests {
    private typealias Entry = PronunciationDictionary.Entry

    private static let most = PronunciationDictionary.stepsPerSearch

    /// The maximum cost of a search after its last step: an item is charged for as a whole.
    private static let lastItem = most

    /// Patterns whose time grows with the square of a text's length, or worse, and texts that show it.
    private static let slow: [(pattern: String, letters: String, end: String)] = [
        ("(a+)+b", "a", "\nb"), ("(a|aa)+$", "a", "!"), ("(.*)*x", "a", "\nx"), (".*.*.*.*=", "a", "\n="), ("((a+)+)+b", "a", "\nb"),
        ("(?:a?){30}a{30}b", "a", "!b"), ("([a-z]+)*!", "a", "\n!"), ("(x+x+)+y", "x", "\ny"), (#"(a*)b?\1x"#, "a", "bx"),
        (#"^(a+)+\1c"#, "a", "bc"), ("(?<=(?:a|b){1,1}a{1000})[ab]*c", "a", "bc"), ("(?=(a+))a*b", "a", "\nb"), ("(a(?1)?)+b", "a", "\nb"),
        ("[ab]{3000}c", String(repeating: "a", count: 2999) + "x", "c"), ("(?i)(é+)+b", "é", "\nb"), (#"\w+\."#, "a", " ."),
        ("[àáâãäåæçèéêëìíîïðñòóôõö]*+x", "é", "\nx"), (longClass + "*+x", "é", "\nx"), ("(?i)a", "a", ""), (#"\d"#, "1", ""),
    ]

    private static let longClass = "[\(String(repeating: "àâäáé", count: 300))]"

    @Test("T2: no search costs more steps than it may, whatever the pattern and the text", arguments: [23, 4096, 32_000])
    func bounded(_ length: Int) throws {
        for (source, letters, end) in Self.slow {
            let pattern = try PCREPattern(source)
            let text = Array((String(repeating: letters, count: length / letters.unicodeScalars.count) + end).utf8)
            var steps = Self.most
            let ranges = try? pattern.ranges(in: text, steps: &steps)
            #expect((-Self.lastItem...Self.most).contains(steps), "\(source) in \(length)")
            // Without an end it may also run out of PCRE2's memory.
            #expect(ranges == nil || steps >= 0, "\(source) in \(length)")
            var again = Self.most
            #expect((try? pattern.ranges(in: text, steps: &again)) == ranges && again == steps, "\(source) in \(length)")
        }
    }

    @Test(
        "T2: a pattern that may move a match's beginning is refused, also where PCRE2 takes it",
        arguments: [
            #"a\Kb"#, #"(?(DEFINE)(\K))a(?=bc(?1))"#, #"(?(DEFINE)(\Kab))(?<=(?1))c"#,
        ])
    func movedBeginning(_ pattern: String) {
        let failure = #expect(throws: UnusablePattern.self) { try PCREPattern(pattern) }
        #expect(failure?.message.contains("\\K") == true)
    }

    @Test(
        "T2: an entry that takes too long is off from then on, and the others hold",
        arguments: ["(a+)+b", "(a|aa)+$", "(.*)*=", "((a+)+)+b", "(x+x+)+y", #"([a-z]+)*\1b"#])
    func off(_ pattern: String) throws {
        let slow = Entry(find: .regex(pattern), say: "slow", place: "d.toml:3:1")
        let word = Entry(find: .word("nginx"), say: "engine x")
        var reading = Reading(lexicons: WordTables.lexicons, dictionary: try dictionary([slow, word]))
        let hostile = "nginx aaaaaaaaaaaaaaaaaaaaaaaaaaa xxxxxxxxxxxxxxxxxxxxxxxxxxx\n!=by"
        #expect(reading.read([SpeechRun(text: "nginx b")], voices: nil).runs.map(\.text) == ["engine x b"])
        #expect(reading.dictionary.entriesOff.isEmpty)
        #expect(
            reading.read([SpeechRun(text: hostile)], voices: nil).runs.map(\.text) == [hostile.replacing("nginx", with: "engine x")])
        #expect(reading.dictionary.entriesOff == [slow])
        reading.refill()
        #expect(reading.read([SpeechRun(text: "nginx aab")], voices: nil).runs.map(\.text) == ["engine x aab"])
        #expect(reading.dictionary.entriesOff == [slow])
        #expect(slow.mistake == "d.toml:3:1: \"\(pattern)\" takes too long and is off until the configuration is read again")
    }

    @Test("T2: in a text of minutes an entry that takes too long is not to blame: it is left out there and holds in others")
    func long() throws {
        let words = (0..<30).map { "\(Character(Unicode.Scalar(UInt8(97 + $0 % 26))))never\($0)" }.joined(separator: "|")
        var reading = Reading(
            lexicons: WordTables.lexicons, dictionary: try dictionary([Entry(find: .regex("\(words)|here"), say: "there")]))
        let text = String(repeating: "the quick brown fox jumps over the lazy dog ", count: 500) + "here"
        #expect(reading.read([SpeechRun(text: text)], voices: nil).runs.map(\.text) == [text])
        #expect(reading.dictionary.entriesOff.isEmpty)
        reading.refill()
        #expect(reading.read([SpeechRun(text: "the fox is here")], voices: nil).runs.map(\.text) == ["the fox is there"])
    }

    @Test("T2: all entries together cost no more than one input may; those that come too late are not to blame")
    func together() throws {
        let slow = (0..<100).map { Entry(find: .regex("(a+)+b(?:\($0))?"), say: "slow") }
        let hostile = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb"
        var reading = Reading(lexicons: WordTables.lexicons, dictionary: try dictionary(slow))
        _ = reading.read([SpeechRun(text: hostile), SpeechRun(text: hostile)], voices: nil)
        let atOnce = Reading.mostSteps / Self.most
        #expect((1...atOnce).contains(reading.dictionary.entriesOff.count))
        _ = reading.read([SpeechRun(text: hostile)], voices: nil)
        #expect(reading.dictionary.entriesOff.count <= atOnce)
        for _ in 0..<100 {
            reading.refill()
            _ = reading.read([SpeechRun(text: hostile)], voices: nil)
        }
        #expect(reading.dictionary.entriesOff.map(\.find) == slow.map(\.find))
    }

    @Test("T2: literals and words are paid for too, and never turned off")
    func literals() throws {
        let long = String(repeating: "a", count: 10_000)
        let entries = [Entry(find: .literal(long + "b"), say: "x"), Entry(find: .word("c"), say: "sea")]
        var reading = Reading(lexicons: WordTables.lexicons, dictionary: try dictionary(entries))
        #expect(reading.read([SpeechRun(text: long + long + " c")], voices: nil).runs.map(\.text) == [long + long + " sea"])
        #expect(reading.dictionary.entriesOff.isEmpty)
        let many = (0..<5000).map { Entry(find: .word("word\($0)"), say: "x") } + [Entry(find: .word("c"), say: "sea")]
        reading = Reading(lexicons: WordTables.lexicons, dictionary: try dictionary(many))
        #expect(reading.read([SpeechRun(text: "c")], voices: nil).runs.map(\.text) == ["sea"])
        let text = String(repeating: "abc ", count: 10_000) + "c"
        #expect(reading.read([SpeechRun(text: text)], voices: nil).runs.map(\.text) == [text])
        #expect(reading.dictionary.entriesOff.isEmpty)
    }
}
