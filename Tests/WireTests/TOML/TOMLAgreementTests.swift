import TestSupport
import Testing

@testable import TOML

/// Another reader of TOML, Python's `tomllib`, takes the same texts, and reads the same in them.
@Suite struct TOMLAgreementTests {
    /// Reads a JSON array of texts, and prints a line for each: `null`, or the keys and values as JSON.
    private static let program = """
        import json, struct, sys, tomllib
        def plain(v):
            if isinstance(v, dict): return {k: plain(x) for k, x in v.items()}
            if isinstance(v, list): return [plain(x) for x in v]
            if isinstance(v, bool) or isinstance(v, str): return v
            if isinstance(v, int): return str(v) if -2**63 <= v < 2**63 else "beyond"
            if isinstance(v, float): return "float %d" % struct.unpack("<Q", struct.pack("<d", v)) if v == v else "nan"
            return "date"
        for text in json.load(sys.stdin):
            try: print(json.dumps(plain(tomllib.loads(text)), sort_keys=True))
            except (ValueError, RecursionError): print("null")
        """

    private static func plain(_ value: TOMLValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .integer(let number): "\"\(number)\""
        case .float(let number): number.isNaN ? "\"nan\"" : "\"float \(number.bitPattern)\""
        case .boolean(let flag): "\(flag)"
        case .date: "\"date\""
        case .array(let items): "[" + items.map { plain($0.value) }.joined(separator: ", ") + "]"
        case .table(let table): plain(table)
        }
    }

    private static func plain(_ table: TOMLTable) -> String {
        let keys = table.keys.sorted { Array($0.unicodeScalars.map(\.value)).lexicographicallyPrecedes($1.unicodeScalars.map(\.value)) }
        return "{" + keys.map { "\(quoted($0)): \(plain(table[$0]!.value))" }.joined(separator: ", ") + "}"
    }

    /// As Python's `json` writes it.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.utf16.map { unit in
                switch unit {
                case 0x22: "\\\""
                case 0x5C: "\\\\"
                case 0x0A: "\\n"
                case 0x0D: "\\r"
                case 0x09: "\\t"
                case 0x08: "\\b"
                case 0x0C: "\\f"
                case 0x20...0x7E: String(UnicodeScalar(UInt8(unit)))
                default: "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
                }
            }.joined() + "\""
    }

    /// Texts that are nearly TOML.
    private static func text(using generator: inout SeededGenerator) -> String {
        let words = [
            "a", "b", "\"c d\"", "''", "x-1", ".", ".", "=", "=", "=", " ", "\n", "\n", "\n", "[", "]", "[[", "]]", "{", "}", ",", "#", "1",
            "0", "_", "-", "+",
            "1.5", "e3", "true", "inf", "nan", "0x", "ff", "0b1", "\"", "'", "\"\"\"", "'''", "\\", "\\n", "\\u00e9", "é", "1979-05-27",
            "T07:32:00", "Z", "\t",
            "a = 1\n", "[a]\n", "[[b]]\n", "a.b = [1, {c = 2}]\n", "\r\n", "\r", "\u{1}", "😀",
        ]
        return (0..<Int.random(in: 1...14, using: &generator)).map { _ in words.randomElement(using: &generator)! }.joined()
    }

    @Test func `The same texts are TOML, and say the same`() async throws {
        var generator = SeededGenerator(seed: SeededGenerator.seed(for: "tomllib"))
        var texts = try ["config/announced.toml", "config/dictionary.toml", "config/words/en.toml", "config/words/fr.toml"].map(
            repositoryText)
        texts += (0..<5000).map { _ in Self.text(using: &generator) }
        let python = try ChildProcess("python3", ["-c", Self.program], input: .pipe)
        async let answers = python.output.remainingLines(within: .seconds(60))
        try python.write("[" + texts.map(Self.quoted).joined(separator: ",") + "]", within: .seconds(60))
        python.closeInput()
        let theirs = try await answers
        #expect(theirs.count == texts.count)
        var agreed = 0
        for (text, their) in zip(texts, theirs) {
            // Theirs counts the days of each month, ours has an end to integers.
            if their.contains("beyond") || text.contains("1979-05-27") && their == "null" { continue }
            let document = TOMLDocument(text)
            let ours = document.mistakes.isEmpty ? Self.plain(document.table) : "null"
            #expect(ours == their, "\(text.debugDescription): \(document.mistakes)")
            if their != "null" { agreed += 1 }
        }
        #expect(agreed > 100, "\(agreed)")
    }
}
