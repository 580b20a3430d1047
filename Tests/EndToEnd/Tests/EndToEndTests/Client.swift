import TestSupport
import Testing

/// A client on the daemon's socket, as anyone could write it: lines of JSON.
final class Client {
    private let connection: UnixSocketConnection
    /// Messages that have arrived and were not asked for yet.
    private var inbox: [Message] = []

    init(_ connection: UnixSocketConnection) { self.connection = connection }

    /// Connects; `hello` holds fields of that message, in JSON.
    init(_ socket: String, hello: String? = nil) async throws {
        connection = try UnixSocketConnection(to: socket)
        if let hello {
            try send(#"{"type":"hello","id":"hello",\#(hello)}"#)
            if !hello.contains("replies") { try await reply("hello") }
        }
    }

    func send(_ line: String) throws { try connection.send(line: line) }
    func send(bytes: [UInt8]) throws { try connection.send(bytes) }
    func finishSending() { connection.finishSending() }
    func close() { connection.close() }

    /// Posts an announcement.
    /// - Parameter more: more fields, in JSON.
    func announce(_ id: String, _ text: String, _ more: String = #""force":false"#) throws {
        try send(#"{"type":"announcement","id":"\#(id)","text":"\#(text)",\#(more)}"#)
    }

    /// Begins a media session that holds all announcements, so that those of age zero expire.
    func beginRecording() async throws {
        try send(#"{"type":"mediaSession","op":"begin","session":"recording","mode":"record","lease":600,"id":"recording"}"#)
        try await reply("recording")
    }

    /// Sends a request without fields, and returns its reply.
    @discardableResult
    func ask(_ type: String) async throws -> Message {
        try send(#"{"type":"\#(type)","id":"\#(type)"}"#)
        return try await reply(type)
    }

    /// Sends the same request without a task's delay, and returns when the reply arrived.
    func askBlocking(_ type: String) throws -> SuspendingClock.Instant {
        try send(#"{"type":"\#(type)","id":"\#(type)"}"#)
        while let line = try connection.nextLine(blockingFor: .seconds(60)) {
            let message = try Message(line)
            if message.type == "reply", message.id == type { return .now }
            inbox.append(message)
        }
        throw SystemCallError("the daemon closed the connection", code: 0)
    }

    @discardableResult
    func reply(_ id: String, within limit: Duration = .seconds(60)) async throws -> Message {
        try await message(within: limit) { $0.type == "reply" && $0.id == id }
    }

    /// Returns the outcome of an announcement.
    @discardableResult
    func finish(_ id: String, within limit: Duration = .seconds(60)) async throws -> Message {
        try await message(within: limit) { $0.type == "announcementDidFinish" && $0.id == id }
    }

    /// Waits until a word is heard.
    @discardableResult
    func word(_ word: String, of id: String) async throws -> Message {
        try await message { $0.type == "progress" && $0.id == id && $0.word == word }
    }

    /// Returns the first message that meets the condition and has not been returned before.
    @discardableResult
    func message(within limit: Duration = .seconds(60), where condition: (Message) -> Bool) async throws -> Message {
        if let index = inbox.firstIndex(where: condition) { return inbox.remove(at: index) }
        let deadline = SuspendingClock.now + limit
        while let message = try await nextFromSocket(within: SuspendingClock.now.duration(to: deadline)) {
            if condition(message) { return message }
            inbox.append(message)
        }
        throw SystemCallError("the daemon closed the connection", code: 0)
    }

    /// Returns the next message, or nil at the connection's end.
    func next(within limit: Duration = .seconds(60)) async throws -> Message? {
        inbox.isEmpty ? try await nextFromSocket(within: limit) : inbox.removeFirst()
    }

    /// Waits until a part of the status is as expected.
    func awaitStatus<Part: Equatable>(_ part: (Message.Status) -> Part, is expected: Part) async throws {
        var found: Part?
        try await look(for: "\(expected) in the status, which has \(found, default: "nothing")") {
            found = part(try #require(await ask("status").status))
            return found == expected
        }
    }

    /// Returns all messages so far: the reply to a `ping` comes after them.
    func allSoFar() async throws -> [Message] {
        try await ask("ping")
        defer { inbox = [] }
        return inbox
    }

    private func nextFromSocket(within limit: Duration) async throws -> Message? {
        try await connection.nextLine(within: limit).map { try Message($0) }
    }
}
