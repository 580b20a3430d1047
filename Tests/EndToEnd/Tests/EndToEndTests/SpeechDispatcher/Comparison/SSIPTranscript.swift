import TestSupport
import Testing

/// A server's answers to a script: each reply, and each client's events. Numbers of messages and clients, which differ between servers,
/// are replaced by `m1`, `c1`, in their order in the script.
struct SSIPTranscript: Sendable {
    struct Entry: Sendable {
        var key: SSIPScript.Key
        /// The line sent.
        var line: String
        var answer: String
    }

    private(set) var entries: [Entry] = []

    /// Runs a script on a server, until all its messages have ended, and again where the machine was too slow for it.
    static func of(_ script: SSIPScript, on socket: String) async throws -> SSIPTranscript {
        for _ in 0..<10 {
            do { return try await once(script, on: socket) } catch is SSIPScript.TooLate {}
        }
        throw SSIPScript.TooLate()
    }

    private static func once(_ script: SSIPScript, on socket: String) async throws -> SSIPTranscript {
        var run = Run(script: script, socket: socket)
        do {
            for (number, step) in script.steps.enumerated() {
                guard let answer = try await run.take(step) else { continue }
                let line = "\(step.client): \(step.line.prefix(80))"
                run.transcript.entries.append(Entry(key: .step(number), line: line, answer: answer))
            }
            try await run.finish()
        } catch let error as SSIPScript.TooLate {
            // Nothing of this attempt must be heard during the next.
            try await run.finish()
            throw error
        } catch let error as TimedOut {
            throw SSIPScript.Unanswered(
                description: "\(script.name), after \(run.transcript.entries.map(\.line).last ?? "nothing"): \(error)")
        }
        return run.transcript
    }

    /// The state of a script while it runs.
    private struct Run {
        private struct Client {
            let connection: SSIPConnection
            let number: Int
            var events: [SSIPConnection.Message] = []
            var messages: Set<Int> = []
            var isSendingText = false
            var isClosed = false
        }

        let script: SSIPScript
        let socket: String
        var transcript = SSIPTranscript()
        private var clients: [Int: Client] = [:]
        /// The numbers of messages, in their order.
        private var messages: [Int] = []

        init(script: SSIPScript, socket: String) {
            self.script = script
            self.socket = socket
        }

        /// Sends a step's line, or waits for what it awaits.
        /// - Returns: the reply, if the line has one.
        mutating func take(_ step: SSIPScript.Step) async throws -> String? {
            if clients[step.client] == nil { clients[step.client] = try await connect() }
            guard var client = clients[step.client] else { return nil }
            defer { clients[step.client] = client }
            switch step.line {
            case "close":
                client.connection.close()
                client.isClosed = true
                return nil
            case "await closed":
                try await client.connection.end()
                client.isClosed = true
                return nil
            case let line where line.hasPrefix("during "):
                // Events before the reply have been received with it.
                try await client.connection.ask("HISTORY GET CLIENT_ID")
                while let event = client.connection.nextEvent() { client.events.append(event) }
                if events(of: client).contains("end " + line.dropFirst(7)) { throw SSIPScript.TooLate() }
                return nil
            case let line where line.hasPrefix("await "):
                while !events(of: client).contains(String(line.dropFirst(6))) {
                    client.events.append(try await client.connection.message())
                }
                return nil
            case let line:
                try client.connection.send(bytes: bytes(of: line) + Array("\r\n".utf8))
                if client.isSendingText, line != "." { return nil }
                let reply = try await client.connection.answer()
                client.isSendingText = reply.code == 230
                if reply.code == 225, let number = Int(reply.data[0]) {
                    messages.append(number)
                    client.messages.insert(number)
                }
                return text(of: reply)
            }
        }

        private func connect() async throws -> Client {
            let connection = try SSIPConnection(socket)
            let id = try await connection.ask("HISTORY GET CLIENT_ID").data[0]
            for command in ["SET self NOTIFICATION all on", "SET self RATE 100"] { try await connection.ask(command) }
            return Client(connection: connection, number: try #require(Int(id)))
        }

        /// Waits until all messages have ended.
        mutating func finish() async throws {
            for (number, var client) in clients.sorted(by: { $0.key < $1.key }) where !client.isClosed {
                func unfinished() -> Set<Int> {
                    client.messages.subtracting(client.events.filter { [702, 703].contains($0.code) }.compactMap { Int($0.data[0]) })
                }
                while !unfinished().isEmpty { client.events.append(try await client.connection.message()) }
                client.connection.close()
                guard !client.events.isEmpty else { continue }
                let answer = script.events.summary(of: events(of: client))
                transcript.entries.append(Entry(key: .events(ofClient: number), line: "\(number): events", answer: answer))
            }
        }

        /// Returns a client's events as words. speech-dispatcher may send a message's first event before its number.
        private func events(of client: Client) -> [String] {
            let words = [700: "mark", 701: "begin", 702: "end", 703: "cancel", 704: "pause", 705: "resume"]
            // speech-dispatcher also sends a client the events of a former one that had the same descriptor.
            return client.events.filter { $0.data[1] == "\(client.number)" }.map { event in
                ([words[event.code] ?? "\(event.code)", name(ofMessage: event.data[0])] + event.data.dropFirst(2)).joined(separator: " ")
            }
        }

        private func name(ofMessage number: String) -> String { messages.firstIndex { "\($0)" == number }.map { "m\($0 + 1)" } ?? number }

        /// Returns a reply without the numbers that differ between servers. Long lists are not compared.
        private func text(of reply: SSIPConnection.Message) -> String {
            var data = reply.data
            switch reply.code {
            case 225, 242: data = data.map(name(ofMessage:))
            case 245: data = data.map { id in clients.first { "\($0.value.number)" == id }.map { "c\($0.key)" } ?? id }
            default: if data.count > 8 { data = ["…"] }
            }
            return (["\(reply.code)"] + data + [reply.text]).joined(separator: " ")
        }

        /// Returns what a line stands for.
        private func bytes(of line: String) -> [UInt8] {
            var line = line
            for (key, client) in clients { line = line.replacing("$\(key)", with: "\(client.number)") }
            var parts = line.split(separator: "\\x", omittingEmptySubsequences: false)
            var bytes = Array(parts.removeFirst().utf8)
            for part in parts { bytes += [UInt8(part.prefix(2), radix: 16) ?? 0] + Array(part.dropFirst(2).utf8) }
            return bytes
        }
    }
}
