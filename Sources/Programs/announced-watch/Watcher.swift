import Configuration
import Messages
import Narration
import System
import Watch

/// Turns reports from the sound server and the session bus into requests to the daemon.
final class Watcher {
    private let link: DaemonLink
    private var soundServer: PulseAudioWatch?
    private var desktop: DesktopWatch?
    private var configuration: Configuration

    init(socket: String, configuration: Configuration, on loop: MainLoop) {
        self.configuration = configuration
        link = DaemonLink(socket: socket, on: loop)
        link.didLearn = { [unowned self] in desktop?.learn(sessionsOf: $0) }
        let path = PulseAudioSocket.standard(environment: Environment.value, runtimeFolder: Environment.runtimeFolder).path
        soundServer = PulseAudioWatch(path: path, on: loop, settings: configuration.watch) { [unowned self] in update() }
        desktop = DesktopWatch(
            session: .session(environment: Environment.value, runtimeFolder: Environment.runtimeFolder),
            system: .system(environment: Environment.value), on: loop, settings: configuration.watch,
            more: { [unowned self] in more($0, $1) }, send: { [unowned self] in link.send($0) }, didChange: { [unowned self] in update() })
    }

    func start() {
        apply(configuration)
        link.start()
    }

    func apply(_ configuration: Configuration) {
        self.configuration = configuration
        link.followsOthers = configuration.watch.isEnabled && configuration.watch.players == .holdLow
        soundServer?.apply(configuration.watch)
        desktop?.apply(configuration.watch)
    }

    private func update() {
        guard let soundServer, let desktop else { return }
        let microphones = Dictionary(uniqueKeysWithValues: soundServer.use.sessions.map { ($0, MediaSession.Announcements.mode) })
        link.want(desktop.sessions.reduce(into: microphones) { $0[$1] = .holdLow })
        let settings = configuration.watch
        let heard = soundServer.use.note(hasServer: soundServer.isConnected)
        link.note = WatchNote.joined([
            settings.isEnabled && !settings.noticesMicrophones && desktop.note != nil ? nil : heard, desktop.note,
        ])
    }

    /// Returns a sentence for a count of further notifications, in the user's language.
    private func more(_ count: Int, _ app: String?) -> String {
        let language = configuration.speech.language ?? configuration.localeLanguage
        let words = WordTables.table(for: language).replacing(configuration.narration.words)
        return words.filled(app == nil ? .moreNotifications : .moreNotificationsFrom, for: count, ["count": "\(count)", "app": app ?? ""])
    }
}
