import AnnounceProtocol
import Conductor
import Messages
import Narration
import SpeechQueue

/// A conductor whose voice does what the test says.
typealias ConductorRun = Simulation<Conductor>

extension ConductorRun {
    init(
        limit: Int = 256, isReady: Bool = true, clients: [UInt64] = [1],
        settings: SpeechAttributes = SpeechAttributes(language: "en", rate: 175), devicePatience: Double = 10,
        options: NarrationSettings = NarrationSettings()
    ) {
        var limits = SpeechQueue.Limits()
        limits.count = limit
        self.init(
            .new(settings, options: options, limits: limits, devicePatience: devicePatience, started: Self.start),
            clients: clients)
        if isReady { ready() }
        _ = taken()
    }

    init(_ conductor: Conductor, clients: [UInt64] = [1]) {
        self.init(conductor, at: Self.start)
        for client in clients { self.conductor.connect(ClientID(client), name: "client-\(client)") }
    }

    static var start: Instant { Instant(seconds: 100) }

    var conductor: Conductor {
        _read { yield subject }
        _modify { yield &subject }
    }

    mutating func ask(_ request: Request, id: String? = nil, client: UInt64 = 1) {
        add(conductor.receive(request, id: id, from: ClientID(client), at: now))
    }

    mutating func say(
        _ text: String, id: String? = nil, _ priority: Announcement.Priority = .default, attributes: SpeechAttributes = SpeechAttributes(),
        client: UInt64 = 1
    ) {
        let run = SpeechRun(text: text, attributes: attributes)
        ask(.announcement(Announcement(runs: [run], priority: priority)), id: id, client: client)
    }

    mutating func ready() { voice(.ready(synthesizer: "eSpeak NG 1.51")) }

    /// The voice speaks what it was given last to its end.
    mutating func finish() {
        guard let id = spoken.last?.id else { return }
        voice(.finished(id))
    }

    /// The voice's commands since the last ``taken()``.
    var spoken: [Utterance] {
        effects.compactMap { if case .voice(.speak(let utterance, _)) = $0 { utterance } else { nil } }
    }

    /// Returns the messages sent to a client since the last ``taken()``.
    func sent(to client: UInt64 = 1) -> [ServerMessage] {
        effects.compactMap { effect in
            switch effect {
            case .send(let message, ClientID(client)): message
            case .publish(let event, let subscribers) where subscribers.contains(ClientID(client)): .event(event)
            default: nil
            }
        }
    }

    var replies: [Reply] { sent().compactMap { if case .reply(let reply) = $0 { reply } else { nil } } }
    var errors: [ErrorReply] { sent().compactMap(\.error) }
    func finished(of client: UInt64 = 1) -> [AnnouncementDidFinish] {
        sent(to: client).compactMap { if case .announcementDidFinish(let did) = $0 { did } else { nil } }
    }

    /// The device's state as shown to people.
    mutating func deviceState() -> Status.Device.State? {
        ask(.status)
        guard case .status(let status) = replies.last?.result else { return nil }
        return status.device.state
    }

    /// Lets time pass: wakes the conductor whenever it asked for it, and calls `whenSpoken` each time the voice is given something.
    mutating func advance(by seconds: Double, whenSpoken: (inout ConductorRun) -> Void) {
        let end = now + seconds
        var count = spoken.count
        while step(until: end) {
            if spoken.count > count { whenSpoken(&self) }
            count = spoken.count
        }
        now = end
    }
}

extension Conductor {
    var speakingID: UtteranceID? { speaking?.id }
}

extension ServerMessage {
    /// The error that a client reads.
    var error: ErrorReply? {
        switch self {
        case .error(let error): error
        case .refused(let refusal, let id, let line): ErrorReply(refusal, id: id, line: line)
        default: nil
        }
    }
}
