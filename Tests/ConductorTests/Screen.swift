import AnnounceProtocol
import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

/// A screen as it is heard: a simulation with a voice that speaks each word in ``secondsPerWord``.
///
/// Apps post lines of the protocol, as they would over the socket; what was spoken, cut and dropped is read as text.
struct Screen {
    static let secondsPerWord = 0.5

    private var run: ConductorRun
    private let fresh: Conductor
    private var journal: [JournalEntry] = []
    /// The utterances heard, cut and dropped: `0.0 started Play. Button.` …
    private(set) var log: [String] = []
    private(set) var sent: [(client: String, message: ServerMessage)] = []
    private(set) var pings: [Earcon] = []
    private var clients: [String: ClientID] = [:]

    init(_ change: (inout NarrationSettings) -> Void = { _ in }, language: String = "en") {
        var options = NarrationSettings()
        options.earcons = []
        options.style.gestures = .touch
        change(&options)
        fresh = .new(SpeechAttributes(language: language), options: options, isTraced: true, isJournaled: true)
        run = ConductorRun(fresh, at: Instant(seconds: 0), secondsPerWord: Self.secondsPerWord)
        beginSpeaking()
    }

    var conductor: Conductor { run.conductor }
    var now: Instant { run.now }
    /// Whether the voice has not yet begun what it is told to speak.
    var isVoiceSlow: Bool {
        get { run.secondsToBegin > 0 }
        set { run.secondsToBegin = newValue ? 1000 : 0 }
    }

    /// A voice process is ready.
    private mutating func beginSpeaking() {
        run.ready()
        carryOut(run.conductor.receive(.voices(Self.voices), at: now))
    }

    static let voices = VoiceCatalog(
        voices: [("en", "English"), ("de", "German"), ("fr", "French"), ("es", "Spanish"), ("ru", "Russian")].map {
            InstalledVoice(identifier: "x/\($0)", name: $1, languages: [.init($0)])
        }, variants: [])

    // MARK: Apps

    /// An app posts a message, given as JSON without its braces; a client is who it is by its name.
    mutating func post(_ line: String, as client: String = "a", sourceLocation: SourceLocation = #_sourceLocation) {
        do {
            let line = try RequestLine(line: Array("{\(line)}".utf8))
            let effects = run.conductor.receive(line.request, id: line.id, warnings: line.warnings, from: id(of: client), at: now)
            carryOut(effects)
        } catch {
            Issue.record("\(error.message): \(line)", sourceLocation: sourceLocation)
        }
    }

    /// An app posts an announcement that replaces others, which only a front door can.
    mutating func announce(_ text: String, replacing names: [String], as client: String = "a") {
        var announcement = Announcement(runs: [SpeechRun(text: text)])
        announcement.queue = true
        announcement.replaces = names
        carryOut(run.conductor.receive(.announcement(announcement), id: text, from: id(of: client), at: now))
    }

    mutating func leave(_ client: String) {
        if let gone = clients.removeValue(forKey: client) { carryOut(run.conductor.disconnect(gone, at: now)) }
    }

    private mutating func id(of client: String) -> ClientID {
        if let known = clients[client] { return known }
        let id = ClientID(UInt64(clients.count + 1 + gone))
        gone += 1
        clients[client] = id
        run.conductor.connect(id, name: client)
        return id
    }
    private var gone = 0

    /// The process is killed, and another continues from its journal.
    mutating func restart() {
        journal += run.conductor.takeUnsaved()
        run = ConductorRun(fresh, at: now, secondsPerWord: Self.secondsPerWord)
        carryOut(run.conductor.restore(journal, connected: Set(clients.values), at: now))
        beginSpeaking()
    }

    /// Forgets what was heard and sent, and the journal.
    mutating func forgetPast() { (journal, log, sent, pings) = ([], [], [], []) }

    // MARK: Time

    /// Lets time pass until `seconds` since the beginning.
    mutating func wait(until seconds: Double) {
        let end = Instant(seconds: seconds)
        while run.step(until: end) { read() }
        run.now = end
    }

    /// Lets time pass until all is silent.
    mutating func waitForSilence() {
        for _ in 0..<10_000 {
            guard let next = run.nextEvent else { return }
            wait(until: next.seconds)
        }
        Issue.record("it never falls silent")
    }

    private mutating func carryOut(_ effects: [Effect]) {
        run.add(effects)
        read()
    }

    /// Reads what the last input has led to.
    private mutating func read() {
        journal += run.conductor.takeUnsaved()
        #expect(run.problems == [])
        for effect in run.taken() {
            switch effect {
            case .earcon(let earcon): pings.append(earcon)
            case .trace(let event): note(event)
            case .send(let message, let client): note(message, to: client)
            case .publish(let event, let subscribers): for client in subscribers { note(.event(event), to: client) }
            default: break
            }
        }
    }

    private mutating func note(_ message: ServerMessage, to client: ClientID) {
        sent.append((clients.first { $0.value == client }?.key ?? "", message))
    }

    private mutating func note(_ event: TraceEvent) {
        let time = "\((event.at * 100).rounded() / 100)"
        switch event.event {
        case .started: log.append("\(time) \(event.text ?? "")")
        case .cut: log.append("\(time) cut by \(event.rule ?? ""): \(event.text ?? "")")
        case .finished where event.reason != .spoken:
            log.append("\(time) \(event.reason?.rawValue ?? ""): \(event.text ?? "")")
        case .held: log.append("\(time) held by \(event.rule ?? ""): \(event.text ?? "")")
        case .silent: log.append("\(time) silent by \(event.rule ?? "")")
        case .focus: log.append("\(time) focus \(event.element ?? "nowhere")")
        case .earcon: log.append("\(time) earcon \(event.earcon?.rawValue ?? "")")
        case .mediaSession: log.append("\(time) session \(event.session?.change.rawValue ?? "")")
        case .received, .posted, .settled, .finished, .refused: break
        }
    }

    // MARK: What was so

    /// The log without focus, since the last call of this.
    mutating func heard() -> [String] {
        defer { log = [] }
        return log.filter { !$0.contains(" focus ") }
    }

    /// How an announcement ended last.
    func outcome(of text: String) -> AnnouncementDidFinish? {
        sent.compactMap { if case .announcementDidFinish(let did) = $0.message, did.text == text { did } else { nil } }.last
    }

    /// The replies to a client.
    func replies(to client: String = "a") -> [Reply] {
        sent.compactMap { if $0.client == client, case .reply(let reply) = $0.message { reply } else { nil } }
    }
    func errors(of client: String = "a") -> [ErrorReply] {
        sent.compactMap { if $0.client == client { $0.message.error } else { nil } }
    }
}
