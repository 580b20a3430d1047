import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import SpeechQueue

/// A request that leads to speech, followed to its end.
///
/// Speech about elements ends with the connection (Q12), so the connection is kept until the daemon reports that nothing more follows.
struct FollowedRequest {
    /// What a command waits for.
    enum Until {
        /// The acceptance of an announcement, which is spoken without us.
        case taken
        /// The end of its speech, not counting a hint or a value that is polled later.
        case ended
        /// Its being heard, including the hint; otherwise an error is reported.
        case heard
    }

    private enum Step {
        static let request = "announce-\(getpid())"
        /// Its reply follows everything that the request caused at once.
        static let told = "told"
    }
    private static let app = "announce"

    private let until: Until
    private var reply: Reply?
    private var isTold = false
    private var settled: TraceEvent?
    /// The number of its unfinished utterances, not counting hints, and whether any has finished.
    private var unended = 0
    private var hasEnded = false
    /// Whether it began, extended or ended a media session, so that there was nothing to hear.
    private var isAboutSession = false
    /// The media sessions that it began.
    private var sessions: Set<String> = []

    private init(until: Until) { self.until = until }

    /// Sends the request, and returns when nothing is left to wait for.
    static func follow(_ request: Request, until: Until, at daemon: SocketOption) async throws {
        guard Connection.fits(request, id: Step.request) else {
            StandardError.print("announce: the text is too long: as sent, a request has at most \(RequestLine.maximumLength) bytes")
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
