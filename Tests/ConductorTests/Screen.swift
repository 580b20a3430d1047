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
    private var clients: [String: ClientID] = [:]
    /// Also of those that have gone, by their numbers.
    private var names: [String] = []
    /// How many effects ``heard()`` has returned.
    private var countHeard = 0

    init(_ change: (inout NarrationSettings) -> Void = { _ in }, language: String = "en") {
        var options = NarrationSettings()
        options.earcons = []
        options.style.gestures = .touch
        change(&options)
        let conductor = Conductor.new(SpeechAttributes(language: language), options: options, isTraced: true)
        run = ConductorRun(conductor, at: Instant(seconds: 0), secondsPerWord: Self.secondsPerWord)
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
        run.add(run.conductor.receive(.voices(Self.voices), at: now))
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
            run.add(run.conductor.receive(line.request, id: line.id, warnings: line.warnings, from: id(of: client), at: now))
        } catch {
            Issue.record("\(error.message): \(line)", sourceLocation: sourceLocation)
        }
    }

    /// An app posts an announcement that replaces others, which only a front door can.
    mutating func announce(_ text: String, replacing names: [String], as client: String = "a") {
        var announcement = Announcement(runs: [SpeechRun(text: text)])
        announcement.queue = true
        announcement.replaces = names
        run.add(run.conductor.receive(.announcement(announcement), id: text, from: id(of: client), at: now))
    }

    mutating func leave(_ client: String) {
        if let gone = clients.removeValue(forKey: client) { run.add(run.conductor.disconnect(gone, at: now)) }
    }

    private mutating func id(of client: String) -> ClientID {
        if let known = clients[client] { return known }
        names.append(client)
        let id = ClientID(UInt64(names.count))
        clients[client] = id
        run.conductor.connect(id, name: client)
        return id
    }

    /// The process is killed, and another continues from its journal.
    mutating func restart() {
        run.restart(connected: Set(clients.values))
        beginSpeaking()
    }

    /// Forgets what was heard and sent, and the journal.
    mutating func forgetPast() {
        run.forgetPast()
        countHeard = 0
    }

    // MARK: Time

    /// Lets time pass until `seconds` since the beginning.
    mutating func wait(until seconds: Double) {
        let end = Instant(seconds: seconds)
        while run.step(until: end) {}
        run.now = end
        #expect(run.problems == [])
    }

    /// Lets time pass until all is silent.
    mutating func waitForSilence() {
        for _ in 0..<10_000 {
            guard let next = run.nextEvent else { return }
            wait(until: next.seconds)
        }
        Issue.record("it never falls silent")
    }

    // MARK: What was so

    /// The utterances heard, cut and dropped, since the last call of ``heard()``: `0.0 started Play. Button.` …
    var log: [String] {
        run.effects[countHeard...].compactMap { if case .publish(let event, _) = $0 { Self.text(of: event) } else { nil } }
    }

    /// The log without focus, since the last call of this.
    mutating func heard() -> [String] {
        defer { countHeard = run.effects.count }
        return log.filter { !$0.contains(" focus ") }
    }

    private static func text(of event: TraceEvent) -> String? {
        let what: String? =
            switch event.event {
            case .started: event.text
            case .cut: "cut by \(event.rule ?? ""): \(event.text ?? "")"
            case .finished: event.reason == .spoken ? nil : "\(event.reason?.rawValue ?? ""): \(event.text ?? "")"
            case .held: "held by \(event.rule ?? ""): \(event.text ?? "")"
            case .silent: "silent by \(event.rule ?? "")"
            case .focus: "focus \(event.element ?? "nowhere")"
            case .earcon: "earcon \(event.earcon?.rawValue ?? "")"
            case .mediaSession: "session \(event.session?.change.rawValue ?? "")"
            case .received, .posted, .settled, .refused: nil
            }
        return what.map { "\((event.at * 100).rounded() / 100) \($0)" }
    }

    /// Waits for silence, and returns what was heard since the last call, without the moments.
    mutating func words() -> [String] {
        waitForSilence()
        return heard().map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    /// What the voice was given to speak.
    var given: [Utterance] { run.spoken }

    var pings: [Earcon] { run.effects.compactMap { if case .voice(.earcon(let earcon)) = $0 { earcon } else { nil } } }

    var sent: [(client: String, message: ServerMessage)] {
        run.effects.flatMap { effect -> [(client: String, message: ServerMessage)] in
            switch effect {
            case .send(let message, let client): [(names[Int(client.number) - 1], message)]
            case .publish(let event, let subscribers): subscribers.map { (names[Int($0.number) - 1], .event(event)) }
            default: []
            }
        }
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
