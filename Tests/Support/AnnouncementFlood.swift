/// Many announcements from several clients of a daemon at once, and one more client that must be heard all the same.
package struct AnnouncementFlood {
    /// The number of announcements that a client sends at once.
    private static let atOnce = 100
    /// The text of the additional client. Nothing in the flood sounds like it.
    private static let text = "Your battery is low."

    private let socket: String
    private let floods: [Flood]
    /// The number of messages.
    package let messages: Int

    /// Connects and starts the flood: lows, and defaults, which cut each other.
    /// - Parameters:
    ///   - messages: the approximate number of messages from all clients.
    package init(clients: Int, messages: Int, to socket: String) throws {
        self.socket = socket
        let rounds = max(1, messages / clients / Self.atOnce)
        self.messages = rounds * clients * Self.atOnce
        floods = try (0..<clients).map { client in
            // Without replies a client is not disconnected for reading them too slowly on a busy machine.
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

    /// Whether everything was sent.
    package var isSent: Bool { floods.allSatisfy(\.isSent) }
    /// Whether the daemon has refused part of it.
    package var isRefused: Bool { floods.contains(where: \.isRefused) }

    package func end() { for flood in floods { flood.end() } }

    /// A high announcement posted during the flood: it cuts everything else, so it is spoken at once.
    package struct Heard: Sendable {
        /// The time from just before it was sent until the sink played its first sample, as a ``Stopwatch`` measures it.
        package var delay: Duration
        /// The correlation between what was heard and what was expected.
        package var correlation: Double
    }

    /// Posts highs one after another while the flood lasts, and listens.
    /// - Parameters:
    ///   - processes: the daemon and the sound server. The time in which others kept them from the processors does not count.
    ///   - reference: returns the sound of a text in the daemon's voice.
    package func highs(
        of processes: [Int32], heardBy capture: Capture, voice reference: (String) async throws -> Sound
    ) async throws -> [Heard] {
        let client = try UnixSocketConnection(to: socket)
        let sound = try await reference(Self.text).part(from: .zero, for: .milliseconds(500))
        var heard: [Heard] = []
        while !isSent, !isRefused {
            let id = "high-\(heard.count)"
            let stopwatch = Stopwatch(of: processes)
            let start = SuspendingClock.now
            try client.send(line: #"{"type":"announcement","id":"\#(id)","priority":"high","allowRepeat":true,"text":"\#(Self.text)"}"#)
            let played = try await capture.played(sound, after: start, within: .seconds(1))
            heard.append(Heard(delay: stopwatch.elapsed(at: played.at), correlation: played.correlation))
            let end = try await client.firstLine(within: .seconds(60)) {
                $0.contains(#""announcementDidFinish""#) && $0.contains("\"\(id)\"")
            }
            guard end?.contains(#""successful":true"#) == true else { throw TimedOut("\(id): \(end ?? "the daemon closed")") }
        }
        return heard
    }
}
