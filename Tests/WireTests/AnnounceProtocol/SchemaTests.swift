import AnnounceProtocol
import Glibc
import Messages
import TestSupport
import Testing

/// docs/protocol.schema.json, read by somebody else's validator (Debian's python3-jsonschema).
@Suite struct SchemaTests {
    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open(sys.argv[1]))
        Draft202012Validator.check_schema(schema)
        validators = {name: Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/" + name}) for name in ("request", "message")}
        whole = Draft202012Validator(schema)
        validator = whole if sys.argv[2] == "any" else validators[sys.argv[2]]
        for line in open(sys.argv[3], encoding="utf-8", newline="\\n"):
            print("valid" if validator.is_valid(json.loads(line)) else "invalid")
        """

    /// Whether each line is a message as the schema describes them.
    /// - Parameter kind: `request`, `message` (of the daemon), or `any`.
    private static func areValid(_ lines: [String], as kind: String) async throws -> [Bool] {
        let folder = try TemporaryFolder()
        let file = try folder.write(lines.map { $0 + "\n" }.joined(), to: "lines")
        let python = try ChildProcess(
            "/usr/bin/python3", ["-", repositoryFile("docs/protocol.schema.json"), kind, file], input: .pipe,
            output: .file(folder.path("verdicts")))
        try python.write(validator)
        python.closeInput()
        #expect(try await python.exit(within: .seconds(120)) == .code(0))
        let cat = try ChildProcess("cat", [folder.path("verdicts")])
        let verdicts = try await cat.output.remainingLines(within: .seconds(60))
        #expect(verdicts.count == lines.count)
        return verdicts.map { $0 == "valid" }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropLast(), as: UTF8.self) }

    @Test func `Every request of the catalogue is as the schema says`() async throws {
        let lines = RequestCatalogue.all.map { Self.text($0.bytes) }
        for kind in ["request", "any"] {
            for (line, isValid) in zip(lines, try await Self.areValid(lines, as: kind)) { #expect(isValid, "\(line)") }
        }
        for (line, isValid) in zip(lines, try await Self.areValid(lines, as: "message")) where !Self.isEither(line) {
            #expect(!isValid, "\(line)")
        }
    }

    @Test func `Every server message of the catalogue is as the schema says`() async throws {
        let lines = ServerCatalogue.all.map { Self.text($0.jsonLine) }
        for kind in ["message", "any"] {
            for (line, isValid) in zip(lines, try await Self.areValid(lines, as: kind)) { #expect(isValid, "\(line)") }
        }
        for (line, isValid) in zip(lines, try await Self.areValid(lines, as: "request")) where !Self.isEither(line) {
            #expect(!isValid, "\(line)")
        }
    }

    /// The focus has the same name in both directions.
    private static func isEither(_ line: String) -> Bool { line.wholeMatch(of: /\{"element":"[^"]*","type":"elementFocused"}/) != nil }

    @Test func `A server message with a field missing, or with one more, is not as the schema says`() async throws {
        var wrong: [String] = []
        for message in ServerCatalogue.all {
            let line = Self.text(message.jsonLine)
            wrong.append("{\"mood\":1,\(line.dropFirst())")
            wrong.append(line.replacing("\"type\":\"", with: "\"type\":\"x"))
            for field in [
                "type", "ok", "code", "message", "id", "text", "successful", "reason", "attempts", "spokenSeconds", "word", "offset",
                "name", "session", "mode", "change", "at", "event", "element", "steps", "media",
            ] {
                if line.contains("\"\(field)\":") { wrong.append(line.replacing("\"\(field)\":", with: "\"x\(field)\":")) }
            }
        }
        wrong += [#"{"type":"reply","id":"1","ok":false}"#, #"{"type":"error","ok":false,"code":"odd","message":""}"#]
        for (line, isValid) in zip(wrong, try await Self.areValid(wrong, as: "message")) { #expect(!isValid, "\(line)") }
    }

    @Test func `The schema refuses what the daemon refuses because of its fields`() async throws {
        let wrong = WrongRequest.all.map(\.line)
            // Python rejects some of these as JSON, and accepts others, because it allows infinity and lone surrogates.
            .filter { line in ["\\x", "\t", "1e999", "\\ud"].allSatisfy { !line.contains($0) } }
        #expect(wrong.count > 140)
        for (line, isValid) in zip(wrong, try await Self.areValid(wrong, as: "request")) { #expect(!isValid, "\(line)") }
    }

    @Test func `The daemon and the schema agree about any mixture of fields`() async throws {
        let seed = SeededGenerator.seed(for: "schema, mixtures")
        var generator = SeededGenerator(seed: seed)
        let lines = (0..<3000).map { _ in RequestMixture.line(using: &generator) }
        let verdicts = try await Self.areValid(lines, as: "request")
        var accepted = 0
        for (line, isValid) in zip(lines, verdicts) {
            let isRead = (try? RequestLine(line: Array(line.utf8))) != nil
            if isRead { accepted += 1 }
            #expect(isRead == isValid, "TEST_SEED=\(seed): \(line)")
        }
        #expect((300...2700).contains(accepted), "\(accepted) of \(lines.count) were accepted")
    }
}

/// Requests with some fields of their type or another, most of them right.
private enum RequestMixture {
    private static let types = [
        "hello", "announcement", "announcement", "announcement", "stop", "skip", "step", "cancel", "cancel", "pause", "resume", "ping",
        "status",
        "voices", "settings", "subscribe", "subscribe", "sing", "step", "layoutChanged", "layoutChanged", "screenChanged", "screenChanged",
        "pageScrolled", "elementFocused", "elementFocused", "elementUpdated", "elementUpdated", "elementActivated", "elementRemoved",
        "mediaSession", "mediaSession", "mediaSession", "repeat", "where", "details", "history", "explain", "missed",
    ]
    private static let flags = ["true", "false"]
    private static let names = ["\"a\"", "\"\u{1F600}é\"", "\"\(String(repeating: "x", count: 64))\""]
    private static let percents = ["0", "50", "100", "1e2", "7.0"]

    private static let elements = [
        #"{}"#, #"{"id":"a","label":"A","traits":["button","bold"],"milestones":[50,"1m30s"],"x":1}"#,
        #"{"value":"","valueKind":"percent","container":{"type":"table","row":1,"headers":["a"],"edge":"end"}}"#,
        #"{"container":{"type":"grid","index":0}}"#,
        #"{"label":"A","roleDescription":"Slide","level":6,"expanded":true,"required":false,"readOnly":true,"error":""}"#,
        #"{"content":[{"label":"a","value":"b"},{"label":"","value":"","importance":"high","x":1}],"actions":["a"]}"#,
        #"{"label":[{"text":"a","language":"de"},{"sound":"bell"}],"value":[{"text":"","context":"sourceCode"}],"hint":[]}"#,
        #"{"content":[],"actions":[],"sortDirection":"ascending"}"#,
        #"{"checked":"mixed","pressed":false,"current":"page","visited":true}"#, #"{"checked":true,"current":false}"#,
        #"{"live":"polite","atomic":true,"busy":false,"container":{"type":"list","live":"assertive"}}"#,
    ]

    /// Right values of each field.
    private static let right: [String: [String]] = [
        "id": names, "app": names, "name": names, "language": names, "voice": names, "target": names, "group": names,
        "note": names, "launch": flags, "progress": flags, "queue": flags, "retain": flags, "force": flags, "allowRepeat": flags,
        "countMissed": flags, "private": flags, "code": flags, "format": ["\"text\"", "\"markdown\""], "silent": flags, "lastValue": flags,
        "full": flags,
        "speak": flags,
        "spell": flags,
        "onDisconnect": ["\"keep\"", "\"cancel\""], "replies": ["\"all\"", "\"errors\"", "\"none\""],
        "text": ["\"\"", "\"Hello\"", "\"\\n\\\"\""],
        "runs": [
            "[{\"text\":\"a\"}]", "[{\"sound\":\"bell\"},{\"sound\":\"a-b\",\"text\":\"\",\"ssml\":true}]",
            "[{\"text\":\"a\",\"rate\":80,\"x\":0},{\"text\":\"\"}]",
        ],
        "priority": ["\"low\"", "\"polite\"", "\"assertive\""], "supersede": ["\"none\"", "\"current\""], "maxAge": ["0", "0.5", "1e300"],
        "rate": ["80", "900", "175.0", "1e2"], "pitch": percents, "inflection": percents, "volume": percents,
        "adjust": ["{}", "{\"rate\":-20,\"x\":1}", "{\"pitch\":5.0,\"volume\":-100}"],
        "punctuation": ["\"none\"", "\"all\""], "capitals": ["\"say\""], "events": ["[]", "[\"cut\",\"cut\"]"], "zoom": ["{}", "1"],
        "element": names + elements, "elements": ["[]", "[\(elements.joined(separator: ","))]"], "title": ["\"\"", "\"Inbox\""],
        "checked": ["true", "\"mixed\""], "current": ["true", "\"date\""], "visited": flags,
        "by": ["\"user\"", "\"app\""], "label": ["\"\"", "\"A\""], "value": ["\"5\""], "hint": ["\"H\""],
        "traits": ["[]", "[\"button\",\"bold\"]"], "op": ["\"begin\"", "\"extend\"", "\"end\""], "session": names,
        "mode": ["\"record\""], "lease": ["1", "1.5", "1e300"], "mute": ["[]", "[\"a\",\"a\"]"], "allow": ["[\"a\"]"],
        "to": ["\"next\"", "\"again\""], "unit": ["\"sentence\"", "\"paragraph\""],
        "all": flags, "announcements": ["\"mode\"", "\"pass\"", "\"holdLow\""],
        "count": ["1", "200", "2.0"], "limit": ["1", "1e2"],
    ]
    private static let wrong = [
        "5", "-1", "0.5", "901", "\"\"", "\"\\u0000\"", "\"lots\"", "true", "[]", "[null]", "[{}]", "[5]", "{}", "\"none\"",
        "\"\(String(repeating: "x", count: 65))\"", "\"\(String(repeating: "x", count: 257))\"", "[{\"text\":\"a\",\"pitch\":101}]",
        "{\"label\":5}", "{\"milestones\":[\"1x\"]}", "{\"container\":{}}", "{\"container\":{\"type\":\"list\",\"index\":0}}",
        "[{\"id\":\"\"}]",
        "[\"a\",\"\"]",
    ]

    static func line(using generator: inout SeededGenerator) -> String {
        var fields = ["\"type\":\"\(types.randomElement(using: &generator) ?? "ping")\""]
        for (name, values) in right.sorted(by: { $0.key < $1.key }) {
            let odds = ["text", "events", "target", "element", "op", "to"].contains(name) ? 2 : name == "runs" || name == "group" ? 5 : 6
            guard Int.random(in: 0..<odds, using: &generator) == 0 else { continue }
            let isWrong = Int.random(in: 0..<10, using: &generator) == 0
            fields.append("\"\(name)\":\((isWrong ? wrong : values).randomElement(using: &generator) ?? "5")")
        }
        return "{\(fields.shuffled(using: &generator).joined(separator: ","))}"
    }
}
