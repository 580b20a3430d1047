import Glibc
import Synchronization

/// PulseAudio on a null sink of 22,050 Hz, one channel, 16 bits. Any number of them can run at once. `deinit` ends it.
package final class PulseAudioServer: SoundServer {
    /// How far the sink renders ahead while it is idle.
    package enum Idling: Sendable {
        /// Two seconds, the default for sound cards: a capture hears nothing for up to two seconds after it is attached.
        case twoSecondsAhead
        /// 50 ms, without rewinding: captures are ready sooner.
        case fiftyMillisecondsAhead
    }

    package let environment: [String: String]
    package let monitor = "nul.monitor"
    /// The server's files: its socket, and the ALSA configuration.
    package let folder: TemporaryFolder

    private let idling: Idling
    /// The first sink's rate, channels and format, as arguments of its module.
    private let sink: String
    /// The path of the socket.
    private let socket: String
    private let state = Mutex(State())

    private struct State {
        var process: ChildProcess?
        var log: [String] = []
    }

    /// Starts a server, and waits until it accepts connections, by default at a path of its own.
    package init(
        idling: Idling = .twoSecondsAhead, sink: String = "rate=22050 channels=1 format=s16le", socket: String? = nil
    ) async throws {
        self.idling = idling
        self.sink = sink
        folder = try TemporaryFolder()
        self.socket = socket ?? folder.path("native")
        let override = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
        environment = [
            "PULSE_SERVER": "unix:\(self.socket)",
            "PULSE_RUNTIME_PATH": folder.path,
            "PULSE_COOKIE": folder.path("cookie"),
            "XDG_RUNTIME_DIR": folder.path,
            "ALSA_CONFIG_PATH": try folder.writeALSAConfiguration(override),
        ]
        try await start()
    }

    deinit { state.withLock { $0.process }?.close() }

    package var processIDs: [Int32] { state.withLock { $0.process.map { [$0.processID] } ?? [] } }

    /// The last lines of the log.
    package var log: [String] { state.withLock { $0.log } }

    package func kill() async throws {
        guard let process = state.withLock({ $0.process }) else { return }
        process.signal(SIGKILL)
        try await process.exit()
        process.close()
        state.withLock { $0.process = nil }
    }

    package func restart() async throws {
        try await kill()
        try await start()
    }

    package func freeze() {
        for process in processIDs { try? suspend(process) }
    }

    package func thaw() {
        state.withLock { $0.process }?.signal(SIGCONT)
    }

    package func addSink(_ name: String, properties: [String: String]) async throws {
        let argument = Self.argument(ofSinkWith: properties)
        try await control("load-module", "module-null-sink", "sink_name=\(name)", "rate=22050", "channels=1", rewinds, argument)
    }

    package func removeFirstSink() async throws { try await removeSink("nul") }

    private var rewinds: String { idling == .twoSecondsAhead ? "" : " norewinds=1" }

    private func start() async throws {
        let process = try ChildProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
                "--log-target=stderr", "--log-level=info",
                "-L", "module-null-sink sink_name=nul \(sink)\(rewinds)",
                "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
            ],
            environment: .inherited(with: [
                "HOME": folder.path, "PULSE_RUNTIME_PATH": folder.path, "PULSE_STATE_PATH": folder.path,
                "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": nil, "LC_ALL": "C",
            ]),
            output: .null, error: .pipe)
        state.withLock { $0.process = process }
        while let line = try await process.error.nextLine(within: .seconds(60)) {
            append(line)
            if line.contains("Daemon startup complete") {
                keepLog(of: process.error)
                return
            }
        }
        throw SoundServerFailed(description: "pulseaudio did not start:\n" + log.joined(separator: "\n"))
    }

    /// Reads the log to its end, so that the server never blocks on it.
    private func keepLog(of lines: LineReader) {
        Task { [weak self] in
            while let line = try? await lines.nextLine(within: .seconds(86_400)) {
                self?.append(line)
            }
        }
    }

    private func append(_ line: String) {
        state.withLock { state in
            if state.log.count == 200 { state.log.removeFirst(100) }
            state.log.append(line)
        }
    }
}

/// An error: a sound server, or a program that listens to it, did not start or ended early.
package struct SoundServerFailed: Error, CustomStringConvertible {
    package let description: String
}
