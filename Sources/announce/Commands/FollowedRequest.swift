import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Synchronization

/// A request that something is spoken for, and what becomes of that.
///
/// What is said of elements ends with the connection (Q12). So it is kept until nothing of ours is to be said any more.
struct FollowedRequest {
    /// What a command waits for.
    enum Until: Equatable {
        /// An announcement that is spoken without us.
        case taken
        /// What is said of it has ended.
        case ended
        /// It was heard, and the hint that follows; what was not heard is told.
        case heard
    }

    private enum Step {
        static let request = "announce-\(getpid())"
        static let told = "told"
        static let noHint = "no hint"
    }
    /// How long a hint may be in coming (H1).
    private static let hintDelay = Duration.seconds(1)
    private static let app = "announce"

    /// The utterances that a signal silences.
    private final class Spoken: Sendable {
        let ids = Mutex<Set<String>>([Step.request])
    }

    private let until: Until
    /// What is spoken for an update may be something of the daemon's own, which is not called as the request is.
    private var isUpdate = false
    /// Utterances of ours that have not ended, and those that have.
    private var awaited: Set<String> = []
    private var ended: Set<String> = []
    /// The media sessions that it began.
    private var sessions: Set<String> = []
    /// Whether the request was carried out, and whether what it brought with it is known.
    private var isAnswered = false
    private var isTold = false
    private var isSilent = true
    /// Why it was not heard.
    private var silentRule: String?
    private var reason: FinishReason?
    private var hint: Hint

    private enum Hint: Equatable {
        /// One may follow what is said.
        case possible
        /// It may begin at any moment.
        case awaited
        case speaks(String)
        /// Nothing is to be waited for any more.
        case over
    }

    private init(until: Until, hint: Hint) {
        self.until = until
        self.hint = hint
    }

    /// Sends the request, and returns when nothing is to be waited for.
    /// - Throws: an exit code, after a line on standard error.
    /// - Parameter mayHaveHint: whether a hint may follow what is said.
    static func follow(_ request: Request, until: Until, mayHaveHint: Bool = false, at daemon: SocketOption) async throws {
        guard Connection.fits(request, id: Step.request) else {
            StandardError.print("announce: the text is too long: a request, as it is sent, has at most \(RequestLine.maximumLength) bytes")
            throw Exit.usage
        }
        let connection = try await daemon.connect()
        let interruption = Interruption()
        let spoken = Spoken()
        let watch = await interruption.sends(spoken.ids.withLock { $0.map { .cancel(.id($0)) } }, over: connection)
        defer { watch.cancel() }
        do {
            try await connection.send(.hello(Hello(app: app)), id: "hello")
            try await connection.send(.subscribe([.started, .finished, .silent, .earcon]), id: "events")
            try await connection.send(request, id: Step.request)
            try await connection.send(.status, id: Step.told)
            var followed = FollowedRequest(until: until, hint: mayHaveHint ? .possible : .over)
            if case .elementUpdated = request { followed.isUpdate = true }
            var notice = HeldBackNotice()
            for await message in connection.messages where !interruption.hasCome {
                if notice.take(message, isWaiting: !followed.isSaid) {
                    notice.expect(over: connection)
                    continue
                }
                if case .error(let error) = message { throw refused(error) }
                followed.hear(message)
                spoken.ids.withLock { $0 = followed.ours }
                if followed.hint == .possible, followed.isSaid, until == .heard, followed.reason == .spoken {
                    followed.hint = .awaited
                    Task {
                        try await Task.sleep(for: Self.hintDelay)
                        try await connection.send(.ping, id: Step.noHint)
                    }
                }
                if followed.isDone { return try followed.tellOutcome() }
                if followed.isTold, !followed.isSaid { notice.expect(over: connection) }
            }
            throw Connection.Failure.lost
        } catch {
            if interruption.hasCome { throw interruption.exitCode }
            guard error is Connection.Failure else { throw error }
            throw connectionLost()
        }
    }

    private var isSaid: Bool { isTold && awaited.isEmpty && sessions.isEmpty }

    private var isDone: Bool {
        switch until {
        case .taken: isTold
        case .ended: isSaid
        case .heard: isSaid && (reason != .spoken || hint == .over)
        }
    }

    private mutating func hear(_ message: ServerMessage) {
        switch message {
        case .reply(let reply) where reply.id == Step.request:
            StandardError.print(warnings: reply.warnings)
            isAnswered = true
            isSilent = reply.state ?? .silent == .silent
            if !isUpdate, reply.state == .queued || reply.state == .held { expect(Step.request) }
        case .reply(let reply) where reply.id == Step.told:
            if case .status(let status) = reply.result { told(status) }
        case .reply(let reply) where reply.id == Step.noHint: if hint == .awaited { hint = .over }
        case .event(let event) where event.client == Self.app || event.event == .started: hear(event)
        case .mediaSession(let session):
            if session.change == .ended { sessions.remove(session.session) } else { sessions.insert(session.session) }
        default: break
        }
    }

    /// What is spoken or waits once the request was carried out: that, and what an element's new value or a screen brings with it.
    private mutating func told(_ status: Status) {
        isTold = true
        let ours = ([status.speaking].compactMap(\.self) + status.next).filter { $0.client == Self.app }
        for utterance in ours where utterance.id == Step.request || Self.isBrought(utterance.id, utterance.class) {
            expect(utterance.id)
        }
    }

    /// Whether the daemon says this of itself about elements; announce names all its own announcements.
    private static func isBrought(_ id: String, _ class: String?) -> Bool { `class`.map(classes.contains) == true && id.hasPrefix("#") }

    private static let classes: Set = ["refresh", "summary", "low"]

    /// What is said for us.
    private var ours: Set<String> {
        if case .speaks(let id) = hint { return awaited.union([Step.request, id]) }
        return awaited.union([Step.request])
    }

    private mutating func expect(_ id: String) {
        if !ended.contains(id) { awaited.insert(id) }
    }

    private mutating func hear(_ event: TraceEvent) {
        switch event.event {
        case .started:
            // A short one may have ended before it is known what was brought.
            if isAnswered, !isTold, event.client == Self.app, Self.isBrought(event.id, event.class) { expect(event.id) }
            // Whatever else speaks, the hint gives way to (H3).
            if hint == .awaited { hint = event.class == "hint" && event.client == Self.app ? .speaks(event.id) : .over }
        case .finished:
            ended.insert(event.id)
            if awaited.remove(event.id) != nil || event.id == Step.request { reason = event.reason }
            if hint == .speaks(event.id) { hint = .over }
        case .silent where event.id == Step.request:
            silentRule = event.rule
            ended.insert(event.id)
            awaited.remove(event.id)
        case .earcon where event.id == Step.request: isSilent = false
        default: break
        }
    }

    private func tellOutcome() throws {
        guard until == .heard else { return }
        switch reason {
        case .spoken: return
        case .some(let reason): throw reason.notHeard()
        case nil where isUpdate && isSilent && silentRule == nil:
            StandardError.print("announce: not heard: the element updates frequently: its value waits until it is next asked for (U1)")
            throw Exit.notHeard
        case nil where isSilent || silentRule != nil:
            let rule = silentRule.map { " (\($0); `announce explain \(Step.request)` says why)" } ?? ""
            StandardError.print("announce: not heard: there is nothing to say\(rule)")
            throw Exit.notHeard
        case nil: return
        }
    }
}
