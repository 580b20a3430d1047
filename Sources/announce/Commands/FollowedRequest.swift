import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import SpeechQueue

/// A request that something is spoken for, and what becomes of that.
///
/// What is said of elements ends with the connection (Q12). So it is kept until the daemon says that nothing more comes of the request.
struct FollowedRequest {
    /// What a command waits for.
    enum Until {
        /// An announcement that is spoken without us.
        case taken
        /// What is said of it has ended. A hint, and a value that is asked for later, are not waited for.
        case ended
        /// It was heard, and the hint too; what was not heard is told.
        case heard
    }

    private enum Step {
        static let request = "announce-\(getpid())"
        /// Its answer comes behind all that the request brought about at once.
        static let told = "told"
    }
    private static let app = "announce"

    private let until: Until
    private var reply: Reply?
    private var isTold = false
    private var settled: TraceEvent?
    /// How many utterances that came of it have not ended, hints aside, and whether any has.
    private var unended = 0
    private var hasEnded = false
    /// Whether a media session began, goes on or ended with it: then there was nothing to be heard.
    private var isAboutSession = false
    /// The media sessions that it began.
    private var sessions: Set<String> = []

    private init(until: Until) { self.until = until }

    /// Sends the request, and returns when nothing is to be waited for.
    static func follow(_ request: Request, until: Until, at daemon: SocketOption) async throws {
        guard Connection.fits(request, id: Step.request) else {
            StandardError.print("announce: the text is too long: a request, as it is sent, has at most \(RequestLine.maximumLength) bytes")
            throw Exit.usage
        }
        let connection = try await daemon.connect()
        try await Interruption.watched(connection, sending: [.cancel(.id(Step.request))]) { interruption in
            try await connection.send(.hello(Hello(app: app)), id: "hello")
            try await connection.send(.subscribe([.posted, .finished, .settled, .mediaSession]), id: "events")
            try await connection.send(request, id: Step.request)
            try await connection.send(.ping, id: Step.told)
            var followed = FollowedRequest(until: until)
            var notice = HeldBackNotice()
            for await message in connection.messages where !interruption.hasCome {
                if notice.take(message, isWaiting: !followed.isDone) {
                    notice.expect(over: connection)
                    continue
                }
                if case .error(let error) = message { throw Connection.Failure.refused(error) }
                followed.hear(message)
                if followed.isDone { return try followed.tellOutcome() }
                if followed.isTold { notice.expect(over: connection) }
            }
            throw Connection.Failure.lost
        }
    }

    private var isDone: Bool {
        guard let reply, isTold else { return false }
        return switch until {
        case .taken: true
        case .ended: sessions.isEmpty && (settled != nil || unended == 0 && (hasEnded || reply.state == .stored))
        case .heard: sessions.isEmpty && settled != nil
        }
    }

    private mutating func hear(_ message: ServerMessage) {
        switch message {
        case .reply(let reply) where reply.id == Step.request:
            StandardError.print(warnings: reply.warnings)
            self.reply = reply
        case .reply(let reply) where reply.id == Step.told: isTold = true
        case .event(let event) where (event.cause ?? event.id) == Step.request && event.client == Self.app: hear(event)
        case .mediaSession(let session):
            if session.change == .ended { sessions.remove(session.session) } else { sessions.insert(session.session) }
        default: break
        }
    }

    private mutating func hear(_ event: TraceEvent) {
        switch event.event {
        case .settled: settled = event
        case .mediaSession: isAboutSession = true
        case .posted where event.class != UtteranceClass.hint.name: unended += 1
        case .finished where event.class != UtteranceClass.hint.name:
            unended -= 1
            hasEnded = true
        default: break
        }
    }

    private func tellOutcome() throws {
        guard until == .heard, let settled, settled.successful != true else { return }
        if let reason = settled.reason { throw reason.notHeard() }
        if isAboutSession { return }
        let rule = settled.rule.map { " (\($0); `announce explain \(Step.request)` says why)" } ?? ""
        StandardError.print("announce: not heard: there is nothing to say\(rule)")
        throw Exit.notHeard
    }
}
