import AnnounceProtocol
import Messages
import Testing

@Suite struct RequestLenienceTests {
    private static func rate(_ number: String) throws -> Int? {
        guard case .settings(let settings, _) = try RequestLine(line: Array("{\"type\":\"settings\",\"rate\":\(number)}".utf8)).request
        else {
            return nil
        }
        return settings.speech.rate
    }

    @Test(arguments: [("175", 175), ("175.0", 175), ("1e2", 100), ("1.75e2", 175), ("1E+2", 100), ("900", 900), ("80", 80), ("null", nil)])
    func `A whole number may be written in every way of JSON`(_ number: String, _ expected: Int?) throws {
        #expect(try Self.rate(number) == expected)
    }

    @Test(arguments: [("0", 0), ("-0.0", 0), ("0.25", 0.25), ("1e2", 100), ("1e308", 1e308), ("99999999999999999999999", 1e23)])
    func `Seconds may be any number that is not negative`(_ number: String, _ expected: Double) throws {
        let line = try RequestLine(line: Array("{\"type\":\"announcement\",\"text\":\"\",\"maxAge\":\(number)}".utf8))
        #expect(line.request == .announcement(Announcement(runs: [SpeechRun(text: "")], maxAge: expected)))
    }

    @Test func `Fields that mean nothing are warned about, whatever is in them`() throws {
        let line = try RequestLine(line: Array(#"{"type":"ping","rate":"fast","app":5,"zoom":{"a":[1e999]},"id":"1"}"#.utf8))
        #expect(
            line
                == RequestLine(
                    id: "1", request: .ping,
                    warnings: ["app", "rate", "zoom"].map { Warning(.ignored, "\($0): unknown in ping; ignored") }))
    }

    @Test func `So are those of a run`() throws {
        let line = try RequestLine(
            line: Array(#"{"type":"announcement","txet":1,"runs":[{"text":"a"},{"text":"b","mood":"x","queue":true}]}"#.utf8))
        #expect(
            line.warnings.map(\.message) == [
                "runs[1].mood: unknown in announcement; ignored", "runs[1].queue: unknown in announcement; ignored",
                "txet: unknown in announcement; ignored",
            ])
    }

    @Test(
        "T12: what is no pronunciation is warned about, and the text is spoken",
        arguments: [
            (#""ipa":"təˈmeɪ.toʊ""#, "təˈmeɪ.toʊ", nil), (#""ipa":"/t͡ʃɑ̃ç ø̃/""#, "/t͡ʃɑ̃ç ø̃/", nil), (#""ipa":null"#, nil, nil),
            (#""ipa":"tomato!""#, nil, "has U+21, which is not in the phonetic alphabet; the text is spoken (T12)"),
            (#""ipa":"[[t@m'eItoU]]""#, nil, "has U+40, which is not in the phonetic alphabet; the text is spoken (T12)"),
            (#""ipa":"日本""#, nil, "has U+65E5, which is not in the phonetic alphabet; the text is spoken (T12)"),
            (#""ipa":"a\u0001""#, nil, "has U+1, which is not in the phonetic alphabet; the text is spoken (T12)"),
            (#""ipa":" ""#, nil, "is empty; the text is spoken (T12)"), (#""ipa":"""#, nil, "is empty; the text is spoken (T12)"),
            (#""ipa":"a","spell":true"#, nil, "can't be combined with spell; ignored"),
            (#""ipa":"a","ssml":true"#, nil, "can't be combined with ssml; ignored"),
            (
                "\"ipa\":\"\(String(repeating: "a", count: 1001))\"", nil,
                "is longer than 1000 characters; the text is spoken (T12)"
            ),
        ] as [(String, String?, String?)])
    func pronunciation(fields: String, ipa: String?, warning: String?) throws {
        let line = try RequestLine(line: Array("{\"type\":\"announcement\",\"runs\":[{\"text\":\"tomato\",\(fields)}]}".utf8))
        guard case .announcement(let announcement) = line.request else { throw Unexpected() }
        #expect(announcement.runs.map(\.text) == ["tomato"] && announcement.runs[0].ipa == ipa)
        #expect(line.warnings == (warning.map { [Warning(.adjusted, "runs[0].ipa: \($0)")] } ?? []))
    }

    private struct Unexpected: Error {}

    @Test func `There are at most eight warnings, and no long one`() throws {
        let fields = (0..<100).map { "\"\(String(repeating: "x", count: 200))\($0)\":1" }.joined(separator: ",")
        let line = try RequestLine(line: Array("{\"type\":\"ping\",\(fields)}".utf8))
        #expect(line.warnings.count == 8)
        #expect(line.warnings.allSatisfy { $0.message.count < 100 })
    }

    @Test(arguments: ["spell"]) func `The settings of all clients do not include`(_ field: String) throws {
        #expect(
            try RequestLine(line: Array("{\"type\":\"settings\",\"\(field)\":true}".utf8)).warnings.map(\.message) == [
                "\(field): unknown in settings; ignored"
            ])
    }

    @Test func `null is as good as no field`() throws {
        let fields = [
            "text", "format", "code", "priority", "queue", "group", "supersede", "maxAge", "retain", "force", "allowRepeat", "language",
            "rate", "id",
        ]
        let nulls = fields.map { "\"\($0)\":null" }.joined(separator: ",")
        let line = try RequestLine(line: Array("{\"type\":\"announcement\",\(nulls),\"runs\":[{\"text\":\"a\",\"pitch\":null}]}".utf8))
        #expect(line == RequestLine(request: .announcement(Announcement(runs: [SpeechRun(text: "a")]))))
    }

    @Test func `A field that is null is as good as none, even beside itself`() throws {
        #expect(
            try RequestLine(line: Array(#"{"type":null,"type":"ping","id":"1","id":null}"#.utf8)) == RequestLine(id: "1", request: .ping))
    }

    @Test func `Blanks, escapes and a byte order mark are as JSON has them`() throws {
        for line in [" { \"type\" :\t\"ping\" } ", #"{"\u0074ype":"\u0070ing"}"#, "\u{FEFF}{\"type\":\"ping\"}", "{\"type\":\"ping\"}\r"] {
            #expect(try RequestLine(line: Array(line.utf8)) == RequestLine(request: .ping))
        }
        let emoji = try RequestLine(line: Array(#"{"type":"announcement","text":"\ud83d\ude00"}"#.utf8))
        #expect(emoji.request == .announcement(Announcement(runs: [SpeechRun(text: "\u{1F600}")])))
    }

    @Test func `A line of exactly 256 KiB is read`() throws {
        let frame = #"{"type":"announcement","text":""}"#
        let text = String(repeating: "ä", count: (RequestLine.maximumLength - frame.utf8.count) / 2)
        let line = Array((frame.dropLast(2) + text + "\"}").utf8)
        #expect(RequestLine.maximumLength - line.count <= 1)
        #expect(try RequestLine(line: line).request == .announcement(Announcement(runs: [SpeechRun(text: text)])))
    }

    @Test func `A huge number or a deep array in an unknown field costs nothing`() throws {
        let number = String(repeating: "9", count: 200_000)
        #expect(try RequestLine(line: Array("{\"type\":\"ping\",\"x\":\(number)}".utf8)).request == .ping)
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(try RequestLine(line: Array("{\"type\":\"ping\",\"x\":\(deep)}".utf8)).request == .ping)
    }

    @Test("S0: an unknown trait or container causes a warning, and the rest applies")
    func unknownWords() throws {
        let json = #"""
            {"type":"screenChanged","elements":[{"id":"a","label":"A"},{"traits":["button","buton","\#(String(repeating: "x", count: 99))"],
            "container":{"type":"grid","index":1},"colour":1},{"container":{"type":"list","depth":2,"index":2}}],
            "element":{"id":"b","traits":["Button"],"zoom":1}}
            """#
        let line = try RequestLine(line: Array(json.replacing("\n", with: "").utf8))
        let elements = [Element(id: "a", label: "A"), Element(traits: [.button]), Element(container: Container(kind: .list, index: 2))]
        #expect(
            line.request == .notification(.screenChanged(ScreenChange(argument: .element(.element(Element(id: "b"))), elements: elements))))
        #expect(
            line.warnings.map(\.message) == [
                "element.traits[0]: \"Button\" is unknown; near matches: \"button\"; ignored",
                "element.zoom: unknown in screenChanged; ignored",
                "elements[1].traits[1]: \"buton\" is unknown; near matches: \"button\"; ignored",
                "elements[1].traits[2]: \"\(String(repeating: "x", count: 32))\" is unknown; ignored",
                "elements[1].container.type: \"grid\" is unknown; expected one of list, landmark, table, tabBar, series; "
                    + "the container is ignored",
                "elements[1].colour: unknown in screenChanged; ignored",
                "elements[2].container.depth: unknown in screenChanged; ignored",
            ])
    }

    @Test func `The traits of an update are as lenient`() throws {
        let line = try RequestLine(line: Array(#"{"type":"elementUpdated","element":"t","traits":["none","bold"]}"#.utf8))
        #expect(line.request == .notification(.elementUpdated(ElementUpdate(id: "t", traits: []))))
        #expect(line.warnings.map(\.message) == ["traits[1]: \"bold\" is unknown; ignored"])
    }

    @Test("E2: none beside other traits is reported") func noneBesideOthers() throws {
        let line = try RequestLine(line: Array(#"{"type":"elementFocused","element":{"id":"t","traits":["none","button"]}}"#.utf8))
        #expect(line.warnings == [Warning(.inconsistent, "element.traits: none can't be combined with button; expected it alone")])
    }

    @Test func `An element's changes may stand beside its id, or with it in an object`() throws {
        let update = Request.notification(.elementUpdated(ElementUpdate(id: "t", label: "L", value: "V", traits: [.button], hint: "H")))
        let fields = #""label":"L","value":"V","traits":["button"],"hint":"H""#
        for json in [#"{"type":"elementUpdated","element":"t",\#(fields)}"#, #"{"type":"elementUpdated","element":{"id":"t",\#(fields)}}"#]
        {
            #expect(try RequestLine(line: Array(json.utf8)) == RequestLine(request: update))
        }
        let mixed = try RequestLine(
            line: Array(#"{"type":"elementUpdated","element":{"id":"t","language":"de","traits":["x"]},"value":"V"}"#.utf8))
        #expect(mixed.request == .notification(.elementUpdated(ElementUpdate(id: "t", traits: []))))
        #expect(
            mixed.warnings.map(\.message) == [
                "element.traits[0]: \"x\" is unknown; ignored", "element.language: unknown in elementUpdated; ignored",
                "value: unknown in elementUpdated; ignored",
            ])
    }

    @Test(
        "U8: milestones are numbers and durations",
        arguments: [
            (#""1m""#, .seconds(60)), (#""10s""#, .seconds(10)), (#""1h""#, .seconds(3600)), (#""1m30s""#, .seconds(90)),
            (#""0.5s""#, .seconds(0.5)), (#""90m""#, .seconds(5400)), ("50", .number(50)), ("-0.5", .number(-0.5)), ("1e2", .number(100)),
        ] as [(String, Element.Milestone)])
    func milestones(_ written: String, _ milestone: Element.Milestone) throws {
        let line = try RequestLine(line: Array(#"{"type":"layoutChanged","element":{"milestones":[\#(written)]}}"#.utf8))
        #expect(line == RequestLine(request: .notification(.layoutChanged(.element(.element(Element(milestones: [milestone])))))))
    }

    @Test("T12: notation beside the announcement's own spell is ignored, too")
    func notationBesideTheAnnouncementsSpell() throws {
        let line = try RequestLine(line: Array(#"{"type":"announcement","spell":true,"runs":[{"text":"a","ipa":"b"}]}"#.utf8))
        guard case .announcement(let announcement) = line.request else { return #expect(Bool(false)) }
        #expect(announcement.runs[0].ipa == nil)
        #expect(line.warnings == [Warning(.adjusted, "runs[0].ipa: can't be combined with spell; ignored")])
    }

    @Test func `A value beyond its limits is written, and refused by whoever reads it`() {
        let requests: [(Request, String)] = [
            (
                .notification(
                    .elementFocused(
                        .element(Element(container: Container(kind: .table, headers: Array(repeating: "a", count: 65)))), by: .user)),
                "element.container.headers: expected at most 64"
            ),
            (
                .notification(
                    .elementFocused(.element(Element(milestones: Array(repeating: .number(1), count: 65))), by: .user)),
                "element.milestones: has 65; expected at most 64"
            ),
            (
                .mediaSession(.begin(MediaSession(mute: Array(repeating: "a", count: 1025)))),
                "mute: expected at most 1024 elements' ids"
            ),
            (.settings(UserSettings(interval: 5000)), "interval: expected seconds, 0 to 3600"),
            (
                .notification(.elementFocused(.element(Element(milestones: [.number(.nan)])), by: .user)),
                "element.milestones[0]: expected a number, or a duration such as \"1m\" or \"10s\""
            ),
        ]
        for (request, message) in requests {
            let bytes = RequestLine(request: request).bytes.dropLast()
            #expect(throws: ErrorReply(code: .invalidMessage, message: message)) { try RequestLine(line: Array(bytes)) }
        }
        // JSON has no such numbers.
        let endless = RequestLine(request: .announcement(Announcement("a", maxAge: .infinity))).bytes
        #expect(String(decoding: endless, as: UTF8.self) == #"{"maxAge":null,"text":"a","type":"announcement"}"# + "\n")
    }
}
