import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The daemon as a service of a real `systemd --user`.
    @Suite(
        .enabled("this machine can't start a systemd --user; the suite's log says why") {
            await UserManager.isPossible(running: "announced")
        }) struct SystemdTests
    {}
}

/// announced as installed by `make install` for one user, its units in that user's manager, and a capture of its speech.
final class ServiceStage: Sendable {
    let manager: UserManager
    let server: PulseAudioServer
    let capture: Capture
    /// The service's log.
    let log: LineReader
    /// The path of the clients' socket.
    let socket: String

    static let service = "announced.service"
    static let watch = "announced-watch.service"
    private static let speechDispatcherSocket = "announced-speech-dispatcher.socket"

    /// Starts the socket's unit and nothing else.
    /// - Parameters:
    ///   - configuration: TOML that follows ``steady``.
    ///   - options: more arguments of the daemon.
    ///   - settings: lines for the service's section `[Service]`.
    ///   - watches: whether announced-watch is installed too.
    ///   - forSpeechDispatcher: whether systemd also listens for speech-dispatcher's clients.
    init(
        configuration: String = "", options: String = "", settings: String = "", watches: Bool = false, forSpeechDispatcher: Bool = false
    ) async throws {
        manager = try await .shared()
        socket = "\(manager.runtime)/announced/socket"
        // Clean up after the previous test.
        try await manager.systemctl("kill", "--signal=KILL", Self.service)
        try await manager.systemctl("stop", Self.service, "announced.socket", Self.speechDispatcherSocket)
        try? FileManager.default.removeItem(atPath: "\(manager.runtime)/speech-dispatcher")
        try await manager.systemctl("reset-failed")
        log = try manager.pipe(named: "log")
        server = try await PulseAudioServer(idling: .fiftyMillisecondsAhead, socket: "\(manager.runtime)/pulse/native")
        capture = try Capture(of: server)
        let bin = "\(UserManager.homeInside)/.local/bin"
        let units = "\(manager.home)/.local/share/systemd/user"
        for program in ["announced", "announced-voice"] + (watches ? ["announced-watch"] : []) {
            let path = "\(manager.home)/.local/bin/\(program)"
            // Earlier tests have installed the same file.
            if unsafe access(path, X_OK) != 0 { try await manager.place(.file(builtProduct(program)), at: path, isProgram: true) }
        }
        try await manager.place(.text(repositoryText("systemd/announced.socket")), at: "\(units)/announced.socket")
        try await manager.place(
            .text(repositoryText("systemd/\(Self.speechDispatcherSocket)")), at: "\(units)/\(Self.speechDispatcherSocket)")
        try await manager.place(.text(Self.unit(bin)), at: "\(units)/\(Self.service)")
        let watch = "\(units)/\(Self.watch)"
        // Of an earlier test.
        try? FileManager.default.removeItem(atPath: watch)
        if watches { try await manager.place(.text(Self.unit(bin, of: Self.watch)), at: watch) }
        let changes = """
            [Service]
            ExecStart=
            ExecStart=\(bin)/announced \(options)
            Environment=LC_ALL=en_US.UTF-8
            StandardError=file:\(UserManager.runtimeInside)/log
            \(settings)
            """
        try await manager.place(.text(changes), at: "\(manager.home)/.config/systemd/user/\(Self.service).d/test.conf")
        try await manager.place(.text("pcm.!default { type pulse }\n"), at: "\(manager.home)/.asoundrc")
        try await configure(configuration)
        try await manager.systemctl("daemon-reload")
        let sockets = ["announced.socket"] + (forSpeechDispatcher ? [Self.speechDispatcherSocket] : [])
        for socket in sockets { #expect(try await manager.systemctl("start", socket).exit == .code(0)) }
        try await capture.ready()
    }

    /// Returns a service's unit as it is installed.
    static func unit(_ bin: String = "\(UserManager.homeInside)/.local/bin", of service: String = service) throws -> String {
        let parts = try repositoryText("systemd/\(service).in").split(separator: "@bindir@", omittingEmptySubsequences: false)
        return parts.joined(separator: bin)
    }

    /// Writes the user's configuration: ``steady``, a buffer that a busy machine does not empty, and `configuration`.
    func configure(_ configuration: String) async throws {
        try await manager.place(
            .text(configuration + steady + "audio.buffer-ms = 1000\n"), at: "\(manager.home)/.config/announced/config.toml")
    }

    /// The path of the socket for speech-dispatcher's clients.
    var speechDispatcherSocket: String { "\(manager.runtime)/speech-dispatcher/speechd.sock" }

    /// Connects to the daemon, which may start it.
    /// - Parameter hello: fields of a `hello`, in JSON, that is sent first.
    func client(hello: String? = nil) async throws -> Client { try await Client(socket, hello: hello) }

    /// Returns a property of a service from its manager.
    func property(_ name: String, of service: String = service) async throws -> String {
        try await manager.systemctl("show", "--property", name, "--value", service).lines.joined(separator: "\n")
    }

    /// Waits until a property has a wanted value. Without a message bus the manager announces no changes, so it is polled.
    func await(
        _ name: String, of service: String = service, within limit: Duration = .seconds(60), _ isWanted: (String) -> Bool
    ) async throws {
        var value = ""
        try await look(for: "another \(name) of \(service) than \(value)", within: limit) {
            value = try await property(name, of: service)
            return isWanted(value)
        }
    }

    /// Returns the daemon's process.
    func daemon() async throws -> Int32 { try await #require(Int32(property("MainPID"))) }

    /// Returns the voice's process.
    func voice() async throws -> Int32 {
        let options = ["-o", "pid=,comm=", "--sort", "start_time", "--ppid", "\(try await daemon())"]
        let children = try await ChildProcess("ps", options).output.remainingLines()
        // The newest: one that was replaced may still be ending.
        let line = try #require(children.last { $0.contains("announced-voice") && !$0.contains("<defunct>") })
        return try #require(Int32(line.split(separator: " ")[0]))
    }

    /// Returns the next line of the log with this message, and drops those before it.
    func logged(_ message: String) async throws -> String {
        try #require(await log.firstLine(within: .seconds(60)) { $0.hasSuffix("] \(message)") })
    }

    /// Returns the next line of the log that contains `part`, from any program, and drops those before it.
    func logged(containing part: String) async throws -> String {
        try #require(await log.firstLine(within: .seconds(60)) { $0.contains(part) })
    }
}
