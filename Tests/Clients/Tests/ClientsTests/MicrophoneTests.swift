import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// announced-watch, and programs that use a microphone, or only seem to.
    struct MicrophoneTests {
        private static let browsers: [(program: String, arguments: [String], app: String)] = [
            (
                "chromium",
                ["--no-sandbox", "--no-first-run", "--disable-gpu", "--use-fake-ui-for-media-stream", "--user-data-dir=profile"],
                "Chromium input"
            ),
            ("firefox-esr", ["--profile", "profile", "--no-remote"], "Firefox"),
        ]

        /// Has the page record. Labels, by which the microphone is known, are only told to a page that has recorded.
        private static let record = """
            (async () => {
                const any = await navigator.mediaDevices.getUserMedia({audio: true});
                const all = await navigator.mediaDevices.enumerateDevices();
                any.getTracks().forEach(track => track.stop());
                const {deviceId} = all.find(each => each.kind === "audioinput" && each.label.includes("Microphone"));
                window.stream = await navigator.mediaDevices.getUserMedia({audio: {deviceId: {exact: deviceId}}});
                report("records")
            })().catch(report)
            """.replacing("\n", with: " ")

        private let home: TemporaryFolder
        private let screen: ChildProcess
        private let display: String

        init() async throws {
            home = try TemporaryFolder()
            screen = try ChildProcess("Xvfb", ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"], error: .null)
            display = ":\(try #require(await screen.output.nextLine(within: .seconds(60))))"
        }

        /// Starts a program on the screen.
        private func start(_ program: String, _ arguments: [String], in scene: WatchStage) throws -> ChildProcess {
            let own = ["DISPLAY": display, "HOME": home.path, "WAYLAND_DISPLAY": "", "GSETTINGS_BACKEND": "memory"]
            let environment = scene.stage.server.environment.merging(own) { _, own in own }
            return try ChildProcess(
                program, arguments, environment: .inherited(with: environment), folder: home.path, output: .null, error: .null)
        }

        @Test(arguments: SoundSystem.allCases, browsers.indices)
        func `While a page records, announcements are held; when it stops, or its browser is killed, they are heard`(
            _ system: SoundSystem, _ index: Int
        ) async throws {
            let (program, arguments, app) = Self.browsers[index]
            let scene = try await WatchStage(on: system)
            try FileManager.default.createDirectory(atPath: home.path("profile"), withIntermediateDirectories: true)
            try home.write(#"user_pref("media.navigator.permission.disabled", true);"#, to: "profile/user.js")
            let page = try ChildProcess("/usr/bin/python3", [clientProgram("browser.py")], input: .pipe)
            let address = try #require(await page.output.nextLine(within: .seconds(60)))
            let browser = try start(program, arguments + [address], in: scene)
            let client = try await scene.stage.client()
            for end in 0..<2 {
                try page.write(Self.record + "\n")
                #expect(try await page.output.nextLine(within: .seconds(60)) == "records")
                try await scene.session(of: app, "began")
                // Another text each time: an equal one is merged for a moment (Q10).
                try client.announce("\(end)", "Alpha \(end).")
                #expect(try await client.reply("\(end)").state == "held")
                if end == 0 { try page.write("stream.getTracks().forEach(track => track.stop())\n") } else { browser.close() }
                #expect(try await scene.session(of: app, "ended").reason == "end")
                #expect(try await client.finish("\(end)").reason == "spoken")
            }
        }

        @Test(arguments: SoundSystem.allCases)
        func `A mixer's level meters hold nothing`(_ system: SoundSystem) async throws {
            let scene = try await WatchStage(on: system)
            let mixer = try start("pavucontrol", ["--tab=4"], in: scene)
            try await look(for: "the level meters") {
                try await scene.stage.server.control("list", "source-outputs").contains { $0.contains("pavucontrol") }
            }
            // The events arrive in order: what began earlier has been noticed too.
            let recorder = try await scene.record()
            try await scene.session("began")
            #expect(try await scene.sessions() == ["Recorder uses the microphone"])
            withExtendedLifetime((mixer, recorder)) {}
        }
    }
}
