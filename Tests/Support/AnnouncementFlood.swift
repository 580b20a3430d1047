/// Many announcements from several clients of a daemon at once, and one more client that wants to be heard all the same.
package struct AnnouncementFlood {
    /// How many announcements a client sends at once.
    private static let atOnce = 100
    /// What the one more client says. Nothing of the flood sounds like it.
    private static let text = "Your battery is low."

    private let socket: String
    private let floods: [Flood]
    /// How many messages there are.
    package let messages: Int

    /// Connects and begins: lows, and defaults, which cut each other.
    /// - Parameters:
    ///   - messages: how many all clients send, about.
    package init(clients: Int, messages: Int, to socket: String) throws {
        self.socket = socket
        let rounds = max(1, messages / clients / Self.atOnce)
        self.messages = rounds * clients * Self.atOnce
        floods = try (0..<clients).map { client in
            // It wants no replies, so that it is not disconnected for reading them too slowly on a busy machine.
            let hello = #"{"type":"hello","replies":"none"}"# + "\n"
            return try Flood(to: socket, rounds: rounds) { round in
                let lines = (0..<Self.atOnce).map { number in
                    let priority = (round + number) % 50 == 0 ? "default" : "low"
                    let text = "Client \(client), \(round * Self.atOnce + number)."
                    return #"{"type":"announcement","priority":"\#(priority)","text":"\#(text)"}"# + "\n"
                }
                return Array(((round == 0 ? hello : "") + lines.joined()).utf8)
            }
        }
    }

    /// Whether all was sent.
    package var isSent: Bool { floods.allSatisfy(\.isSent) }
    /// Whether the daemon has refused some of it.
    package var isRefused: Bool { floods.contains(where: \.isRefused) }

    package func end() { for flood in floods { flood.end() } }

    /// A high announcement that was posted meanwhile: it cuts whatever else is spoken, so its turn is at once.
    package struct Heard: Sendable {
        /// From just before it was sent until the sink played its first sample.
        package var delay: Duration
        /// How like it that was.
        package var correlation: Double
    }

    /// Posts highs one after another for as long as the flood goes on, and listens.
    /// - Parameter reference: how a text sounds with that daemon's voice.
    package func highs(
        heardBy capture: Capture, voice reference: (String) async throws -> Sound
    ) async throws -> [Heard] {
        let client = try UnixSocketConnection(to: socket)
        let sound = try await reference(Self.text).part(from: .zero, for: .milliseconds(500))
        var heard: [Heard] = []
        while !isSent {
            let id = "high-\(heard.count)"
            let start = SuspendingClock.now
            try client.send(line: #"{"type":"announcement","id":"\#(id)","priority":"high","allowRepeat":true,"text":"\#(Self.text)"}"#)
            let played = try await capture.played(sound, after: start, within: .seconds(1))
            heard.append(Heard(delay: played.at - start, correlation: played.correlation))
            let end = try await client.firstLine(within: .seconds(20)) {
                $0.contains(#""announcementDidFinish""#) && $0.contains("\"\(id)\"")
            }
            guard end?.contains(#""successful":true"#) == true else { throw TimedOut("\(id): \(end ?? "the daemon closed")") }
        }
        return heard
    }
}
