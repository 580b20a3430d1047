import TestSupport
import Testing

/// A client that speaks SSIP at the level of the wire.
final class SSIPConnection {
    /// An answer or an event: its code, its data lines, and its last line.
    struct Message: Equatable {
        var code: Int
        var data: [String]
        var text: String
    }

    private let connection: UnixSocketConnection
    /// Events that arrived before an answer.
    private var events: [Message] = []

    init(_ socket: String) throws { connection = try UnixSocketConnection(to: socket) }

    /// Connects like Orca, with all notifications enabled.
    init(_ socket: String, as app: String, _ priority: String = "message") async throws {
        connection = try UnixSocketConnection(to: socket)
        let opening = ["SET self CLIENT_NAME me:\(app):main", "SET self PRIORITY \(priority)", "SET self NOTIFICATION ALL on"]
        for command in opening { #expect(try await ask(command).code / 100 == 2) }
    }

    func send(_ text: String) throws { try connection.send(Array(text.utf8)) }
    func send(bytes: [UInt8]) throws { try connection.send(bytes) }
    func finishSending() { connection.finishSending() }
    func close() { connection.close() }

    /// Sends a command, and returns its answer.
    @discardableResult
    func ask(_ command: String) async throws -> Message {
        try send("\(command)\r\n")
        return try await answer()
    }

    /// Sends a text to speak.
    /// - Returns: the message's number.
    func speak(_ text: String) async throws -> Int {
        #expect(try await ask("SPEAK").code == 230)
        let answer = try await ask("\(text)\r\n.")
        #expect(answer.code == 225)
        return try #require(answer.data.first.flatMap { Int($0) })
    }

    func answer() async throws -> Message {
        while true {
            let message = try #require(await next())
            if message.code / 100 != 7 { return message }
            events.append(message)
        }
    }

    /// Waits for an event of a message, by its code; events before it are dropped.
    func await(_ code: Int, of number: Int) async throws {
        while try await event() != (code, number) {}
    }

    /// Returns the next event's code, and its message's number.
    func event() async throws -> (code: Int, number: Int) {
        let event = try await message()
        return (event.code, try #require(Int(event.data[0])))
    }

    /// Returns the next event.
    func message() async throws -> Message {
        events.isEmpty ? try #require(await next(within: .seconds(60))) : events.removeFirst()
    }

    /// Returns the next event that arrived before an answer.
    func nextEvent() -> Message? { events.isEmpty ? nil : events.removeFirst() }

    /// Waits until the other end closes the connection.
    func end() async throws { while try await next() != nil {} }

    private func next(within limit: Duration = .seconds(60)) async throws -> Message? {
        var data: [String] = []
        while let line = try await connection.nextLine(within: limit) {
            try #require(line.hasSuffix("\r"), "\(line)")
            let text = String(line.dropLast().dropFirst(4))
            let code = try #require(Int(line.prefix(3)))
            if line.dropFirst(3).first == " " { return Message(code: code, data: data, text: text) }
            data.append(text)
        }
        return nil
    }
}
