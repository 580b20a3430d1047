import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The user's own tables of words.
    struct WordTableTests {
        @Test func `E6, O6: a table of the user's is heard, and on HUP one with a mistake changes nothing`() async throws {
            let home = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: home.path("announced/words"), withIntermediateDirectories: true)
            let english = try repositoryText("config/words/en.toml")
            func write(_ line: String) throws {
                _ = try home.write(english.replacing("\nbutton = \"Button\"\n", with: "\n\(line)\n"), to: "announced/words/en.toml")
            }
            try write("button = \"Lever\"")
            let file = home.path("out.wav")
            let daemon = try await Daemon(
                configuration: steady + "hints.enabled = false\n", ["--wav", file], environment: ["XDG_CONFIG_HOME": home.path])
            let client = try await Client(daemon.socket)
            try client.send(#"{"type":"subscribe","id":"s","events":["finished"]}"#)
            func focus(_ id: String, _ label: String) async throws -> String? {
                let element = #"{"label":"\#(label)","traits":["button"]}"#
                try client.send(#"{"type":"elementFocused","id":"\#(id)","element":\#(element)}"#)
                return try await client.message { $0.event == "finished" && $0.id == id }.text
            }
            #expect(try await focus("a", "Orange") == "Orange. Lever.")
            try write("butten = \"Knob\"")
            daemon.process.signal(SIGHUP)
            let line = try await daemon.log("the configuration has mistakes; the previous one remains in effect")
            #expect(line.contains("en.toml:") && line.contains("did you mean \\\"button\\\"?") || line.contains("did you mean \"button\"?"))
            #expect(try await focus("b", "Yellow") == "Yellow. Lever.")
            let check = try ChildProcess(
                builtProduct("announced"), ["check-words"], environment: .inherited(with: ["XDG_CONFIG_HOME": home.path]), error: .pipe)
            let told = try await check.error.remainingLines()
            #expect(told.count == 1 && told[0].hasPrefix(home.path("announced/words/en.toml:")))
            #expect(try await check.exit() == .code(78))
            try write("button = \"Knob\"")
            daemon.process.signal(SIGHUP)
            _ = try await daemon.log("configuration reloaded")
            #expect(try await focus("c", "Purple") == "Purple. Knob.")
            try await daemon.end()
            let heard = try Sound(wavFile: file)
            let first = try await heard.place(of: reference("Orange. Lever."))
            #expect(try await heard.place(of: reference("Purple. Knob.")) > first)
        }
    }
}
