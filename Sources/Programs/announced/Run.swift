import AnnounceDaemon
import ArgumentParser
import CLinux
import Configuration
import Continuity
import FrontDoors
import Glibc
import Logging
import Messages
import NIOCore
import NIOPosix
import SpeechDispatcher
import System
import Systemd
import VoiceSupervision

/// The daemon itself.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the daemon (the default command).",
        discussion: """
            EXAMPLES
              announced run --config ./announced.toml --log-level debug
              announced run --device plughw:1,0 --idle-exit 60
              announced run --wav heard.wav --socket ./socket
            """)

    @Option(
        help: ArgumentHelp("The configuration file, instead of the default ones.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Flag(help: "Exit with code 78 if the configuration has mistakes, instead of using the rest of it.")
    var strict = false

    @OptionGroup var socket: EntrancePath<JSONLinesDoor>
    @OptionGroup var speechDispatcher: EntrancePath<SpeechDispatcherDoor>
    /// The places where clients connect; announced's own socket comes first.
    private var entrances: [any EntranceChoice] { [socket, speechDispatcher] }

    @Option(
        help: ArgumentHelp("The ALSA PCM to speak through: default, pulse, plughw:1,0, null …", valueName: "pcm"),
        completion: .shellCommand("aplay -L 2>/dev/null | grep '^[^ ]'"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Write the sound to this WAV file in real time, instead of playing it. A link must lead to a file of your own.",
            valueName: "file"),
        completion: .file(extensions: ["wav"]))
    var wav: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("End after this many seconds without clients and speech.", valueName: "seconds"))
    var idleExit: Double?

    @Option(
        help: ArgumentHelp("The least severe messages to log: \(Logger.Level.names).", valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue)),
        transform: {
            guard let level = Logger.Level(rawValue: $0) else { throw ValidationError("expected one of \(Logger.Level.names)") }
            return level
        })
    var logLevel = Logger.Level.info

    @Option(
        help: ArgumentHelp(
            "Serve the client connected at this descriptor, and with --socket others too, and end when idle.", valueName: "fd",
            visibility: .private))
    var connection: CInt?

    func validate() throws {
        for choice in entrances where choice.path == "" {
            throw ValidationError("--\(choice.option.name): expected a path, found nothing")
        }
        if let idleExit, !(0...1e9).contains(idleExit) { throw ValidationError("--idle-exit: expected seconds, 0 to 1000000000") }
        if wav == "" { throw ValidationError("--wav: expected a file") }
    }

    mutating func run() throws {
        umask(0o077)
        // A standard error without a reader must not end the daemon.
        signal(SIGPIPE, SIG_IGN)
        connection = connection.map(Self.freeStandardDescriptors)
        // Take the variables before any thread or voice exists, because a voice could inherit them.
        var service = ServiceEnvironment.take()
        // A crashed voice is replaced at once. A backtrace would first take a second, and write the spoken text to the log.
        _ = unsafe setenv("SWIFT_BACKTRACE", "enable=no", 0)
        // A temporary daemon is not a service, even if the program that started it is.
        if connection != nil { service = .none }
        let options = try options(service)
        let signals = Signals([SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGALRM])
        let log = StandardErrorQueue()
        var logger = Logger(label: "announced", factory: { StreamLogHandler(label: $0, stream: log) })
        logger.logLevel = logLevel
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let daemon = Daemon(options: options, eventLoop: eventLoop, logger: logger)
        do {
            try eventLoop.flatSubmit {
                daemon.assumeIsolated { $0.begin() }
            }.wait()
        } catch {
            log.flush(within: 200)
            // Another daemon was faster; the command connects to that one.
            if options.isTemporary, (error as? ListeningSocket.Failure)?.isTaken == true { throw ExitCode(ProcessEnd.socketInUse) }
            throw CommandError("announced: \(error)", exitCode: EXIT_FAILURE)
        }
        daemon.whenEnded.whenComplete { _ in
            log.flush(within: 200)
            Glibc.exit(0)
        }
        while true {
            switch signals.next() {
            case SIGHUP: reload(daemon, eventLoop)
            case SIGALRM: releaseMemory()
            case SIGUSR1: eventLoop.execute { daemon.assumeIsolated { $0.handOver() } }
            default: eventLoop.execute { daemon.assumeIsolated { $0.end() } }
            }
        }
    }

    /// Moves a connection that is standard input and output to another descriptor, and puts `/dev/null` in its place. Otherwise a
    /// descriptor opened after the connection's end would take these numbers, and a later voice would inherit it.
    private static func freeStandardDescriptors(_ connection: CInt) -> CInt {
        let moved = fcntl(connection, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        // SAFETY: a system call on a constant string.
        let nowhere = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        guard moved >= 0, nowhere >= 0 else { return connection }
        for standard in [STDIN_FILENO, STDOUT_FILENO] { dup2(nowhere, standard) }
        close(nowhere)
        return moved
    }

    /// How long memory is kept for more work, in seconds.
    private static let warmTime: UInt32 = 5

    /// Releases memory that is needed only during work. This thread sleeps too, so the memory that the other one needs to go to sleep is
    /// not needed again.
    private func releaseMemory() {
        release_memory()
    }

    /// Handles HUP: reads the configuration again. A file with mistakes changes nothing.
    private func reload(_ daemon: Daemon, _ eventLoop: any EventLoop) {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let began = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        eventLoop.execute { daemon.assumeIsolated { $0.beginReload(microseconds: began) } }
        let loaded = ConfigurationLocation.load(file: config, share: Environment.share, environment: Environment.value)
        guard loaded.mistakes.isEmpty else {
            let mistakes = loaded.mistakes.map(\.inStatus)
            return eventLoop.execute { daemon.assumeIsolated { $0.refuseReload(mistakes) } }
        }
        var configuration = loaded.configuration
        if let device { configuration.audio.device = device }
        let changed = configuration
        eventLoop.execute { daemon.assumeIsolated { $0.reload(changed) } }
    }

    private func options(_ service: ServiceEnvironment) throws -> DaemonOptions {
        let loaded = ConfigurationLocation.load(file: config, share: Environment.share, environment: Environment.value)
        if strict {
            do { _ = try loaded.withoutMistakes() } catch { throw CommandError("\(error)", exitCode: EX_CONFIG) }
            if let file = loaded.file, let mistake = VoiceNames.mistake(in: loaded.configuration) {
                throw CommandError("\(file): \(mistake)", exitCode: EX_CONFIG)
            }
        }
        // A temporary daemon serves a command whose user can see its output; other daemons log the mistakes.
        if connection != nil { for mistake in loaded.mistakes { StandardError.print("\(mistake)") } }
        var configuration = loaded.configuration
        if let device { configuration.audio.device = device }
        // Check this before the daemon starts, because later errors only reach the log. An existing file stays until there is sound to
        // replace it.
        if let wav, let mistake = OutputFile.mistake(in: wav) {
            // A service continues, as with a faulty configuration, because it holds the state of the previous process.
            guard service.notifySocket != nil else { throw CommandError("announced: \(mistake)", exitCode: EX_CANTCREAT) }
            StandardError.print("announced: \(mistake)")
        }
        var service = service
        let inheritance = Inheritance(from: &service.sockets)
        let isApart = socket.path != nil || Environment.value("ANNOUNCED_SOCKET")?.isEmpty == false
        let entrances = entrances.compactMap { choice in
            choice.entrance(
                EntranceSurroundings(
                    option: choice.path, passed: service.sockets.takeListening(named: choice.option.service), connection: connection,
                    isApart: isApart, isEnabled: !configuration.closedDoors.contains(choice.option.service), user: getuid(),
                    environment: Environment.value)
            ) { StandardError.print("announced: \($0)") }
        }
        let voice = VoiceProgram(
            path: try Environment.voice(), audio: configuration.audio, isConfigured: device == nil, language: configuration.speech.language,
            soundTheme: configuration.earcons.theme, wav: wav)
        var options = DaemonOptions(
            configuration: configuration, entrances: entrances, voice: voice,
            service: service, inheritance: inheritance,
            wav: wav, idleExit: idleExit ?? (connection == nil ? nil : 1), version: Release.version, processID: Int(getpid()),
            user: getuid())
        options.didWork = { alarm(Self.warmTime) }
        options.mistakes = loaded.mistakes.map(\.inStatus)
        options.settingsFile = loaded.settingsFile
        return options
    }
}

extension Logger.Level {
    fileprivate static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
