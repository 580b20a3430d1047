import AnnounceClient
import Messages

/// An exchange, and all that it did.
struct ExchangeRun {
    var exchange = Exchange(hello: Hello(app: "mail"), socket: "/socket", prefix: "p")
    /// The requests sent on the current connection.
    var sent: [(request: Request, id: String)] = []
    /// How often each announcement was sent, by its id.
    var posted: [String: Int] = [:]
    var ended: [String: [Result<Exchange.Answer, AnnounceError>]] = [:]
    var told: [AnnounceEvent] = []
    var outage: Int?
    var checksLater = 0
    /// The latest wait for an answer.
    var awaited: Int?
    /// How often the connection was closed.
    var disconnects = 0

    mutating func perform(_ input: (inout Exchange) -> [Exchange.Action]) {
        for action in input(&exchange) {
            switch action {
            case .send(let request, let id):
                sent.append((request, id))
                if case .announcement = request { posted[id, default: 0] += 1 }
            case .end(let id, let result): ended[id, default: []].append(result)
            case .report(let event): told.append(event)
            case .awaitConnection(let number): outage = number
            case .awaitAnswer(let number): awaited = number
            case .disconnect: disconnects += 1
            case .checkLater: checksLater += 1
            }
        }
    }

    // MARK: Short forms

    mutating func ask(_ request: Request, _ id: String, until: Exchange.Until = .replied) {
        perform { $0.ask(request, id: id, until: until) }
    }

    mutating func announce(_ id: String) { ask(Self.announcement(id), id, until: .finished) }

    static func announcement(_ text: String) -> Request {
        .announcement(Announcement(runs: [SpeechRun(text: text)]))
    }

    mutating func connect() {
        sent = []
        perform { $0.didConnect() }
    }

    mutating func lose() {
        sent = []
        perform { $0.didDisconnect() }
    }

    mutating func hear(_ message: ServerMessage) { perform { $0.receive(message) } }

    mutating func reply(_ id: String, _ result: Reply.Result? = nil) { hear(.reply(Reply(id: id, result: result))) }

    /// The daemon is there at once, and knows nothing of what was posted before.
    mutating func connectAndGreet(process: Int = 1, uptime: Double = 1) {
        connect()
        answerGreeting(process: process, uptime: uptime)
    }

    /// Answers all own questions so far.
    mutating func answerGreeting(
        process: Int = 1, uptime: Double = 1, explain: (String) -> FinishReason?? = { _ in nil }, answersAll: Bool = true
    ) {
        for (request, id) in sent {
            switch request {
            case .hello, .subscribe, .ping: reply(id)
            case .explain(let target?):
                if !answersAll { continue }
                if let known = explain(target) {
                    let events = known.map { [TraceEvent(at: 1, event: .finished, id: target, client: "mail", reason: $0)] } ?? []
                    reply(id, .explanation(Explanation(id: target, steps: [], events: events)))
                } else {
                    hear(.error(ErrorReply(id: id, code: .unknownTarget, message: "unknown")))
                }
            case .status: reply(id, .status(Self.status(process: process, uptime: uptime)))
            default: continue
            }
        }
    }

    static func status(process: Int, uptime: Double) -> Status {
        Status(
            version: "1", processID: process, uptime: uptime, paused: false, clients: 1, speaking: nil, waiting: [:], next: [],
            voice: Status.Voice(state: .ready), device: Status.Device(state: .closed, name: "null"))
    }

    static func did(_ id: String, _ reason: FinishReason = .spoken) -> AnnouncementDidFinish {
        AnnouncementDidFinish(id: id, text: id, successful: reason == .spoken, reason: reason, attempts: 1, spokenSeconds: 1)
    }

    /// How it ended, in a word or two.
    func end(_ id: String) -> String? {
        guard let endings = ended[id] else { return nil }
        return endings.map { result in
            switch result {
            case .success(.reply(let reply)): "reply \(reply.state.map(\.rawValue) ?? "")"
            case .success(.finished(let outcome)): "\(outcome.reason.rawValue)\(outcome.attempts == nil ? ", from history" : "")"
            case .failure(let error): "\(error)"
            }
        }.joined(separator: "; ")
    }

    func texts() -> [String] {
        sent.compactMap { if case .announcement(let announcement) = $0.request { announcement.text } else { nil } }
    }
}
