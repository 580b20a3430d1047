import AnnounceClient
import AnnounceProtocol
import Messages

/// Lines that are messages of the protocol. They are sent unchanged, and their outcomes are awaited.
struct PipedMessages: PipeConsumer {
    /// How many messages are sent before the first has finished: fewer than the daemon queues for a client (Q11), but enough for one to cut
    /// others.
    private static let mostPosted = 128

    private let input: PipedInput
    private let connection: Connection
    /// The names with which this client has identified itself to the daemon in each `hello`.
    private var apps: Set = [ClientIdentity.app]
    /// The unfinished messages with each id, in order, with their line numbers.
    private var sent: [String: [(number: Int, request: FollowedRequest)]] = [:]
    private var count = 0
    private var isSubscribed = false
    private(set) var outcome = PipeOutcome()

    init(_ input: PipedInput, _ connection: Connection) {
        self.input = input
        self.connection = connection
    }

    var isDone: Bool { count == 0 && input.isAtEnd }
    var isWaiting: Bool { count > 0 }
    var cancellations: [Request] { sent.values.joined().compactMap(\.request.cancellation) }

    mutating func read() async throws {
        if !isSubscribed {
            isSubscribed = true
            try await connection.send(.subscribe(FollowedRequest.events), id: ClientIdentity.id("events"))
        }
        while count < Self.mostPosted, let line = input.next() {
            switch line {
            case .text, .invalid: break
            case .tooLong(let number):
                refuse(number, "a message has at most \(RequestLine.maximumLength) bytes; skipped")
            case .message(let bytes, let number): try await send(bytes, number)
            }
        }
    }

    private mutating func send(_ bytes: [UInt8], _ number: Int) async throws {
        guard bytes.contains(where: { $0 > 0x20 }) else { return }
        let line: RequestLine
        do { line = try RequestLine(line: bytes) } catch { return refuse(number, error.message) }
        let id = line.id ?? ClientIdentity.id("\(number)")
        sent[id, default: []].append((number, FollowedRequest(line.request, id: id)))
        count += 1
        switch line.request {
        case .hello(var hello):
            // Without replies and a name, it would be unknown when the message was heard.
            hello.replies = .all
            if hello.app == nil { hello.name = hello.name ?? ClientIdentity.app }
            apps.insert(hello.app ?? hello.name ?? ClientIdentity.app)
            try await connection.send(.hello(hello), id: id)
        case .subscribe(let events): try await connection.send(.subscribe(events.union(FollowedRequest.events)), id: id)
        default: try await connection.send(line: line.id == nil ? Self.named(bytes, id) : bytes)
        }
    }

    /// Returns the message with an id. The message had none, or null, which counts as none.
    private static func named(_ bytes: [UInt8], _ id: String) -> [UInt8] {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return bytes }
        return Array(bytes[...start]) + Array("\"id\":\"\(id)\",".utf8) + bytes[(start + 1)...]
    }

    private mutating func refuse(_ number: Int, _ message: String) {
        outcome.refuse("standard input:\(number): \(message)")
    }

    mutating func receive(_ message: ServerMessage) async throws {
        switch message {
        case .reply(let reply):
            outcome.warn(reply.warnings)
            follow(message, of: reply.id)
        case .error(let error):
            guard let id = error.id, let index = sent[id]?.firstIndex(where: { $0.request.reply == nil }) else {
                throw Connection.Failure.refused(error)
            }
            refuse(remove(id, index).number, error.message)
        case .event(let event): follow(message, of: event.id)
        case .announcementDidFinish(let did): follow(message, of: did.id)
        default: break
        }
    }

    /// Passes a message to the first request with this id to which it is new.
    private mutating func follow(_ message: ServerMessage, of id: String) {
        for index in sent[id]?.indices ?? 0..<0 where sent[id]?[index].request.receive(message, as: apps) == true {
            if sent[id]?[index].request.isOver == true { outcome.didFinish(remove(id, index).request) }
            return
        }
    }

    private mutating func remove(_ id: String, _ index: Int) -> (number: Int, request: FollowedRequest) {
        let line = sent[id]!.remove(at: index)
        if sent[id]?.isEmpty == true { sent[id] = nil }
        count -= 1
        return line
    }
}
