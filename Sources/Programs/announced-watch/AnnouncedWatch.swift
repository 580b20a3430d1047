import AnnounceClient
import ArgumentParser
import CLinux
import Configuration
import Glibc
import System

@main
struct AnnouncedWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announced-watch",
        abstract: "Hold speech while another program uses the microphone, and speak notifications.",
        discussion: """
            Observes through PulseAudio or PipeWire which programs record from a microphone, and makes announced hold its speech until \
            they stop; with headphones on, nothing is held. With notifications = "all" or "critical" in [watch] of the \
            configuration, makes announced speak the notifications that programs show on the desktop; [watch.apps."NAME"] sets how much of \
            each is spoken. With players = "hold-low", low announcements wait while a player plays. The watcher waits for a daemon, a \
            sound server and a session bus that are not running yet. [watch] turns it off, for all programs or for some. `announce status` \
            shows what it notices. As a systemd service it runs as long as announced.

            EXAMPLES
              announced-watch &                         # without systemd
              announced-watch --config ./announced.toml --socket ./s &

            SIGNALS
              HUP         reload the configuration; one with mistakes changes nothing

            ENVIRONMENT
              ANNOUNCED_SOCKET   the daemon's socket, instead of the default one
              PULSE_SERVER, PULSE_RUNTIME_PATH   where the sound server is
              DBUS_SESSION_BUS_ADDRESS   where the session bus is
              DBUS_SYSTEM_BUS_ADDRESS    where the system bus is
              XDG_RUNTIME_DIR    the folder of the default sockets
              XDG_CONFIG_HOME    instead of ~/.config, for the user's configuration
              LC_ALL, LC_MESSAGES, LANG   the language of its own words unless configured

            FILES
              ~/.config/announced/config.toml   the user's configuration
            """,
        version: Release.version)

    @Option(
        help: ArgumentHelp(
            "The configuration file, instead of the default ones; if announced was given one, name it here too.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of the default one.", valueName: "path"), completion: .file())
    var socket: String?

    /// The maximum memory, in bytes: about four times as much as it needs.
    private static let mostMemory: UInt = 16 << 20

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // Until the watcher can reload, ignore HUP: it has just read the configuration.
        signal(SIGHUP, SIG_IGN)
        // A message on the bus may have 128 MiB. A message larger than this limit breaks the connection, and the watcher connects again.
        limit_memory(Self.mostMemory)
        let loop = MainLoop()
        let watcher = Watcher(socket: socket ?? Announcer.standardSocket(), configuration: readConfiguration().configuration, on: loop)
        loop.onSignal(SIGHUP) {
            let read = readConfiguration()
            if read.mistakes.isEmpty { watcher.apply(read.configuration) }
        }
        watcher.start()
        // Between two events the watcher needs almost no memory.
        withExtendedLifetime(watcher) { loop.run(resting: release_memory) }
    }

    /// Reads the configuration. The daemon reports mistakes in the default file to the user.
    private func readConfiguration() -> ConfigurationLocation.Loaded {
        let read = ConfigurationLocation.read(file: config, environment: Environment.value)
        if config != nil {
            for mistake in read.mistakes { StandardError.print("announced-watch: \(mistake)") }
        }
        return read
    }
}
