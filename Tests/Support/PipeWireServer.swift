import FoundationEssentials
import Glibc
import Synchronization

/// PipeWire with its session manager and its PulseAudio server, on a null sink of 22,050 Hz and one channel. Any number of them can run at
/// once. `deinit` ends it.
package final class PipeWireServer: SoundServer {
    package let environment: [String: String]
    package let monitor = "nul.monitor"
    /// The servers' files: sockets, configuration, log.
    package let folder: TemporaryFolder

    /// The folder of unpacked packages that are not installed.
    private let unpacked: String
    /// The session's message bus, which outlives ``kill()``.
    private let bus: ChildProcess
    private let processes = Mutex<[ChildProcess]>([])

    /// Starts a server, and waits until it accepts connections and plays to its sink.
    /// - Parameters:
    ///   - insisting: the only parameters that ALSA's `default` accepts, in the syntax of its configuration.
    ///   - quantum: the smallest number of samples, of 48,000 a second, mixed at a time. A capture asks for 5 ms, and then a client that is
    ///     not scheduled in time leaves a gap. PipeWire's own default of 21 ms survives the stalls of a virtual machine.
    ///   - sessionConfiguration: a part of WirePlumber's configuration, from its version 0.5 on.
    package init(insisting: String = "", quantum: Int = 1024, sessionConfiguration: String = "") async throws {
        folder = try TemporaryFolder()
        unpacked = try await unpackedPackages("pipewire")
        try Self.configure(folder, quantum: quantum, session: sessionConfiguration)
        let address = "unix:path=\(folder.path("bus"))"
        bus = try ChildProcess(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=\(address)", "--print-address"], error: .null)
        guard try await bus.output.nextLine() != nil else { throw SoundServerFailed(description: "dbus-daemon did not start") }
        environment = [
            "PULSE_SERVER": "unix:\(folder.path("pulse/native"))",
            "PULSE_RUNTIME_PATH": folder.path("pulse"),
            "PULSE_COOKIE": folder.path("cookie"),
            "XDG_RUNTIME_DIR": folder.path,
            "DBUS_SESSION_BUS_ADDRESS": address,
            "ALSA_CONFIG_PATH": try Self.configureALSA(folder, plugins: unpacked, insisting: insisting),
        ]
        try await start()
    }

    deinit { closeAll() }

    package var processIDs: [Int32] { processes.withLock { $0.map(\.processID) } }

    /// The servers' logs.
    package var log: String {
        (try? Data(contentsOf: URL(filePath: folder.path("log")))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    package func kill() async throws { closeAll() }

    package func restart() async throws {
        closeAll()
        try await start()
    }

    package func freeze() {
        for process in processIDs { try? suspend(process) }
    }

    package func thaw() {
        processes.withLock { processes in
            for process in processes { process.signal(SIGCONT) }
        }
    }

    package func addSink(_ name: String, properties: [String: String]) async throws {
        let argument = Self.argument(ofSinkWith: properties)
        try await control("load-module", "module-null-sink", "sink_name=\(name)", "rate=22050", "channels=1", argument)
    }

    package func removeFirstSink() async throws {
        // Otherwise its PulseAudio server would add a dummy sink in its place.
        try await control("unload-module", "module-always-sink")
        try await ChildProcess("pw-cli", ["destroy", "nul"], environment: .inherited(with: environment), output: .null).exit()
    }

    private func closeAll() {
        processes.withLock { processes in
            for process in processes { process.close() }
            processes = []
        }
    }

    private func start() async throws {
        try run("pipewire", listeningAt: "pipewire-0")
        try run("wireplumber")
        try run("pipewire", ["-c", "pipewire-pulse.conf"], listeningAt: "pulse/native", ["PIPEWIRE_CONFIG_DIR": unpacked])
        // The session manager announces the default sink once it manages it.
        let metadata = try ChildProcess(
            "stdbuf", ["-oL", "pw-metadata", "-m"], environment: .inherited(with: environment), error: .null)
        let chosen = try await metadata.output.firstLine(within: .seconds(60)) {
            $0.contains("key:'default.audio.sink'") && $0.contains(#""name":"nul""#)
        }
        if chosen == nil { throw SoundServerFailed(description: "PipeWire did not start:\n\(log)") }
    }

    /// Starts one of the processes. It receives its listening socket as systemd passes one, so clients can connect from now on.
    private func run(
        _ program: String, _ arguments: [String] = [], listeningAt socket: String? = nil, _ variables: [String: String] = [:]
    ) throws {
        let listening = try socket.map { try Descriptor.listening(at: folder.path($0)) }
        let activation = #"LISTEN_PID=$$ LISTEN_FDS=1; export LISTEN_PID LISTEN_FDS; exec "$@""#
        let command = listening == nil ? [program] : ["sh", "-c", activation, "sh", program]
        var own: [String: String?] = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path("config"),
            "XDG_STATE_HOME": folder.path("state"), "DBUS_SESSION_BUS_ADDRESS": environment["DBUS_SESSION_BUS_ADDRESS"], "LC_ALL": "C",
        ]
        own.merge(variables) { $1 }
        let process = try ChildProcess(
            command[0], command.dropFirst() + arguments, environment: .inherited(with: own), output: .null,
            error: .file(folder.path("log")), passing: listening.map { [$0.number] } ?? [])
        withExtendedLifetime(listening) {}
        processes.withLock { $0.append(process) }
    }
}

extension PipeWireServer {
    /// Adds the sink to PipeWire's configuration, without this machine's own devices.
    private static func configure(_ folder: TemporaryFolder, quantum: Int, session: String) throws {
        let sink = """
            context.properties = { default.clock.min-quantum = \(quantum) }
            context.objects = [ { factory = adapter args = {
                factory.name = support.null-audio-sink node.name = nul media.class = Audio/Sink object.linger = true
                audio.position = [ MONO ] audio.rate = 22050 priority.session = 10000
            } } ]

            """
        let devices = """
            alsa_monitor.enabled = false
            v4l2_monitor.enabled = false
            libcamera_monitor.enabled = false

            """
        for name in [
            "pulse", "state", "config/pipewire/pipewire.conf.d", "config/wireplumber/main.lua.d", "config/wireplumber/wireplumber.conf.d",
        ] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try folder.write(sink, to: "config/pipewire/pipewire.conf.d/sink.conf")
        try folder.write(devices, to: "config/wireplumber/main.lua.d/51-devices.lua")
        try folder.write(session, to: "config/wireplumber/wireplumber.conf.d/50-session.conf")
    }

    /// Makes PipeWire ALSA's `default` and `pipewire`, and returns the configuration's path.
    private static func configureALSA(_ folder: TemporaryFolder, plugins: String, insisting: String) throws -> String {
        let override = """
            pcm_type.pipewire { lib "\(plugins)/libasound_module_pcm_pipewire.so" }
            ctl_type.pipewire { lib "\(plugins)/libasound_module_ctl_pipewire.so" }
            pcm.!default { type pipewire \(insisting) }
            pcm.pipewire { type pipewire }
            ctl.!default { type pipewire }

            """
        return try folder.writeALSAConfiguration(override)
    }
}
