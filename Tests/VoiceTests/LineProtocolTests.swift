import TestSupport
import Testing
import VoiceProtocol

@Suite(.serialized)
struct LineProtocolTests {
    @Test func `A wrong line costs that line only, and the answer names its number`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        for (line, reason) in [
            ("nonsense", "line 1: "), ("{\"command\":\"speek\"}", "line 2: command: \"speek\" is unknown"),
            ("{\"command\":\"speak\",\"id\":1}", "line 3: segments: missing"),
            ("{\"command\":\"speak\",\"id\":2,\"segments\":[{\"text\":5}]}", "line 4: segments[0].text: expected a string"),
            ("{\"command\":\"speak\",\"id\":\"1\",\"segments\":[]}", "line 5: id: expected a whole number"), ("[]", "line 6: "),
            (String(repeating: "x", count: 5 << 20), "line 7: the line is too long"),
        ] {
            try voice.send(line: line)
            guard case .invalid(let message) = try await voice.next() else {
                throw VoiceUnderTest.Unexpected(description: "no answer to \(line.prefix(80))")
            }
            #expect(message.hasPrefix(reason))
        }
        try voice.send(line: "")
        try voice.speak(1, "OK")
        try await voice.events(until: .finished(id: 1))
        try await voice.end()
    }

    @Test func `At the end of the commands all that was asked for is spoken`() async throws {
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest([], environment: pcm.environment)
        try voice.speak(1, "One")
        try voice.process.write("{\"command\":\"speak\",\"id\":2,\"segments\":[{\"text\":\"Two\"}]}")  // no line's end
        let events = try await voice.end()
        #expect(events.filter { $0 == .finished(id: 1) || $0 == .finished(id: 2) } == [.finished(id: 1), .finished(id: 2)])
    }

    @Test func `A supervised voice ends at once with its commands`() async throws {
        let folder = try TemporaryFolder()
        let voice = try await VoiceUnderTest(["--wav", folder.path("heard.wav"), "--supervised"])
        try voice.speak(1, String(repeating: "A long sentence. ", count: 50))
        try await voice.events(until: .started(id: 1))
        let events = try await voice.end()
        #expect(!events.contains { $0 == .finished(id: 1) || $0.stopped == 1 })
        // The whole of it takes a minute.
        #expect(try Sound(wavFile: folder.path("heard.wav")).duration < .seconds(20))
    }

    @Test func `A pause that no one can end does not keep the voice`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.send(.pause)
        try voice.speak(1, "never")
        #expect(try await voice.end().isEmpty)
    }

    @Test func `Idle it sleeps`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null", "--linger", "0"])
        try voice.speak(1, "OK")
        try await voice.events(until: .device(.init(state: .closed, name: "null")))
        let before = try voluntarySwitches(of: voice.process)
        await #expect(throws: TimedOut.self) { _ = try await voice.next(within: .milliseconds(300)) }
        #expect(try voluntarySwitches(of: voice.process) - before <= 1)
        try await voice.end()
    }

    /// How often a process has gone to sleep.
    private func voluntarySwitches(of process: ChildProcess) throws -> Int {
        let status = try #require(readFile("/proc/\(process.processID)/status"))
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") })
        return try #require(Int(line.split(separator: "\t").last ?? ""))
    }

    @Test(arguments: ["--help", "--version"])
    func `Help shows how to drive it by hand`(option: String) async throws {
        let process = try ChildProcess(builtProduct("announced-voice"), [option])
        let text = try await process.output.remainingLines().joined(separator: "\n")
        #expect(text.contains(option == "--help" ? "{\"command\":\"speak\",\"id\":2,\"segments\":[{\"text\":\"Hello\"}]}" : "alsa-lib 1."))
        #expect(try await process.exit() == .code(0))
    }

    @Test(arguments: [["--buffer-ms", "5"], ["--linger", "-1"], ["--wav", "x", "--device", "y"], ["--nonsense"]])
    func `A wrong option is a usage error`(options: [String]) async throws {
        let process = try ChildProcess(builtProduct("announced-voice"), options, error: .pipe)
        #expect(try await process.exit() == .code(64))
    }
}
