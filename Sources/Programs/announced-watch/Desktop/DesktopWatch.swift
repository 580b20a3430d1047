import Messages
import Watch

/// Watches the desktop's notifications, players and screen lock, and speaks the notifications.
final class DesktopWatch {
    private let addresses: (session: BusAddress, system: BusAddress)
    private let loop: MainLoop
    private let send: ([Request]) -> Void
    private let didChange: () -> Void
    private let start = ContinuousClock.now
    private var speech: NotificationSpeech
    private var surroundings: SurroundingsWatch?
    private var monitor: NotificationMonitor?
    private var playersWatch: PlayersWatch?
    private var timer: TimerSource?

    /// - Parameters:
    ///   - more: returns a sentence for a count of further notifications, of one app or of all.
    ///   - send: sends requests to the daemon.
    ///   - didChange: called when ``note`` may have changed.
    init(
        session: BusAddress, system: BusAddress, on loop: MainLoop, settings: WatchSettings,
        more: @escaping (_ count: Int, _ app: String?) -> String, send: @escaping ([Request]) -> Void,
        didChange: @escaping () -> Void
    ) {
        addresses = (session, system)
        self.loop = loop
        self.send = send
        self.didChange = didChange
        speech = NotificationSpeech(settings: settings, more: more)
    }

    /// Applies new settings: connects or disconnects, if they require it.
    func apply(_ settings: WatchSettings) {
        send(speech.apply(settings))
        playersWatch?.apply(settings)
        if !settings.isEnabled {
            playersWatch = nil
        } else if playersWatch == nil {
            playersWatch = PlayersWatch(addresses.session, on: loop, settings: settings) { [unowned self] in didChange() }
            playersWatch?.start()
        }
        if !settings.speaksNotifications {
            monitor = nil
            surroundings = nil
            timer = nil
        } else if surroundings == nil {
            surroundings = SurroundingsWatch(addresses.session, addresses.system, on: loop) { [unowned self] in surroundingsDidChange() }
            surroundings?.start()
        }
        didChange()
    }

    /// The text for `announce status`; nil if there is none.
    var note: String? {
        let notes = [
            speech.note(isMonitoring: monitor?.isMonitoring), playersWatch?.players.note(hasBus: playersWatch?.isConnected == true),
        ]
        return notes.contains { $0 != nil } ? notes.compactMap(\.self).joined(separator: "; ") : nil
    }

    /// The names of the media sessions in which lows wait because a player plays.
    var sessions: Set<String> { playersWatch?.players.sessions ?? [] }

    /// Receives which clients of the daemon have media sessions.
    func learn(sessionsOf clients: Set<String>) { playersWatch?.learn(clients) }

    private var now: Double {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    private func surroundingsDidChange() {
        guard let surroundings else { return }
        // Update the speech first, so that nothing private is heard.
        send(speech.update(surroundings.surroundings))
        awaitNextTime()
        if !surroundings.isKnown {
            monitor = nil
        } else if monitor == nil {
            monitor = NotificationMonitor(
                addresses.session, on: loop, isOwner: { [unowned self] in self.surroundings?.isOwner($0, of: $1) == true },
                didReceive: { [unowned self] in receive($0) }, didChange: { [unowned self] in didChange() })
            monitor?.start()
        }
        didChange()
    }

    private func receive(_ event: NotificationMonitor.Event) {
        switch event {
        case .shown(let notification, let id, let replaced): perform(speech.show(notification, as: id, replacing: replaced, at: now))
        case .numbered(let call, let number): speech.number(call, as: number)
        case .closed(let id): perform(speech.close(id))
        }
    }

    private func perform(_ requests: [Request]) {
        awaitNextTime()
        guard !requests.isEmpty else { return }
        let retractions = speech.retractions
        // Keep the order, so that no notification is spoken after it was withdrawn.
        surroundings?.askWhetherPaused { [unowned self] isPaused in
            send(speech.release(requests, isPaused: isPaused, since: retractions))
            didChange()
        }
    }

    /// Nothing wakes an idle machine: there is a timer only while a notification waits.
    private func awaitNextTime() {
        timer = speech.nextTime.map { time in
            loop.after(.seconds(max(0, time - now))) { [unowned self] in perform(speech.advance(to: now)) }
        }
    }
}
