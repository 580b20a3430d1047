import FoundationEssentials
import Glibc
import Synchronization
import TestSupport

/// An `announced` and its sound server, in a separate folder. A stand-in for the service manager keeps what the daemon stores, so that the
/// next process continues where one has ended.
final class SoakedDaemon: Sendable {
    let server: any SoundServer
    let socket: String
    let folder: TemporaryFolder
    private let program: String
    private let arguments: [String]
    private let keeper: DescriptorKeeper
    private let running: Mutex<ChildProcess>

    /// Valid configurations for reloads.
    static let configurations = [
        "voice.rate = 450\n",
        "voice.rate = 900\nhints.delay = 0\nupdates.interval = 0\nqueue.app-focus-interrupts = true\n",
        "voice.rate = 300\nqueue.prefix-background = true\ndescription.dialect = \"talkback\"\nmedia.hold = 2\nmedia.implicit-lease = 1\n",
        "voice.language = \"de\"\nearcons.enabled = false\naudio.linger = 0\naudio.lead-in = 50\nqueue.limit = 20\n",
    ]
    /// Invalid configurations.
    static let mistakes = ["voice.rate = \"fast\"\n", "voice\n", "nothing.at-all = 1\n", "\u{0}"]

    /// Starts both, and waits until the daemon listens.
    init(programs: String, sound: SoundSystem, configuration: String = configurations[0], _ more: [String] = []) async throws {
        folder = try TemporaryFolder()
        server = try await sound.start()
        socket = folder.path("run/socket")
        program = "\(programs)/announced"
        arguments = ["--config", folder.path("config.toml"), "--socket", socket] + more
        keeper = try DescriptorKeeper(at: folder.path("notify"))
        try folder.write(configuration, to: "config.toml")
        running = Mutex(try Self.start(program, arguments, keeper, server, folder))
        _ = try await UnixSocketConnection.first(to: socket, of: process)
    }

    private static func start(
        _ program: String, _ arguments: [String], _ keeper: DescriptorKeeper, _ server: any SoundServer, _ folder: TemporaryFolder
    ) throws -> ChildProcess {
        let environment = (server.environment as [String: String?]).merging(["LC_ALL": "en_US.UTF-8", "ANNOUNCED_SOCKET": nil]) { $1 }
        return try keeper.start(program, arguments, environment: environment, error: .file(folder.path("log")))
    }

    /// The daemon's current process.
    var process: ChildProcess { running.withLock { $0 } }

    /// Ends the daemon's process with a signal, and starts the next one, which continues with what was kept.
    func restart(by signal: Int32) async throws {
        let old = process
        old.signal(signal)
        try await old.exit()
        let next = try Self.start(program, arguments, keeper, server, folder)
        running.withLock { $0 = next }
        _ = try await UnixSocketConnection.first(to: socket, of: next)
    }

    func reload(_ configuration: String) throws {
        try folder.write(configuration, to: "config.toml")
        process.signal(SIGHUP)
    }

    /// Sends a signal to the running voice, if there is one.
    func signalVoice(_ number: Int32) {
        for child in figures.children where !child.isZombie { _ = kill(child.id, number) }
    }

    /// Limits the descriptors that the running daemon may open. Those it has stay open.
    func limitDescriptors(to count: Int) async throws {
        try await ChildProcess("prlimit", ["--pid", "\(process.processID)", "--nofile=\(count):"]).exit()
    }

    var figures: ProcessFigures { ProcessFigures(of: process.processID) }

    /// The daemon's log.
    var log: String { String(decoding: FileManager.default.contents(atPath: folder.path("log")) ?? Data(), as: UTF8.self) }
}
