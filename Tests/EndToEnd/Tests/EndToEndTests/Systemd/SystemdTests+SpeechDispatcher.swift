import FoundationEssentials
import TestSupport
import Testing

/// Who serves speech-dispatcher's clients, with stand-ins for the units of speech-dispatcher 0.12 and of Orca 50.
extension EndToEnd.SystemdTests {
    @Test func `announced speech-dispatcher enable serves Orca, whatever wants speech-dispatcher's socket; disable gives it back`()
        async throws
    {
        let foreign = try await ForeignUnits(ServiceStage())
        let stage = foreign.stage
        // The manager has the socket, and to connect would start speech-dispatcher.
        let client = try await stage.client()
        _ = try await client.ask("status")
        #expect(try await stage.property("ActiveState", of: "speech-dispatcher.service") == "inactive")

        try await foreign.succeed("enable")
        try await foreign.expectHeard("Served now.")
        #expect(try await client.ask("status").status?.clients == 1, "its clients stay connected")
        #expect(try await stage.manager.systemctl("start", "orca.service").exit == .code(0))
        try await foreign.expectHeard("Served beside Orca.")
        try await foreign.logIn()
        try await foreign.expectHeard("Served after the login.")
        #expect(try await stage.property("ActiveState", of: "speech-dispatcher.service") == "inactive")

        try await foreign.succeed("enable")
        #expect(try await stage.property("ActiveState", of: "announced-speech-dispatcher.socket") == "active", "it stays so")
        try await foreign.succeed("disable")
        #expect(try await stage.property("Id", of: "speech-dispatcher.socket") == "speech-dispatcher.socket")
        #expect(try await stage.property("ActiveState", of: "speech-dispatcher.socket") == "active")
        _ = try SSIPConnection(stage.speechDispatcherSocket)
        try await stage.await("ActiveState", of: "speech-dispatcher.service") { $0 == "active" }
        try await foreign.remove()
    }

    @Test func `enable serves them in spite of a mask, a stale file, and a speech-dispatcher that runs`() async throws {
        let foreign = try await ForeignUnits(ServiceStage())
        let stage = foreign.stage
        try await stage.manager.systemctl("mask", "--now", "speech-dispatcher.socket")
        // It stays behind: the unit has no RemoveOnStop.
        #expect(FileManager.default.fileExists(atPath: stage.speechDispatcherSocket))
        try await foreign.succeed("enable")
        try await foreign.expectHeard("Served at last.")
        // A second time changes nothing.
        try await foreign.succeed("enable")
        try await foreign.expectHeard("Served again.")
        try await foreign.succeed("disable")
        try await foreign.remove()
    }

    @Test func `enable ends a speech-dispatcher that a program has started, and serves in its place`() async throws {
        let foreign = try await ForeignUnits(ServiceStage())
        let stage = foreign.stage
        try await stage.manager.systemctl("mask", "--now", "speech-dispatcher.socket")
        try FileManager.default.removeItem(atPath: stage.speechDispatcherSocket)
        let dispatcher = try stage.manager.start("speech-dispatcher", ["--run-single", "--timeout", "0"])
        _ = try await UnixSocketConnection.first(to: stage.speechDispatcherSocket, of: dispatcher)
        try await foreign.succeed("enable")
        _ = try await dispatcher.exit()
        try await foreign.expectHeard("Served in its place.")
        // One that is started later takes the path, and the unit stays active.
        let later = try stage.manager.start("speech-dispatcher", ["--run-single", "--timeout", "0"])
        try await stage.client().awaitStatus({ $0.notes?.count }, is: 1)
        try await foreign.succeed("enable")
        _ = try await later.exit()
        try await foreign.expectHeard("Served once more.")
        try await foreign.succeed("disable")
        try await foreign.remove()
    }

    @Test func `enable says so where the configuration leaves these clients to others`() async throws {
        let foreign = try await ForeignUnits(ServiceStage(configuration: "speech-dispatcher.enabled = false\n"))
        _ = try await foreign.stage.client().ask("status")
        #expect(try await foreign.succeed("enable").contains { $0.contains("speech-dispatcher.enabled = false") })
        try await foreign.succeed("disable")
        try await foreign.remove()
    }

