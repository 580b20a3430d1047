import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A daemon on a sound server with a microphone, and announced-watch.
final class WatchStage {
    /// The watcher's line in `announce status` when all is well.
    static let inHealth = "notices microphones in use"

    let stage: Stage
    let client: Client
    private(set) var watcher: ChildProcess

    /// Starts them, and waits until the watcher listens to the sound server.
    /// - Parameter configuration: TOML that follows the stage's own.
    init(configuration: String = "", on system: SoundSystem = .pulseAudio) async throws {
        // A busy machine may take long to end a session: what was held must not be too old then.
        stage = try await Stage(configuration: "media.hold = 3600\n" + configuration, on: system)
        try await Self.addMicrophone(to: stage.server)
        watcher = try Self.watcher(of: stage, at: stage.daemon.socket)
        client = try await Self.client(of: stage.daemon)
        try await noted(Self.inHealth)
    }

    /// Adds a source that is no monitor, `mic`.
    static func addMicrophone(to server: any SoundServer) async throws {
        if server is PipeWireServer {
            try await server.control(
                "load-module", "module-null-sink", "media.class=Audio/Source/Virtual", "sink_name=mic", "channel_map=mono",
                "sink_properties=device.description=Microphone")
        } else {
            // Otherwise the microphone would be the default, and PulseAudio would move the capture there.
            try await server.control("set-default-source", server.monitor)
            try await server.control(
                "load-module", "module-null-source", "source_name=mic", "description=Microphone")
        }
    }

    private static func watcher(of stage: Stage, at socket: String, withInotify: Bool = true) throws -> ChildProcess {
        let environment = (stage.server.environment as [String: String?]).merging(americanEnglish) { own, _ in own }
        let command = [try builtProduct("announced-watch"), "--socket", socket, "--config", stage.daemon.folder.path("config.toml")]
        // In a user namespace, anyone may lower the limit.
        let limited = [
            "unshare", "--user", "--map-root-user", "sh", "-c", "echo 0 >/proc/sys/user/max_inotify_instances; exec \"$@\"", "sh",
        ]
        return try ChildProcess(
            "env", (withInotify ? [] : limited) + command, environment: .inherited(with: environment), output: .null)
    }

    /// Returns a client that learns of all media sessions.
    static func client(of daemon: Daemon) async throws -> Client {
        let client = try await Client(daemon.socket)
        try client.send(#"{"type":"subscribe","id":"subscribe","events":["mediaSession"]}"#)
        try await client.reply("subscribe")
        return client
    }

    /// Starts a program that records from a source, and waits until it receives sound.
    func record(_ source: String = "mic", as name: String = "Recorder") async throws -> ChildProcess {
        try await run("parecord -d \(source) --raw --client-name='\(name)' --property=node.dont-reconnect=true")
    }

    /// Starts a program that writes what it records to its standard output, and waits for some of that.
    func run(_ recorder: String) async throws -> ChildProcess {
        let script = "\(recorder) | { head -c 1000 >/dev/null; echo running; exec cat >/dev/null; }"
        let process = try ChildProcess("sh", ["-c", script], environment: .inherited(with: stage.server.environment))
        #expect(try await process.output.nextLine() == "running")
        return process
    }

    /// Waits until an app's session has begun or ended.
    @discardableResult
    func session(of app: String = "Recorder", _ change: String, at client: Client? = nil) async throws -> Message.SessionChange {
        let message = try await (client ?? self.client).message {
            $0.event == "mediaSession" && $0.client == "announced-watch" && $0.session?.change == change
                && $0.session?.name == "\(app) uses the microphone"
        }
        return try #require(message.session)
    }

    /// Waits until the watcher says this about itself.
    func noted(_ note: String) async throws {
        try await client.awaitStatus(\.notes, is: [Message.Status.Note(client: "announced-watch", note: note)])
    }

    /// Returns the sessions that are on.
    func sessions() async throws -> [String] { try #require(await client.ask("status").status).media.map(\.session) }

    /// Kills the watcher with SIGKILL.
    func killWatcher() async throws {
        watcher.signal(SIGKILL)
        #expect(try await watcher.exit() == .signal(SIGKILL))
    }

    func startWatcher(withInotify: Bool = true) throws {
        watcher = try Self.watcher(of: stage, at: stage.daemon.socket, withInotify: withInotify)
    }
}

/// Waits until a process waits in ppoll(2), with a timeout or without.
func awaitSleep(of process: ChildProcess, isEndless: Bool) async throws {
    var call = ""
    try await look(for: "a sleep; it is in \(call)") {
        call = try String(contentsOf: URL(filePath: "/proc/\(process.processID)/syscall"), encoding: .utf8)
        let fields = call.split(separator: " ")
        // Its number on x86-64 or on 64-bit ARM; the third argument is the timeout.
        return fields.count > 3 && ["271", "73"].contains(fields[0]) && (fields[3] == "0x0") == isEndless
    }
}

/// Returns how often a process's threads were woken.
func wakeUps(of process: Int32) throws -> Int {
    let folder = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, thread in
        let status = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") })
        return try sum + #require(Int(line.split(separator: "\t")[1]))
    }
}
