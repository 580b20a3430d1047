import AnnounceClient
import AnnounceProtocol
import Glibc
import Messages

/// Lines that are messages of the protocol. They are sent unchanged, and their outcomes awaited.
struct PipedMessages: PipeConsumer {
    /// The number of messages sent before the first has finished: fewer than the daemon queues for a client (Q11), but enough for one to
    /// cut others.
    private static let mostPosted = 128

    /// A message that was sent.
    private struct Sent {
        var number: Int
        var isAnnouncement: Bool
        /// Whether it was accepted, so that only its end is awaited.
        var isTaken = false
    }

    /// The final question: is anything of ours still to be heard?
    private enum Ending: Equatable {
        case no
        case asked
        /// Something is; the next utterance to finish may be the last.
        case waits
        case done
    }

    private let input: PipedInput
    private let connection: Connection
    /// The name that others see.
    private var app = PipeEvent.app
    /// The unfinished messages with each id, in order.
    private var sent: [String: [Sent]] = [:]
    private var count = 0
    private var ending = Ending.no
    private(set) var outcome = PipeOutcome()

    init(_ input: PipedInput, _ connection: Connection) {
        self.input = input
        self.connection = connection
    }

    var isDone: Bool { ending == .done }
    var isWaiting: Bool { count > 0 || ending == .waits }

    var silencing: [Request] {
        sent.flatMap { id, messages in messages.filter(\.isAnnouncement).map { _ in .cancel(.id(id)) } }
    }

    mutating func read() async throws {
        while count < Self.mostPosted, let line = input.next() {
            switch line {
            case .text: break
            case .tooLong(let number):
                refuse(number, "a message has at most \(RequestLine.maximumLength) bytes; skipped")
            case .message(let bytes, let number): try await send(bytes, number)
            }
        }
        // Speech about elements ends with the connection, which is kept until all of it was heard.
        if ending == .no, count == 0, input.isAtEnd {
            ending = .asked
            try await connection.send(.subscribe([.finished]), id: Self.end)
            try await connection.send(.status, id: Self.end)
        }
    }

    private static let announcements: Set = ["low", "default", "high"]
    private static let end = PipeEvent.id("end")

    private mutating func send(_ bytes: [UInt8], _ number: Int) async throws {
        guard bytes.contains(where: { $0 > 0x20 }) else { return }
        let line: RequestLine
        do { line = try RequestLine(line: bytes) } catch { return refuse(number, error.message) }
        let id = line.id ?? PipeEvent.id("\(number)")
        let isAnnouncement = if case .announcement = line.request { true } else { false }
        sent[id, default: []].append(Sent(number: number, isAnnouncement: isAnnouncement))
        count += 1
        if case .hello(var hello) = line.request {
            // Without replies, no one would know when it was heard.
            hello.replies = .all
            app = hello.app ?? hello.name ?? app
            return try await connection.send(.hello(hello), id: id)
        }
        try await connection.send(line: line.id == nil ? Self.named(bytes, id) : bytes)
    }

    /// Returns the message with an id. Of duplicate fields, the first counts.
    private static func named(_ bytes: [UInt8], _ id: String) -> [UInt8] {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return bytes }
        return Array(bytes[...start]) + Array("\"id\":\"\(id)\",".utf8) + bytes[(start + 1)...]
    }

    private mutating func refuse(_ number: Int, _ message: String) {
        outcome.refuse("standard input:\(number): \(message)")
    }

    mutating func take(_ message: ServerMessage) async throws {
        switch message {
        case .reply(let reply) where reply.id == Self.end:
            guard case .status(let status) = reply.result else { return }
            let said = [status.speaking].compactMap(\.self) + status.next
            // Our announcements have finished. Others with an id belong to another command.
            ending = said.contains { $0.client == app && ($0.id.hasPrefix("#") || !Self.announcements.contains($0.class)) } ? .waits : .done
        case .event(let event) where event.event == .finished && ending == .waits:
            ending = .asked
            try await connection.send(.status, id: Self.end)
        case .reply(let reply):
            outcome.warn(reply.warnings)
            answered(reply.id) { $0.isTaken = true }
        case .error(let error):
            guard let id = error.id, let first = first(id, where: { !$0.isTaken }) else { throw Connection.Failure.refused(error) }
            refuse(first.number, error.message)
            answered(id) { $0.isAnnouncement = false }
        case .announcementDidFinish(let did):
            guard let index = sent[did.id]?.firstIndex(where: { $0.isAnnouncement && $0.isTaken }) else { return }
            remove(did.id, index)
            outcome.finished(did, mayBeCut: true)
        default: break
        }
    }

    private func first(_ id: String, where condition: (Sent) -> Bool) -> Sent? { sent[id]?.first(where: condition) }

    /// Notes the reply to the first message with this id that had none. For an announcement, the outcome is still awaited.
    private mutating func answered(_ id: String, _ change: (inout Sent) -> Void) {
        guard let index = sent[id]?.firstIndex(where: { !$0.isTaken }) else { return }
        change(&sent[id]![index])
        if sent[id]?[index].isAnnouncement == false { remove(id, index) }
    }

    private mutating func remove(_ id: String, _ index: Int) {
        sent[id]?.remove(at: index)
        if sent[id]?.isEmpty == true { sent[id] = nil }
        count -= 1
    }
}
