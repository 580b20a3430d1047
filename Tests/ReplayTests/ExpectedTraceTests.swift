import Testing

@testable import Replay

@Suite struct ExpectedTraceTests {
    /// The differences of the trace of `events` from `expected`, which may be another trace.
    private static func differences(_ events: String, from expected: [String]) throws -> [String] {
        let bytes = Array(expected.joined(separator: "\n").utf8)
        return try ExpectedTrace(bytes, file: "e.jsonl").differences(from: ReplayTable(events).outcome.trace)
    }

    private static func announcement(_ text: String, at: Double, _ more: String = "") -> String {
        #"{"at":\#(at),"type":"announcement","text":"\#(text)"\#(more)}"#
    }

    private static let events = [announcement("one two three", at: 0), announcement("four", at: 5.0004)]

    @Test func `A trace is equal to itself, to the millisecond and with empty lines`() throws {
        let events = Self.events.joined(separator: "\n")
        let expected = try ReplayTable(events).json
        #expect(try Self.differences(events, from: expected) == [])
        #expect(try Self.differences(events, from: expected.flatMap { ["", $0] } + [""]) == [])
        #expect(try Self.differences("", from: []) == [])
    }

    @Test("Q2: Another rule, time or result is named where it was expected") func another() throws {
        let expected = try ReplayTable(Self.events.joined(separator: "\n")).json
        let cut = [Self.events[0], Self.announcement("four", at: 2)].joined(separator: "\n")
        #expect(
            try Self.differences(cut, from: expected) == [
                #"e.jsonl:2: unexpected before this line, at 2 s: cut (Q2) "one two three" of a"#,
                #"e.jsonl:2: at 3 s: finished (D2) "one two three" of a: expected at 3, rule D2, reason spoken, successful true; "#
                    + "came at 2, rule Q2, reason interrupted, successful false",
                #"e.jsonl:3: at 5 s: started "four" of a: expected at 5; came at 2"#,
                #"e.jsonl:4: at 6 s: finished (D2) "four" of a: expected at 6; came at 3"#,
            ])
    }

    @Test func `Missing and new events are told apart, and the rest is still compared`() throws {
        let texts = ["one", "two", "three", "four"]
        let expected = try ReplayTable(texts.enumerated().map { Self.announcement($1, at: Double($0) * 5) }.joined(separator: "\n")).json
        let changed = ["one", "2", "three", "four", "five"].enumerated().map { Self.announcement($1, at: Double($0) * 5) }
        #expect(
            try Self.differences(changed.joined(separator: "\n"), from: expected) == [
                #"e.jsonl:3: at 5 s: started "two" of a: is missing"#,
                #"e.jsonl:4: at 6 s: finished (D2) "two" of a: is missing"#,
                #"e.jsonl:5: unexpected before this line, at 5 s: started "2" of a"#,
                #"e.jsonl:5: unexpected before this line, at 6 s: finished (D2) "2" of a"#,
                #"e.jsonl:8: unexpected at the end, at 20 s: started "five" of a"#,
                #"e.jsonl:8: unexpected at the end, at 21 s: finished (D2) "five" of a"#,
            ])
    }

    @Test func `An event that is missing at the beginning of a long trace is one difference`() throws {
        let events = (0..<700).map { Self.announcement("text \($0)", at: Double($0) * 5, #","id":"\#($0)""#) }
        let expected = try ReplayTable(events.joined(separator: "\n")).json
        #expect(
            try Self.differences(events.dropFirst().joined(separator: "\n"), from: expected) == [
                #"e.jsonl:1: at 0 s: started "text 0" of a: is missing"#,
                #"e.jsonl:2: at 2 s: finished (D2) "text 0" of a: is missing"#,
            ])
        let added = try Self.differences(events.joined(separator: "\n"), from: Array(expected.dropFirst(2)))
        #expect(added.map { $0.prefix(30) } == ["e.jsonl:1: unexpected before t", "e.jsonl:1: unexpected before t"])
    }

    @Test func `Of traces that have nothing in common, twenty differences are printed`() throws {
        let expected = try ReplayTable((0..<700).map { Self.announcement("a\($0)", at: Double($0) * 5) }.joined(separator: "\n")).json
        let events = (0..<700).map { Self.announcement("b\($0)", at: Double($0) * 5) }.joined(separator: "\n")
        let found = try Self.differences(events, from: expected)
        #expect(found.count == 21 && found[0] == #"e.jsonl:1: at 0 s: started "a0" of a: is missing"# && found[20] == "… and more")
    }

    @Test func `Texts are shortened, and control characters are escaped`() throws {
        let text = #"\u0007[31m"# + String(repeating: "x", count: 100)
        let found = try Self.differences(Self.announcement(text, at: 0), from: [])
        #expect(found[0] == #"e.jsonl:1: unexpected at the end, at 0 s: started "\u{07}[31m\#(String(repeating: "x", count: 55))…" of a"#)
    }

    @Test func `Every wrong line of the expected trace is reported with its number`() throws {
        let good = try ReplayTable(Self.events[0]).json
        let wrong = [
            #"{"at":0}"#, good[0], "", "nonsense", good[1].replacing("rule", with: "ruel"), good[1].replacing("finished", with: "ended"),
        ]
        let error = #expect(throws: ReplayInput.Mistakes.self) { try Self.differences("", from: wrong) }
        #expect(
            error?.all.map(\.description) == [
                "e.jsonl:1: event: missing; expected a value",
                "e.jsonl:4: the line is not a JSON object; expected {…}",
                "e.jsonl:5: ruel: unknown in a trace's line; expected its fields only",
                #"e.jsonl:6: event: "ended" is unknown; expected one of received, posted, settled, started, finished, cut, held, refused, "#
                    + "silent, earcon, focus, mediaSession",
            ])
    }
}
