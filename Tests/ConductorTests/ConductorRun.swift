import AnnounceProtocol
import Conductor
import Configuration
import Messages
import Narration
import SpeechQueue

/// A conductor, and all that it has had done.
struct ConductorRun {
    var conductor: Conductor
    var now = Instant(seconds: 100)
    private(set) var effects: [Effect] = []
    /// When the conductor asked to be woken.
    private(set) var nextWake: Instant?

    init(
        limit: Int = 256, isReady: Bool = true, clients: [UInt64] = [1],
        settings: SpeechAttributes = SpeechAttributes(language: "en", rate: 175), devicePatience: Double = 10,
        isJournaled: Bool = false,
        options: NarrationSettings = NarrationSettings()
    ) {
        var limits = SpeechQueue.Limits()
        limits.count = limit
        conductor = Conductor(
            settings: settings, options: options, words: WordTables.all, limits: limits, device: "default", devicePatience: devicePatience,
            identity: Conductor.Identity(version: "1.2.3", processID: 42, started: Instant(seconds: 100)),
            isJournaled: isJournaled)
        for client in clients { conductor.connect(ClientID(client), name: "client-\(client)") }
        if isReady { ready() }
        effects = []
    }

    /// Returns the effects since the last call of this.
    mutating func taken() -> [Effect] {
        defer { effects = [] }
        return effects
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

    mutating func voice(_ report: VoiceReport) { add(conductor.receive(report, at: now)) }

    /// The voice speaks what it was given last to its end.
    mutating func finish() {
        guard let id = spoken.last?.id else { return }
        voice(.finished(id))
    }

    /// The moment at which the conductor asked to be woken has come.
    mutating func wake() {
        nextWake = nil
        add(conductor.wake(at: now))
    }

    mutating func add(_ new: [Effect]) {
        effects += new
        for case .wake(let moment) in new { nextWake = moment }
        if conductor.isIncomplete { add(conductor.complete(at: now)) }
    }

    /// The voice's commands since the last ``taken()``.
    var spoken: [Utterance] {
        effects.compactMap { if case .speak(let utterance, _) = $0 { utterance } else { nil } }
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
    var errors: [ErrorReply] { sent().compactMap(Self.error(in:)) }

    /// Returns the error that a client reads.
    static func error(in message: ServerMessage) -> ErrorReply? {
        switch message {
        case .error(let error): error
        case .refused(let refusal, let id, let line): ErrorReply(refusal, id: id, line: line)
        default: nil
        }
    }
    func finished(of client: UInt64 = 1) -> [AnnouncementDidFinish] {
        sent(to: client).compactMap { if case .announcementDidFinish(let did) = $0 { did } else { nil } }
    }
}
