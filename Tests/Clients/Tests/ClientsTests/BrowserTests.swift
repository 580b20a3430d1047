import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// Web pages that speak with `speechSynthesis`. Neither browser asks speech-dispatcher for marks at words, so pages receive no `boundary`;
    /// and Firefox does not pause.
    struct BrowserTests {
        private let desktop: Desktop
        private let server: ChildProcess
        /// Where the page is.
        private let address: String
        private static let long = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa."

        init() async throws {
            desktop = try await Desktop()
            server = try desktop.start("/usr/bin/python3", clientProgram("browser.py"))
            address = try #require(await server.output.nextLine())
        }

        /// Runs JavaScript in the page.
        private func run(_ script: String) throws { try server.write(script + "\n") }

        /// Waits for what the page reports.
        private func expect(_ reports: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
            for report in reports { #expect(try await server.output.nextLine() == report, sourceLocation: sourceLocation) }
        }

        /// Says a text, and waits until half of it was heard.
        /// - Returns: when it was said.
        private func sayHalf() async throws -> SuspendingClock.Instant {
            let start = SuspendingClock.now
            try run(#"say("\#(Self.long)")"#)
            try await expect("start 0")
            let began = try await desktop.stage.capture.firstSound(after: start)
            try await desktop.stage.capture.awaitRecording(until: began + .seconds(2))
            return start
        }

        /// Has the page list the voices, and say a text with one of them.
        private func sayInGerman() async throws {
            try run("reportVoices()")
            let languages = try #require(await server.output.nextLine()).split(separator: " ")
            #expect(languages.contains("de") && languages.contains("en-US"))
            let start = SuspendingClock.now
            try run(#"say("Ein Text aus dem Browser.", "German")"#)
            try await expect("start 0", "end 0")
            // The page's usual rate is the middle one.
            let german = try await ESpeakReference("Ein Text aus dem Browser.", voice: "de", rate: 170).sound().trimmed()
            #expect(try await desktop.stage.capture.all(since: start).isLike(german))
        }

        @Test func `Chromium's pages list the voices, and their texts begin, pause, continue at the word, end and are cancelled`()
            async throws
        {
            let browser = try desktop.start(
                "chromium", "--no-sandbox", "--enable-speech-dispatcher", "--autoplay-policy=no-user-gesture-required", "--no-first-run",
                "--disable-gpu", "--user-data-dir=\(desktop.home.path("chromium"))", address)
            try await sayInGerman()

            let start = try await sayHalf()
            try run("speechSynthesis.pause()")
            try await expect("pause 0")
            let pause = SuspendingClock.now
            #expect(try await desktop.stage.capture.isSilent(from: pause + .milliseconds(100), to: pause + .milliseconds(600)))
            try run("speechSynthesis.resume()")
            try await expect("resume 0", "end 0")
            #expect(try await desktop.await("finished", Self.long).successful == true)
            let heard = try await desktop.stage.capture.all(since: start)
            let whole = try await ESpeakReference(Self.long, voice: "en-us", rate: 170).sound().trimmed().duration
            // Two seconds of it would be heard twice if it began again.
            #expect(heard.duration - heard.pauses(from: .milliseconds(500)).reduce(.zero, +) < whole + .seconds(1))

            _ = try await sayHalf()
            try run("speechSynthesis.cancel()")
            try await expect("error interrupted")
            #expect(try await desktop.await("finished", Self.long).successful == false)
            _ = browser
        }

        @Test func `Firefox's pages list the voices, and their texts begin, end and are cancelled`() async throws {
            try FileManager.default.createDirectory(atPath: desktop.home.path("firefox"), withIntermediateDirectories: true)
            let browser = try desktop.start("firefox-esr", "--profile", desktop.home.path("firefox"), "--no-remote", address)
            try await sayInGerman()

            _ = try await sayHalf()
            try run("speechSynthesis.cancel()")
            try await expect("end 0")
            #expect(try await desktop.await("finished", Self.long).successful == false)
            _ = browser
        }
    }
}
