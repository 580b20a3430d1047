import AnnounceProtocol
import JSONLines
import Messages

/// Turns bytes into the daemon's messages.
struct ServerMessages {
    private var lines = LineDecoder(maximumLength: ServerLine.maximumLength)
    private let skipsUnknown: Bool
    /// Whether the connection is no longer usable.
    private(set) var isOver = false

    /// - Parameter skipsUnknown: whether to skip lines that can't be understood; otherwise the first such line ends the connection.
    init(skipsUnknown: Bool = true) { self.skipsUnknown = skipsUnknown }

    mutating func append(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

    /// Returns the next message; nil until more bytes arrive.
    mutating func next() -> ServerMessage? {
        while !isOver, let next = lines.next() {
            guard case .line(let line) = next, let message = try? ServerLine.message(from: line) else {
                // Skip unknown messages: a newer daemon may send them.
                isOver = !skipsUnknown
                continue
            }
            // The daemon has forgotten this client, so only a new connection helps.
            isOver = message == .outcomesLost
            if !isOver { return message }
        }
        return nil
    }
}