    @Test func `The doctor says whose unit listens for speech-dispatcher's clients, and starts neither`() async throws {
        let foreign = try await ForeignUnits(ServiceStage())
        let stage = foreign.stage
        try await stage.manager.place(.file(builtProduct("announce")), at: "\(stage.manager.home)/.local/bin/announce", isProgram: true)
        let before = try await foreign.doctor()
        #expect(before.contains { $0.contains("systemd listens at ") && $0.contains(" for speech-dispatcher") })
        #expect(before.contains { $0.contains("`announced speech-dispatcher enable`") })
        #expect(try await stage.property("ActiveState", of: "speech-dispatcher.service") == "inactive")
        try await foreign.succeed("enable")
        #expect(try await foreign.doctor().contains { $0.contains("announced serves ") && $0.contains("Orca") })
        try await foreign.succeed("disable")
        try await foreign.remove()
    }
}

/// Units that other packages install, in the user's manager.
private struct ForeignUnits {
    let stage: ServiceStage
    private let folder: String
    private static let names = ["speech-dispatcher.socket", "speech-dispatcher.service", "orca.service"]

    /// Installs them, and starts the socket as at a login.
    init(_ stage: ServiceStage) async throws {
        self.stage = stage
        folder = "\(stage.manager.home)/.local/share/systemd/user"
        try await remove()
        let texts = [
            """
            [Socket]
            ListenStream=%t/speech-dispatcher/speechd.sock
            [Install]
            WantedBy=sockets.target
            """,
            """
            [Service]
            ExecStart=/bin/sleep infinity
            """,
            """
            [Unit]
            Wants=speech-dispatcher.socket
            [Service]
            ExecStart=/bin/sleep infinity
            """,
        ]
        for (name, text) in zip(Self.names, texts) { try await stage.manager.place(.text(text + "\n"), at: "\(folder)/\(name)") }
        // As the package's link for all users.
        try FileManager.default.createDirectory(atPath: "\(folder)/sockets.target.wants", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/sockets.target.wants/speech-dispatcher.socket", withDestinationPath: "../speech-dispatcher.socket")
        try await stage.manager.systemctl("daemon-reload")
        #expect(try await stage.manager.systemctl("start", "speech-dispatcher.socket").exit == .code(0))
    }

    func remove() async throws {
        let own = "announced-speech-dispatcher.socket"
        try await stage.manager.systemctl("disable", own)
        try await stage.manager.systemctl("unmask", Self.names[0])
        try await stage.manager.systemctl("stop", Self.names[0], Self.names[1], Self.names[2], own, "announced.service")
        for name in Self.names { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
        try? FileManager.default.removeItem(atPath: "\(folder)/sockets.target.wants/speech-dispatcher.socket")
        try await stage.manager.systemctl("daemon-reload")
        // The next test's unit needs the place.
        try? FileManager.default.removeItem(atPath: "\(stage.manager.runtime)/speech-dispatcher")
        try await stage.manager.systemctl("start", "announced.socket")
    }

    /// Runs `announced speech-dispatcher`.
    /// - Returns: what it prints.
    @discardableResult
    func succeed(_ command: String) async throws -> [String] {
        let program = try stage.manager.start("\(UserManager.homeInside)/.local/bin/announced", ["speech-dispatcher", command])
        let lines = try await program.output.remainingLines() + program.error.remainingLines()
        #expect(try await program.exit() == .code(0), "\(lines)")
        return lines
    }

    /// Stops all that a logout stops, and starts what a login starts.
    func logIn() async throws {
        try await stage.manager.systemctl(
            "stop", "orca.service", "announced.service", "announced-speech-dispatcher.socket", "announced.socket", "sockets.target")
        try await stage.manager.systemctl("daemon-reload")
        #expect(try await stage.manager.systemctl("start", "sockets.target").exit == .code(0))
    }

    /// A client of speech-dispatcher speaks, and is heard.
    func expectHeard(_ text: String) async throws {
        let start = SuspendingClock.now
        let orca = try await SSIPConnection(stage.speechDispatcherSocket, as: "orca")
        try await orca.await(702, of: orca.speak(text))
        let heard = try await stage.capture.all(since: start)
        try await _ = heard.place(of: reference(text))
    }

    func doctor() async throws -> [String] {
        let program = try stage.manager.start("\(UserManager.homeInside)/.local/bin/announce", ["doctor"])
        return try await program.output.remainingLines(within: .seconds(60))
    }
}
