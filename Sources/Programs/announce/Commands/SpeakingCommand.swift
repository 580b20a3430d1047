import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import SpeechQueue
import System
import Watch

/// A command that sends one request, and waits for the resulting speech.
///
/// Speech about elements ends with the connection (Q12), so the connection is kept until the daemon reports that the request has settled.
struct SpeakingCommand {
    /// The event that a command waits for.
    enum Until {
        /// The acceptance of an announcement, which is spoken even after the command has ended.
        case accepted
        /// The end of the speech, not counting a hint or a value that is polled later.
        case ended
        /// The end of all speech, including the hint. If it was not heard, an error is reported.
        case heard
    }

    private static let id = "announce-\(getpid())"
    /// The reply to this ping follows all immediate results of the request.
    private static let lastPing = "last"

    private let until: Until
    private var request: FollowedRequest
    private var isAnswered = false
    /// The number of the request's unfinished utterances, not counting hints, and whether any has finished.
    private var unended = 0
    private var hasEnded = false
    /// Whether the request began, extended or ended a media session, so that there was nothing to hear.
    private var isAboutSession = false
    /// The media sessions that the request began.
    private var sessions: Set<String> = []

    private init(_ request: Request, until: Until) {
        self.request = FollowedRequest(request, id: Self.id)
        self.until = until
    }

    /// Sends the request, and returns when nothing is left to wait for.
    static func run(_ request: Request, until: Until, at daemon: SocketOption) async throws {
        guard Connection.fits(request, id: id) else {
            throw CommandError(Exit.usage, "the text is too long: as sent, a request has at most \(RequestLine.maximumLength) bytes")
        }
        let connection = try await daemon.connect()
        try await Interruption.watched(connection, sending: [.cancel(.id(id))]) { interruption in
            try await connection.send(.hello(Hello(app: ClientIdentity.app)), id: "hello")
            try await connection.send(.subscribe(FollowedRequest.events.union([.posted, .finished, .mediaSession])), id: "events")
            try await connection.send(request, id: id)
            try await connection.send(.ping, id: lastPing)
            var command = SpeakingCommand(request, until: until)
            var notice = HeldBackNotice()
            for await message in connection.messages where !interruption.wasInterrupted {
                if notice.receive(message, isWaiting: !command.isDone) {
                    notice.expect(over: connection)
                    continue
                }
                if case .error(let error) = message { throw Connection.Failure.refused(error) }
                command.receive(message)
                if command.isDone { return try command.checkOutcome(at: daemon) }
                if command.isAnswered { notice.expect(over: connection) }
            }
            throw Connection.Failure.lost
        }
    }

    private var isDone: Bool {
        guard let reply = request.reply, isAnswered else { return false }
        return switch until {
        case .accepted: true
        case .ended: sessions.isEmpty && (request.settled != nil || unended == 0 && (hasEnded || reply.state == .stored))
        case .heard: sessions.isEmpty && request.settled != nil
        }
    }

    private mutating func receive(_ message: ServerMessage) {
        if request.receive(message) {
            if case .reply(let reply) = message { StandardError.print(warnings: reply.warnings) }
            return
        }
        switch message {
        case .reply(let reply) where reply.id == Self.lastPing: isAnswered = true
        case .event(let event) where (event.cause ?? event.id) == Self.id && event.client == ClientIdentity.app: receive(event)
        case .mediaSession(let session):
            if session.change == .ended { sessions.remove(session.session) } else { sessions.insert(session.session) }
        default: break
        }
    }

    private mutating func receive(_ event: TraceEvent) {
        switch event.event {
        case .mediaSession: isAboutSession = true
        case .posted where event.class != UtteranceClass.hint.name: unended += 1
        case .finished where event.class != UtteranceClass.hint.name:
            unended -= 1
            hasEnded = true
        default: break
        }
    }

    private func checkOutcome(at daemon: SocketOption) throws {
        guard until == .heard, let settled = request.settled, settled.successful != true else { return }
        if let reason = settled.reason { throw CommandError.notHeard(reason) }
        if isAboutSession { return }
        guard let rule = settled.rule else { throw CommandError(Exit.notHeard, "not heard: there is nothing to say") }
        // A rule of a newer daemon has no sentence in this version.
        let reason = Self.session(at: daemon, rule) ?? Rule(rawValue: rule)?.sentence ?? "there is nothing to say"
        throw CommandError(Exit.notHeard, "not heard: \(reason) (\(rule); `announce explain \(Self.id)` says more)")
    }

    /// Returns the name of the media session that silences speech; nil if there is none now.
    private static func session(at daemon: SocketOption, _ rule: String) -> String? {
        guard rule == Rule.M3.rawValue, case .status(let status)? = try? daemon.ask(.status).result, let session = status.media.first
        else { return nil }
        // The names of announced-watch's sessions are sentences: "zoom is recording".
        if session.client == WatchNote.client { return session.session }
        return "a media session of \(session.client) is on"
    }
}
