import FoundationEssentials
import Glibc
import TestSupport

/// An `announced` and its sound server, in a folder of their own.
final class SoakedDaemon: Sendable {
    let process: ChildProcess
    let server: PulseAudioServer
    let socket: String
    let folder: TemporaryFolder

    /// Configurations that a reload may bring: all are right.
    static let configurations = [
        "voice.rate = 450\n",
        "voice.rate = 900\nhints.delay = 0\nupdates.interval = 0\nqueue.app-focus-interrupts = true\n",
        "voice.rate = 300\nqueue.prefix-background = true\ndescription.dialect = \"talkback\"\nmedia.hold = 2\nmedia.implicit-lease = 1\n",
        "voice.language = \"de\"\nearcons.enabled = false\naudio.linger = 0\naudio.lead-in = 50\nqueue.limit = 20\n",
    ]
    /// And some that are wrong.
    static let mistakes = ["voice.rate = \"fast\"\n", "voice\n", "nothing.at-all = 1\n", "\u{0}"]

    /// Starts both, and awaits that the daemon listens.
    init(programs: String, configuration: String = configurations[0]) async throws {
        folder = try TemporaryFolder()
        server = try await PulseAudioServer()
        socket = folder.path("run/socket")
        try folder.write(configuration, to: "config.toml")
        let environment = (server.environment as [String: String?]).merging(["LC_ALL": "en_US.UTF-8", "ANNOUNCED_SOCKET": nil]) { $1 }
        process = try ChildProcess(
            "\(programs)/announced", ["--config", folder.path("config.toml"), "--socket", socket],
            environment: .inherited(with: environment), output: .null, error: .file(folder.path("log")))
        _ = try await UnixSocketConnection.first(to: socket, of: process)
    }

    func reload(_ configuration: String) throws {
        try folder.write(configuration, to: "config.toml")
        process.signal(SIGHUP)
    }

    /// Sends a signal to the voice that is running, if one is.
    func signalVoice(_ number: Int32) {
        for child in figures.children where !child.isZombie { _ = kill(child.id, number) }
    }

    var figures: ProcessFigures { ProcessFigures(of: process.processID) }

    /// What it wrote to its log.
    var log: String { String(decoding: FileManager.default.contents(atPath: folder.path("log")) ?? Data(), as: UTF8.self) }
}
