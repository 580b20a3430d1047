import Messages
import TestSupport
import Testing

@testable import Replay

@Suite struct TimelineTests {
    private static func items(_ events: String) throws -> [String] {
        TimelineItem.items(of: try ReplayTable(events).outcome.trace).map { item in
            "\(item.kind) \(item.start)-\(item.end) \(item.text) [\(item.note)]"
        }
    }

    @Test func `Speech is whole or cut, what was refused is seen once, a session is a stretch`() throws {
        let found = try Self.items(
            """
            {"at":0,"type":"announcement","text":"one two three"}
            {"at":1,"type":"announcement","text":"four"}
            {"at":1.5,"type":"announcement","text":"four"}
            {"at":3,"type":"announcement","text":" "}
            {"at":4,"type":"mediaSession","op":"begin","session":"s","mode":"record","lease":2}
            {"at":5,"type":"announcement","text":"five"}
            {"at":9,"type":"screenChanged","element":{"id":"e","label":"six"}}
            """)
        #expect(
            found == [
                "speech(isWhole: false) 0.0-1.0 one two three [cut Q2, interrupted]",
                "speech(isWhole: true) 1.0-2.0 four []",
                "unheard 1.5-1.5 four [refused duplicate Q10]",
                "unheard 3.0-3.0   [unspeakable T8]",
                "session 4.0-6.0 record: s [M2, ended: lease M4]",
                "held 5.0-6.3 five [M3]",
                "speech(isWhole: true) 6.3-7.3 five []",
                "focus 9.0-9.0 e [N6]",
                "speech(isWhole: true) 9.0-10.12 six. []",
                "earcon 9.0-9.0 screenChanged [N1]",
            ])
    }

    /// Events as wild as can be, from a seed.
    private static func events(_ generator: inout SeededGenerator) -> String {
        let texts = [
            "a", "Saved", "A rather long text that says a lot of things, one after another, until nobody listens any more",
            "日本語のテキスト", "👍🏽 <&>\\\" mixed",
        ]
        var at = 0.0
        return (0..<60).map { number in
            at += Double.random(in: 0...1, using: &generator) < 0.1 ? 45 : Double.random(in: 0...1.5, using: &generator)
            let client = ["a", "b", "a client with quite a long name"].randomElement(using: &generator) ?? ""
            let text = texts.randomElement(using: &generator) ?? ""
            let priority = ["low", "default", "high"].randomElement(using: &generator) ?? ""
            let message =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: #""type":"screenChanged","title":"\#(text)","element":{"id":"e\#(number)","label":"E"}"#
                case 1: #""type":"mediaSession","op":"begin","session":"s\#(number)","lease":\#(number + 1)"#
                case 2: #""type":"pageScrolled","text":"\#(text)""#
                default: #""type":"announcement","text":"\#(text)","priority":"\#(priority)""#
                }
            return #"{"at":\#(at),"client":"\#(client)",\#(message)}"#
        }.joined(separator: "\n")
    }

    @Test func `Nothing overlaps, nothing leaves the page, and nothing is missing`() throws {
        let seed = SeededGenerator.seed(for: "AnnounceDaemon, timeline")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<20 {
            let trace = try ReplayTable(Self.events(&generator), secondsPerWord: 0.4).outcome.trace
            let items = TimelineItem.items(of: trace)
            let layout = TimelineLayout(items)
            var seen = 0
            for lane in layout.stretches.flatMap(\.lanes) {
                for (index, place) in lane.places.enumerated() {
                    let own = Self.room(of: place)
                    let isOnPage = own.lowerBound >= TimelineLayout.left - 0.1 && own.upperBound <= TimelineLayout.right + 12
                    #expect(isOnPage, "TEST_SEED=\(seed), round \(round): \(place)")
                    #expect(place.track + place.item.height <= lane.tracks)
                    if !place.continues.before { seen += 1 }
                    for other in lane.places[(index + 1)...] where Self.shareTrack(place, other) {
                        #expect(!own.overlaps(Self.room(of: other)), "TEST_SEED=\(seed), round \(round): \(place) and \(other)")
                    }
                }
            }
            #expect(seen == items.count, "TEST_SEED=\(seed), round \(round)")
        }
    }

    private static func shareTrack(_ one: TimelineLayout.Place, _ other: TimelineLayout.Place) -> Bool {
        (one.track..<one.track + one.item.height).overlaps(other.track..<other.track + other.item.height)
    }

    /// From where to where an item and its label are.
    private static func room(of place: TimelineLayout.Place) -> ClosedRange<Double> {
        let size = place.item.height == 1 ? TimelineLayout.noteSize : TimelineLayout.textSize
        let label = max(TextWidth.of(place.label, size: size), TextWidth.of(place.note, size: TimelineLayout.noteSize))
        return min(place.from, place.labelFrom)...max(place.to, place.labelFrom + label)
    }

    @Test func `It is well-formed XML, whatever is said`() throws {
        let hostile =
            #"{"at":0,"client":"<&\"'>","type":"announcement","text":"</text><script>alert(1)</script> ]]> \u0001 \uffff \u202e \" & ' 👩‍👩‍👧"}"#
        let svg = try ReplayTable(hostile).picture("a<b>&\"c\".jsonl")
        #expect(!svg.contains("<script"))
        #expect(XMLTags.areBalanced(svg), "\(svg)")
        #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0xFFFF })
    }

    @Test func `The picture describes itself to screen readers`() throws {
        let svg = try ReplayTable(
            """
            {"at":0,"client":"mail","type":"announcement","text":"one two"}
            {"at":1,"client":"news","type":"announcement","text":"three"}
            """
        ).picture("events.jsonl")
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("role=\"img\""))
        #expect(svg.contains("<title id=\"title\">What was heard: events.jsonl</title>"))
        #expect(
            svg.contains(
                "<desc id=\"description\">A timeline of 2 s, a lane for each client: mail, news. Heard to the end: 1; cut: 1; held: 0; never "
                    + "heard: 0; silent: 0. 0 s, mail: one two (cut); 1 s, news: three</desc>"))
        #expect(svg.contains("<title>mail · one two · default · 0–1 s · cut Q2, interrupted</title>"))
    }

    @Test func `An app's lane has the last part of its name, unless another app's is the same`() throws {
        let names = ["org.example.Timer", "org.example.Mail", "com.other.Mail", "main.py", "127.0.0.1", "a", "de.beispiel.Die Uhr"]
        #expect(
            names.map { TimelineLayout.names(of: names)[$0] } == [
                "Timer", "org.example.Mail", "com.other.Mail", "main.py", "127.0.0.1", "a", "de.beispiel.Die Uhr",
            ])
        #expect(TimelineLayout.names(of: ["org.example.Timer", "Timer"]).values.sorted() == ["Timer", "org.example.Timer"])
        let svg = try ReplayTable(
            """
            {"at":0,"type":"hello","app":"org.example.Timer"}
            {"at":0,"type":"announcement","text":"one two"}
            """
        ).picture("events.jsonl")
        #expect(svg.contains("<title>org.example.Timer</title>") && svg.contains(">Timer</text>"))
        #expect(!svg.contains(">org.example.Timer</text>") && svg.contains("0 s, Timer: one two<"))
    }

    @Test func `A trace of nothing is a picture of nothing`() {
        #expect(XMLTags.areBalanced(TimelinePicture(of: [], name: "").svg))
    }

    @Test func `Times are short`() {
        #expect([0, 1.5, 59.999, 60, 61.256, 3600].map(TimelineLayout.seconds) == ["0 s", "1.5 s", "1:00", "1:00", "1:01.26", "60:00"])
        #expect(TimelineLayout.seconds(from: 1, to: 2.25) == "1–2.25 s")
        #expect(TimelineLayout.seconds(from: 59, to: 61) == "59 s–1:01")
    }

    @Test func `A text that is too long ends with an ellipsis, and is no wider than it may be`() {
        for width in stride(from: 0.0, to: 120, by: 3) {
            let text = TextWidth.truncated("Some words, and more 日本語", to: width, size: 12)
            #expect(TextWidth.of(text, size: 12) <= width && (text.isEmpty || text.hasSuffix("…")))
        }
        #expect(TextWidth.truncated("short", to: 100, size: 12) == "short")
        for text in ["i109 · N6", "a", "Saved · refused duplicate Q10"] {
            #expect(TextWidth.truncated(text, to: TextWidth.of(text, size: 10) + 10 - 10, size: 10) == text)
        }
    }
}

/// As much of XML as is needed to see that what we wrote is well-formed.
enum XMLTags {
    static func areBalanced(_ text: String) -> Bool {
        var open: [Substring] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            if !isText(rest[..<start]) { return false }
            guard let end = rest[start...].firstIndex(of: ">") else { return false }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.contains("<") || tag.count(where: { $0 == "\"" }) % 2 != 0 || !isText(tag) { return false }
            if tag.hasPrefix("/") {
                if open.popLast() != tag.dropFirst() { return false }
            } else if !tag.hasSuffix("/") {
                open.append(tag.prefix { $0 != " " })
            }
        }
        return open.isEmpty && isText(rest)
    }

    /// Whether each ampersand begins one of the entities that we write.
    private static func isText(_ text: Substring) -> Bool {
        text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            ["amp;", "lt;", "gt;", "quot;"].contains { part.hasPrefix($0) }
        }
    }
}
