import TestSupport
import Testing
import VoiceProtocol

@Suite(.serialized)
struct DeviceTests {
    @Test func `O2 the device is closed after the linger, and kept for what comes sooner`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null", "--linger", "300"])
        let began = SuspendingClock.now
        try voice.speak(1, "OK")
        try voice.speak(2, "OK")
        let events = try await voice.events(until: .finished(id: 2))
        #expect(events.count { $0.deviceState == .open } == 1)
        #expect(events.count { $0.deviceState == .closed } == 0)
        #expect(try await voice.next().deviceState == .closed)
        #expect(SuspendingClock.now - began > .milliseconds(300))
        try voice.speak(3, "OK")
        #expect(try await voice.next().deviceState == .open)
        try await voice.end()
    }

    @Test(arguments: [("--device", "with --device"), ("--configured", "as audio.device in the configuration")])
    func `O6: a mistyped name is reported at the start, with a suggestion and where it was chosen`(_ option: String, _ setting: String)
        async throws
    {
        let voice = try await VoiceUnderTest(["--device", "pulsed"] + (option == "--device" ? [] : [option]))
        guard case .device(let device) = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "no device") }
        // Whether the usual device can be had is known when it is opened.
        #expect(device.state == .closed && device.name == "pulsed")
        #expect(device.message?.contains("\"pulse\"") == true && device.message?.contains(setting) == true, "\(device)")
        try voice.speak(1, "OK")
        // There is no default device here, so the chosen one's own failure is reported.
        let failure = try #require(await voice.nextFailure())
        #expect(failure.reason == .device && failure.message == device.message)
        try voice.send(.device(name: "null"))
        #expect(try await voice.next() == .device(.init(state: .closed, name: "null")))
        try voice.speak(2, "OK")
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
    }

    @Test func `Without a card the utterance fails with advice, and libasound is quiet`() async throws {
        let process = try ChildProcess(
            builtProduct("announced-voice"), ["--device", "hw:77"], input: .pipe, output: .pipe, error: .pipe)
        try process.write("{\"command\":\"speak\",\"id\":1,\"segments\":[{\"text\":\"OK\"}]}\n")
        process.closeInput()
        let lines = try await process.output.remainingLines()
        #expect(lines.contains { $0.contains("\"failed\"") && $0.contains("--device") })
        #expect(try await process.error.remainingLines().isEmpty)
        #expect(try await process.exit() == .code(0))
    }

    @Test func `A device that takes neither mono nor our rate is used through plug, whatever its name`() async throws {
        let folder = try TemporaryFolder()
        // vdownmix takes 4 to 6 channels.
        let configuration = try folder.write(
            """
            </usr/share/alsa/alsa.conf>
            pcm.samples { type file slave.pcm { type null } file "\(folder.path("raw"))" format raw }
            pcm."it's, raw" { type vdownmix slave.pcm { type plug slave.pcm samples } }
            """, to: "alsa.conf")
        let voice = try await VoiceUnderTest(["--device", "it's, raw"], environment: ["ALSA_CONFIG_PATH": configuration])
        try voice.speak(1, "OK")
        #expect(try await voice.events(until: .finished(id: 1)).allSatisfy { $0.deviceState != .unavailable })
        try await voice.end()
        #expect(try Sound(rawFile: folder.path("raw")).rms > 100)
    }

    @Test(arguments: ["hw:7", "hw:77", "plughw:CARD=Nothing", "nowhere"])
    func `O6: a device that does not exist gives way to the usual one until another is chosen`(_ missing: String) async throws {
        let folder = try TemporaryFolder()
        let file = { (name: String) in "pcm.\(name) { type file slave.pcm { type null } file \"\(folder.path(name))\" format raw }\n" }
        let configuration = try folder.write(
            "</usr/share/alsa/alsa.conf>\npcm.!default { type file slave.pcm { type null } file \"\(folder.path("usual"))\" format raw }\n"
                + file("two"),
            to: "alsa.conf")
        let voice = try await VoiceUnderTest(["--device", missing, "--linger", "0"], environment: ["ALSA_CONFIG_PATH": configuration])
        try voice.speak(1, "OK")
        let events = try await voice.events(until: .finished(id: 1))
        let opened = events.compactMap { if case .device(let device) = $0, device.state == .open { device } else { nil } }
        #expect(opened.count == 1 && opened.first?.name == "default" && opened.first?.message?.contains(missing) == true, "\(events)")
        guard case .device(let closed) = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "no device") }
        #expect(closed.state == .closed && closed.message == opened.first?.message)
        try voice.send(.device(name: "two"))
        #expect(try await voice.next() == .device(.init(state: .closed, name: "two")), "the missing one is forgotten")
        try voice.speak(2, "OK")
        #expect(try await voice.events(until: .finished(id: 2)).contains { $0 == .device(.init(state: .open, name: "two")) })
        try await voice.end()
        #expect(try Sound(rawFile: folder.path("usual")).rms > 100)
    }

    @Test func `Another device is used from the next opening on`() async throws {
        let folder = try TemporaryFolder()
        let file = { (name: String) in "pcm.\(name) { type file slave.pcm { type null } file \"\(folder.path(name))\" format raw }\n" }
        let configuration = try folder.write("</usr/share/alsa/alsa.conf>\n" + file("one") + file("two"), to: "alsa.conf")
        let voice = try await VoiceUnderTest(["--device", "one"], environment: ["ALSA_CONFIG_PATH": configuration])
        try voice.speak(1, "OK")
        try await voice.events(until: .finished(id: 1))
        try voice.send(.device(name: "two"))
        try voice.speak(2, "OK")
        #expect(try await voice.events(until: .finished(id: 2)).contains { $0 == .device(.init(state: .open, name: "two")) })
        try await voice.end()
        #expect(try Sound(rawFile: folder.path("one")).rms > 100)
        #expect(try Sound(rawFile: folder.path("two")).rms > 100)
    }

    @Test(arguments: [("/nonexistent/heard.wav", "folder"), ("/", "another file"), ("/dev/stdout", "regular file")])
    func `A file that can't be written is reported to the daemon like a device, at the start`(path: String, advice: String) async throws {
        let voice = try await VoiceUnderTest(["--wav", path, "--supervised"])
        guard case .device(let device) = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "no device") }
        #expect(device.state == .unavailable)
        #expect(device.message?.contains(advice) == true, "\(device)")
        try voice.speak(1, "OK")
        #expect(try await voice.nextFailure()?.reason == .device)
        try await voice.end()
    }

    @Test(arguments: [("/dev/full", "space"), ("/proc/heard.wav", "/proc/heard.wav")])
    func `A file that turns out not to be writable is reported when there is sound for it`(path: String, advice: String) async throws {
        let voice = try await VoiceUnderTest(["--wav", path])
        try voice.speak(1, "OK")
        let failure = try #require(await voice.nextFailure())
        #expect(failure.reason == .device && failure.message.contains(advice), "\(failure)")
        try await voice.end()
    }

    @Test func `A file is emptied when there is sound for it, and not before`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("not yet", to: "heard.wav")
        let voice = try await VoiceUnderTest(["--wav", file])
        try voice.speak(1, " ")
        #expect(try await voice.nextFailure()?.reason == .unspeakable)
        #expect(readFile(file) == "not yet")
        try voice.speak(2, "OK")
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
        #expect(readFile(file)?.hasPrefix("RIFF") == true)
    }
}
