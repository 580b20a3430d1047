import Glibc
import PulseAudioWatch
import Watch

/// Joins the two ends: what the sound server says, and what the daemon is asked for.
final class Watcher {
    private let link: DaemonLink
    private var soundServer: PulseAudioWatch?
    private let settings: WatchSettings

    init(socket: String, settings: WatchSettings, on loop: EventLoop) {
        self.settings = settings
        link = DaemonLink(socket: socket, on: loop)
        let path = PulseAudioSocket.standard(environment: Environment.value, runtimeFolder: Environment.runtimeFolder).path
        soundServer = PulseAudioWatch(path: path, on: loop, settings: settings) { [unowned self] in update() }
    }

    func start() {
        soundServer?.apply(settings)
        link.start()
    }

    func apply(_ settings: WatchSettings) { soundServer?.apply(settings) }

    private func update() {
        guard let soundServer else { return }
        link.want(soundServer.use.sessions)
        link.note = soundServer.use.note(hasServer: soundServer.isConnected)
    }
}
