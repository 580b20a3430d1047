import TestSupport
import Testing

/// A desktop that no one sees: an X server, a window manager and a session bus, and, where speech-dispatcher's clients look for it, a daemon whose
/// speech is captured.
final class Desktop {
    let stage: Stage
    /// A client that receives what is spoken for all others.
    let speech: Client
    /// The home folder of the programs.
    let home: TemporaryFolder
    private let environment: [String: String?]
    private let servers: [ChildProcess]

    /// Starts it. The device holds 300 ms of sound: enough that a busy machine leaves no gaps, and clients learn of an end within the pause that
    /// follows it.
    init() async throws {
        let sound = try await PulseAudioServer()
        let socket = sound.folder.path("speech-dispatcher/speechd.sock")
        stage = try await Stage(buffer: 300, ["--speech-dispatcher", socket], on: sound)
        speech = try await stage.client()
        try speech.send(#"{"type":"subscribe","id":"subscribe","events":["posted","started","finished"]}"#)
        try await speech.reply("subscribe")

        home = try TemporaryFolder()
        var environment = (sound.environment as [String: String?]).merging(americanEnglish) { own, _ in own }
        environment["HOME"] = home.path
        environment["GSETTINGS_BACKEND"] = "memory"
        func server(_ program: String, _ arguments: String...) throws -> ChildProcess {
            try ChildProcess(program, arguments, environment: .inherited(with: environment), error: .null)
        }
        let screen = try server("Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp")
        environment["DISPLAY"] = ":\(try #require(await screen.output.nextLine()))"
        let bus = try server("dbus-daemon", "--session", "--nofork", "--print-address=1")
        environment["DBUS_SESSION_BUS_ADDRESS"] = try await bus.output.nextLine()
        servers = [screen, bus, try server("openbox", "--sm-disable")]
        self.environment = environment
    }

    /// Starts a program in the desktop; its standard input and output are piped.
    func start(_ program: String, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(program, arguments, environment: .inherited(with: environment), folder: home.path, input: .pipe, error: .null)
    }

    /// Types keys, named as X names them.
    func press(_ keys: String...) async throws {
        let program = try ChildProcess("xdotool", ["key"] + keys, environment: .inherited(with: environment))
        #expect(try await program.exit() == .code(0))
    }

    /// Waits for an event of an utterance: `posted`, `started` or `finished`.
    @discardableResult
    func await(_ event: String, _ text: String) async throws -> Message {
        do {
            return try await speech.message(within: .seconds(30)) { $0.event == event && $0.text == text }
        } catch {
            let events = try await speech.allSoFar().map { "\($0.event ?? $0.type) \($0.text ?? "")" }
            Issue.record("awaited \(event) \(text); since the last awaited: \(events)")
            throw error
        }
    }
}

/// Returns a program of this package that a client runs.
func clientProgram(_ name: String) -> String { repositoryFile("Tests/Clients/Programs/\(name)") }
