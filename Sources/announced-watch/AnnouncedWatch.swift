import AnnounceClient
import ArgumentParser
import CProcess
import Configuration
import Glibc
import PulseAudioWatch
import Release
import Watch

@main
struct AnnouncedWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announced-watch",
        abstract: "Hold speech while another program uses the microphone.",
        discussion: """
            Learns from PulseAudio or PipeWire which programs record from a microphone, and has announced hold what it would say until they \
            stop; with headphones on, nothing is held. It waits for a daemon and for a sound server that are not there yet. The section \
            [watch] of the configuration turns it off, for all programs or for some. `announce status` says what it notices. As a systemd \
            service it runs while announced runs.

            EXAMPLES
              announced-watch &                         # without systemd
              announced-watch --config ./announced.toml --socket ./s &

            SIGNALS
              HUP         reload the configuration; one with mistakes changes nothing

            ENVIRONMENT
              ANNOUNCED_SOCKET   the daemon's socket, instead of the default one
              PULSE_SERVER, PULSE_RUNTIME_PATH   where the sound server is
              XDG_RUNTIME_DIR    the folder of the default sockets
              XDG_CONFIG_HOME    instead of ~/.config, for the user's configuration

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

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // Until it can reload, it has just read the configuration.
        signal(SIGHUP, SIG_IGN)
        let loop = EventLoop()
        let watcher = Watcher(socket: socket ?? AnnounceClient.standardSocket(), settings: settings().settings, on: loop)
        loop.onSignal(SIGHUP) {
            let read = settings()
            if read.isCorrect { watcher.apply(read.settings) }
        }
        watcher.start()
        malloc_trim(0)
        // Between two events it needs next to nothing.
        withExtendedLifetime(watcher) { loop.run(resting: release_startup_pages) }
    }

    /// Reads `[watch]`. The daemon tells the user about mistakes.
    private func settings() -> (settings: WatchSettings, isCorrect: Bool) {
        let loaded = ConfigurationLocation.read(file: config, environment: Environment.value)
        return (loaded.configuration.watch, loaded.mistakes.isEmpty)
    }
}
