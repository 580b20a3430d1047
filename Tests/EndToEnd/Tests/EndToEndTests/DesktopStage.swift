import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A daemon, a session bus with a notification server (usually dunst, on a display without a screen), a system bus, and announced-watch.
final class DesktopStage {
    static let noBus = "no session bus answers, so notifications are not spoken"
    static let canRun = EndToEnd.RecipeTests.has("dunst", "notify-send", "Xvfb", "gdbus")
    static let note = "notices microphones in use; speaks notifications"

    let stage: Stage
    let watcher: ChildProcess
    private(set) var server: ChildProcess
    /// Learns what becomes of each utterance.
    private let events: Client
    private let buses: [String: String]
    private let display: ChildProcess
    private let folder: TemporaryFolder
    private var running: [String: ChildProcess] = [:]
    private let flooded: Bool

    /// Starts them, and waits until the notification server serves.
    /// - Parameters:
    ///   - broker: whether the session bus is dbus-broker.
    ///   - flooded: whether the notification server is one that shows nothing: dunst may hang when very many come.
    ///   - readsErrors: whether the test reads what the watcher writes to its standard error.
    init(
        configuration: String = "watch.notifications = 'all'\n", broker: Bool = false, flooded: Bool = false, readsErrors: Bool = false
    ) async throws {
        self.flooded = flooded
        folder = try TemporaryFolder()
        stage = try await Stage(configuration: configuration)
        display = try ChildProcess("Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"], error: .null)
        let number = try #require(await display.output.nextLine(within: .seconds(60)))
        buses = [
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("session"))",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path("system"))",
            "DISPLAY": ":\(number)", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "NO_AT_BRIDGE": "1", "WAYLAND_DISPLAY": "",
        ]
        let watched = stage.server.environment.merging(buses) { _, own in own }
        var environment = (watched as [String: String?]).merging(americanEnglish) { own, _ in own }
        // Freed memory is overwritten, so that using it crashes.
        environment["MALLOC_PERTURB_"] = "165"
        watcher = try ChildProcess(
            builtProduct("announced-watch"), ["--socket", stage.daemon.socket, "--config", stage.daemon.folder.path("config.toml")],
            environment: .inherited(with: environment), output: .null, error: readsErrors ? .pipe : .inherited(STDERR_FILENO))
        server = display
        events = try await stage.client()
        try events.send(#"{"type":"subscribe","id":"subscribe","events":["posted","started","finished"]}"#)
        try await events.reply("subscribe")
        try await startBus("system")
        if broker { try await startBroker() } else { try await startBus("session") }
        try await startServer()
    }

    /// Starts `session` or `system`; each is a bus that anyone may use.
    /// - Parameter prepare: starts programs on the bus at an address, before the watcher finds it.
    func startBus(_ name: String, preparing prepare: (_ address: String) async throws -> Void = { _ in }) async throws {
        let address = "unix:path=\(folder.path(name)).new"
        let bus = try ChildProcess(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=\(address)", "--print-address"], error: .null)
        try #require(await bus.output.nextLine(within: .seconds(60)) != nil)
        running[name] = bus
        try await prepare(address)
        let result = unsafe rename("\(folder.path(name)).new", folder.path(name))
        try #require(result == 0)
    }

    /// Whether dbus-broker can run here: its programs have paths that can't be chosen, as has the journal that it logs to.
    static let hasBroker =
        unsafe getuid() == 0 && system("unshare --mount mount -t overlay none -o lowerdir=/usr/sbin:/usr/bin /usr/bin 2>/dev/null") == 0

    private func startBroker() async throws {
        let unpacked = try await unpackedPackages("servers")
        let script = """
            mount -t overlay none -o "lowerdir=$0/usr/bin:/usr/bin" /usr/bin && mount -t tmpfs none /run && mkdir -p /run/systemd/journal
            exec /usr/bin/python3 -c "$2" "$1"
            """
        let launcher = """
            import os, socket, sys
            journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            journal.bind('/run/systemd/journal/socket')
            bus = socket.socket(socket.AF_UNIX)
            bus.bind(sys.argv[1])
            bus.listen()
            print('ready', flush=True)
            if os.fork():
                os.dup2(bus.fileno(), 3)
                os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))
                os.execlp('dbus-broker-launch', 'dbus-broker-launch', '--scope', 'user')
            while journal.recv(65536): pass
            """
        let broker = try ChildProcess(
            "unshare", ["--mount", "sh", "-c", script, unpacked, folder.path("session"), launcher],
            environment: .inherited(with: buses), error: .null)
        try #require(await broker.output.nextLine(within: .seconds(60)) == "ready")
        running["session"] = broker
    }

    func kill(_ name: String) { running.removeValue(forKey: name)?.close() }

    /// Starts the notification server, and waits until it serves.
    func startServer() async throws {
        server.close(unless: display)
        if flooded {
            server = try await serve(Self.plainServer)
        } else {
            server = try ChildProcess("dunst", ["-conf", "/dev/null"], environment: .inherited(with: buses), output: .null, error: .null)
        }
        try await awaitName("org.freedesktop.Notifications")
    }

    private static let plainServer = """
        name = "org.freedesktop.Notifications"
        class Server(dbus.service.Object):
            count = 0
            @dbus.service.method(name, in_signature="susssasa{sv}i", out_signature="u", byte_arrays=True)
            def Notify(self, app, number, icon, title, body, actions, hints, timeout):
                self.count += 1
                return self.count
            @dbus.service.method(name, out_signature="ssss")
            def GetServerInformation(self): return "plain", "", "", "1.2"
        owned = dbus.service.BusName(name, dbus.SessionBus())
        server = Server(dbus.SessionBus(), "/org/freedesktop/Notifications")
        main()
        """

    func awaitName(_ name: String, on bus: String = "session") async throws {
        #expect(try await run("gdbus", "wait", "--\(bus)", "--timeout", "60", name) == [])
    }

    /// Runs a program on the buses to its end, and returns its lines.
    @discardableResult
    func run(_ program: String, _ arguments: String...) async throws -> [String] {
        let process = try ChildProcess(program, arguments, environment: .inherited(with: buses))
        return try await process.output.remainingLines()
    }

    /// Starts a program on the buses, with a pipe as its standard input.
    func start(_ program: String, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(program, arguments, environment: .inherited(with: buses), input: .pipe)
    }

    /// Runs a script in Python in which `server` is the notification server.
    func script(_ lines: String) async throws {
        let beginning = """
            import dbus
            bus = dbus.SessionBus()
            server = dbus.Interface(bus.get_object('org.freedesktop.Notifications', '/org/freedesktop/Notifications'),
                                    'org.freedesktop.Notifications')

            """
        try await run("/usr/bin/python3", "-c", beginning + lines)
    }

    /// Shows a notification of an app, and returns its number.
    @discardableResult
    func notify(_ arguments: String..., app: String = "Mail") async throws -> String {
        let process = try ChildProcess("notify-send", ["--print-id", "--app-name", app] + arguments, environment: .inherited(with: buses))
        return try #require(await process.output.remainingLines().first)
    }

    /// A property of an imitated program.
    struct Property {
        var interface: String
        var name: String
        /// In the notation of GVariant.
        var value: String
    }

    /// Starts a program in Python on the buses, with `dbus` imported, and waits until it has printed a line. `main` serves for ever.
    func serve(_ lines: String, at environment: [String: String] = [:]) async throws -> ChildProcess {
        let beginning = """
            import dbus, dbus.mainloop.glib, dbus.service, sys
            from gi.repository import GLib
            dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
            def main():
                print("serves", flush=True)
                GLib.MainLoop().run()

            """
        let server = try ChildProcess(
            "/usr/bin/python3", ["-c", beginning + lines], environment: .inherited(with: buses.merging(environment) { $1 }), input: .pipe)
        try #require(await server.output.nextLine(within: .seconds(60)) == "serves")
        return server
    }

    /// Starts a program that answers like another one, and waits until it does.
    func imitate(_ name: String, at path: String, with properties: Property..., on bus: String = "session") async throws {
        running[name] = try ChildProcess(
            "/usr/bin/python3", ["-m", "dbusmock", "--\(bus)", name, path, properties.first?.interface ?? name],
            environment: .inherited(with: buses), output: .null)
        try await awaitName(name, on: bus)
        for property in properties {
            try await mock(name, at: path, "AddProperty", "'\(property.interface)'", "'\(property.name)'", "<\(property.value)>", on: bus)
        }
    }

    /// Changes a property of an imitated program.
    func set(_ property: Property, to value: String, of name: String, at path: String, on bus: String = "session") async throws {
        try await mock(name, at: path, "UpdateProperties", "'\(property.interface)'", "{'\(property.name)': <\(value)>}", on: bus)
    }

    func mock(_ name: String, at path: String, _ method: String, _ arguments: String..., on bus: String = "session") async throws {
        let process = try ChildProcess(
            "gdbus",
            ["call", "--\(bus)", "--dest", name, "--object-path", path, "--method", "org.freedesktop.DBus.Mock.\(method)"] + arguments,
            environment: .inherited(with: buses))
        #expect(try await process.output.remainingLines() == ["()"])
    }

    /// Waits until the watcher says this about itself.
    func noted(_ note: String = DesktopStage.note) async throws {
        try await events.awaitStatus({ $0.notes?.map(\.note) }, is: [note])
    }

    /// Waits until these sessions are on.
    func awaitSessions(_ names: [String]) async throws {
        try await events.awaitStatus({ $0.media.map(\.session) }, is: names)
    }

    func makeFile(_ name: String) throws { try folder.write("", to: name) }

    /// The watches of the watcher's inotify instances, a line each.
    var watchedFolders: [String] {
        get throws {
            let descriptors = "/proc/\(watcher.processID)/fdinfo"
            return try FileManager.default.contentsOfDirectory(atPath: descriptors).flatMap { name in
                let lines = (try? String(contentsOfFile: "\(descriptors)/\(name)", encoding: .utf8))?.split(separator: "\n") ?? []
                return lines.filter { $0.hasPrefix("inotify ") }.map(String.init)
            }
        }
    }

    /// How often the watcher has woken up.
    var wakeUps: Int {
        get throws {
            let lines = try String(contentsOfFile: "/proc/\(watcher.processID)/status", encoding: .utf8).split(separator: "\n")
            let count = lines.first { $0.hasPrefix("voluntary_ctxt_switches") }?.split(separator: "\t").last
            return try #require(count.flatMap { Int($0) })
        }
    }

    /// Returns whether a text was posted since the last look.
    func hasPosted(_ text: String) async throws -> Bool {
        try await events.allSoFar().contains { $0.event == "posted" && $0.text == text }
    }

    /// Waits for the next utterance of the watcher that meets a condition, at an event in its life.
    @discardableResult
    func next(_ event: String, where condition: (Message) -> Bool = { _ in true }) async throws -> Message {
        try await events.message { $0.event == event && $0.client == "announced-watch" && condition($0) }
    }
}

extension ChildProcess {
    fileprivate func close(unless other: ChildProcess) { if self !== other { close() } }
}
