import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What apps and files say never controls a terminal that shows it.
    struct TerminalControlTests {
        /// Some of each kind, among them an OSC 52, which would write to the clipboard; at most 64, as an id has.
        private static let hostile =
            "evil\u{1B}]52;c;YQ==\u{7}\u{1}\u{8}\t\r\u{7F}\u{80}\u{85}\u{90}\u{9B}2J\u{9D}\u{9F}"
            + "\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"
        private static let controls: [UInt32] =
            Array(0..<0x20) + Array(0x7F...0x9F) + [0x61C, 0x200E, 0x200F] + Array(0x2028...0x202E) + Array(0x2066...0x2069)

        private static func json(_ text: String) throws -> String { String(decoding: try JSONEncoder().encode(text), as: UTF8.self) }

        /// Checks that lines control no terminal, and that they show the hostile text.
        private func expectHarmless(
            _ lines: [String], _ what: String, shows: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            for line in lines {
                let found = line.unicodeScalars.filter { Self.controls.contains($0.value) }.map { String($0.value, radix: 16) }
                #expect(found == [], "\(what): \(line)", sourceLocation: sourceLocation)
            }
            #expect(lines.contains { $0.contains("evil") } || !shows, "\(what): \(lines)", sourceLocation: sourceLocation)
        }

        @Test func `What apps say reaches no terminal as a control, for people and as JSON, nor the log`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            let text = try Self.json(Self.hostile)
            try client.send(#"{"type":"hello","name":\#(text)}"#)
            try client.send(#"{"type":"announcement","id":"spoken","text":\#(text)}"#)
            _ = try await client.finish("spoken")
            try client.send(#"{"type":"announcement","id":"dropped","text":\#(text),"maxAge":0.001,"priority":"low","bogus":1}"#)
            try client.send(#"{"type":"mediaSession","op":"begin","session":\#(text),"mode":"record","lease":600}"#)
            try client.send(#"{"type":"announcement","id":\#(text),"text":\#(text),"priority":"low","group":\#(text)}"#)
            try await client.ask("ping")
            for command in [["status"], ["history"], ["explain"], ["explain", Self.hostile], ["media", "list"], ["missed"], ["doctor"]] {
                for form in [[], ["--json"]] {
                    let arguments = command + form + ["--socket", daemon.socket]
                    let announce = try announceProcess(arguments)
                    let lines = try await announce.output.remainingLines()
                    let shows = command != ["missed"] && command != ["doctor"]
                    expectHarmless(lines + (try await announce.error.remainingLines()), "\(arguments)", shows: shows)
                }
            }
            let monitor = try announceProcess(["monitor", "--json", "--socket", daemon.socket])
            _ = try await monitor.error.nextLine(within: .seconds(60))
            try client.send(#"{"type":"announcement","text":\#(text),"group":\#(text)}"#)
            expectHarmless([try #require(await monitor.output.nextLine(within: .seconds(60)))], "monitor")
            try await daemon.end()
            expectHarmless(try await daemon.process.error.remainingLines(), "the log", shows: false)
        }

        @Test func `Nor does what a file says, or its name, with replay, check-config and check-words`() async throws {
            let folder = try TemporaryFolder()
            let key = try Self.json(Self.hostile)
            let escaped = Self.hostile.unicodeScalars.map { scalar in
                let digits = String(scalar.value, radix: 16)
                return Self.controls.contains(scalar.value) ? "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)" : "\(scalar)"
            }
            let toml = "\"\(escaped.joined())\""
            func run(_ arguments: String...) async throws {
                let announced = try ChildProcess(
                    builtProduct("announced"), arguments, environment: .inherited(with: americanEnglish), error: .pipe)
                let lines = try await announced.output.remainingLines() + announced.error.remainingLines()
                expectHarmless(lines, "\(arguments[0])")
            }
            let pause = "--seconds-per-word=0.3"
            for line in [
                #"{"at":0,"type":"announcement","text":\#(key)}"#, #"{"at":0,"type":\#(key)}"#,
                #"{"at":0,"type":"announcement","text":"a",\#(key):1}"#,
            ] {
                try await run("replay", pause, folder.write(line + "\n", to: "events.jsonl"))
            }
            try await run("replay", pause, folder.path("\(Self.hostile).jsonl"))
            try await run("check-config", folder.write("\(toml) = 1\n", to: "config.toml"))
            try await run("check-config", folder.write("", to: "\(Self.hostile).toml"))
            _ = try folder.write("[[entry]]\nregex = \(toml.dropLast())(\"\nsay = \"a\"\n", to: "words.toml")
            try await run("check-config", folder.write("text.dictionary = \"\(folder.path("words.toml"))\"\n", to: "other.toml"))
            try await run("check-words", folder.write("\(toml) = 1\n", to: "xx.toml"))
            try await run("check-words", folder.path("\(Self.hostile).toml"))
        }
    }
}
