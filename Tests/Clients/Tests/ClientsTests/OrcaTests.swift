import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// Orca reads a window: what it says is heard in its voice, at its rate.
    struct OrcaTests {
        private let desktop: Desktop
        private let orca: ChildProcess
        private let window: ChildProcess
        /// What Orca says of the window's button.
        private let button: String
        private let version: Int

        private static let page = [
            "The first sentence is here.", "Another one follows it.", "This is the third one.", "And this is the last.",
        ]

        init() async throws {
            desktop = try await Desktop()
            // Modifier keys are not echoed, so that a Control key silences Orca without a word.
            let settings = #"{"general":{},"profiles":{"default":{"profile":["Default","default"],"enableModifierKeys":false}},"#
            try FileManager.default.createDirectory(atPath: desktop.home.path(".local/share/orca"), withIntermediateDirectories: true)
            try desktop.home.write(settings + #""pronunciations":{},"keybindings":{}}"#, to: ".local/share/orca/user-settings.conf")
            // Orca does not start if pgrep finds another one of this user, even on another desktop.
            try FileManager.default.createSymbolicLink(atPath: desktop.home.path("pgrep"), withDestinationPath: "/bin/true")
            let name = try await ChildProcess("orca", ["--version"]).output.remainingLines().joined()
            version = try #require(Int(name.drop { !$0.isNumber }.prefix(while: \.isNumber)))
            // AT-SPI 2.54 has another name for the role.
            button = version >= 47 ? "Play button." : "Play push button."
            orca = try desktop.start("env", "PATH=\(desktop.home.path):/usr/bin:/bin", "orca")
            try await desktop.await("finished", "Screen reader on.")
            window = try desktop.start("/usr/bin/python3", clientProgram("window.py"), Self.page.joined(separator: " "))
            try await desktop.await("finished", "Name text.")
        }

        /// Returns how a text sounds at Orca's own rate and pitch.
        private func orcaReference(_ text: String) async throws -> Sound {
            try await ESpeakReference(text, voice: steadyVoice, rate: 175, pitch: 55).sound().trimmed()
        }

        @Test func `Tab is answered by the button's name, typing by each key`() async throws {
            var start = SuspendingClock.now
            try await desktop.press("Tab")
            let echo = try await desktop.await("finished", "tab")
            #expect(try await desktop.await("finished", button).successful == true)
            let heard = try await desktop.stage.capture.all(since: start)
            let place = try await heard.place(of: orcaReference(button))
            // Orca 48 cancels its echo when the focus has moved.
            #expect(echo.successful == true || version >= 48)
            if echo.successful == true { #expect(try await heard.place(of: orcaReference("tab")) < place) }

            try await desktop.press("shift+Tab")
            try await desktop.await("finished", "Name text.")
            for key in ["h", "a", "t"] {
                start = .now
                try await desktop.press(key)
                let sound = try await desktop.stage.capture.firstPlayed(after: start)
                print("Orca's echo of \(key): heard after \(start.duration(to: sound))")
                #expect(try await desktop.await("finished", key).successful == true)
                #expect(try await desktop.stage.capture.all(since: start).isLike(orcaReference(key)), "\(key)")
            }
        }

        /// Begins to read the page from its start.
        /// - Returns: when the key was pressed.
        private func readPage() async throws -> SuspendingClock.Instant {
            try await desktop.press("Tab")
            try await desktop.await("finished", button)
            try await desktop.press("Tab")
            try await desktop.await("finished", Self.page.joined(separator: " "))
            let start = SuspendingClock.now
            try await desktop.press("KP_Add")
            return start
        }

        @Test func `E11: A page that Orca reads sentence by sentence has eSpeak NG's pauses between them`() async throws {
            let stopwatch = Stopwatch()
            let start = try await readPage()
            for sentence in Self.page { #expect(try await desktop.await("finished", sentence).successful == true) }
            let page = try await desktop.stage.capture.all(since: start)
            for sentence in Self.page { _ = try await page.place(of: orcaReference(sentence)) }
            let pauses = page.pauses(from: .milliseconds(200))
            print("Orca reads a page: pauses of \(pauses)")
            // Orca sends each sentence when it learns of the end of the one before, so a busy machine lengthens them.
            #expect(pauses.count == 3 && pauses.allSatisfy { $0 > .milliseconds(280) }, "\(pauses)")
            #expect(pauses.reduce(.zero, +) - stopwatch.waited < .milliseconds(1200), "\(pauses), waited \(stopwatch.waited)")
        }

        @Test func `A Control key silences Orca at once`() async throws {
            _ = try await readPage()
            try await desktop.await("started", Self.page[1])
            _ = try await desktop.stage.capture.firstSound(after: .now)
            let pressed = SuspendingClock.now
            let stopwatch = Stopwatch()
            try await desktop.press("Control_L")
            #expect(try await desktop.await("finished", Self.page[1]).successful == false)
            let last = try #require(await desktop.stage.capture.lastPlayed(after: pressed, untilQuiet: .seconds(1)))
            let elapsed = stopwatch.elapsed(at: last)
            print("Orca's Control key: silence after \(pressed.duration(to: last))")
            #expect(elapsed < .milliseconds(150))
        }
    }
}
