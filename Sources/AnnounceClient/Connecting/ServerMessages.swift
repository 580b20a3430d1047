import AnnounceProtocol
import JSONLines
import Messages

/// Turns bytes into the daemon's messages.
struct ServerMessages {
    private var lines = LineDecoder(maximumLength: ServerLine.maximumLength)
    private let skipsUnknown: Bool
    /// Whether the connection is of no more use.
    private(set) var isOver = false

    /// - Parameter skipsUnknown: whether lines that can't be understood are skipped; else the first of them is the end.
    init(skipsUnknown: Bool = true) { self.skipsUnknown = skipsUnknown }

    mutating func append(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

    /// The next message, or nil until more bytes come.
    mutating func next() -> ServerMessage? {
        while !isOver, let next = lines.next() {
            guard case .line(let line) = next, let message = try? ServerLine.message(from: line) else {
                // A newer daemon may send what is unknown here.
                isOver = !skipsUnknown
                continue
            }
            // The daemon has forgotten this client: only a new connection is of use.
            isOver = message == .outcomesLost
            if !isOver { return message }
        }
        return nil
    }
}
