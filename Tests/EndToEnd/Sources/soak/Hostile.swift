import Glibc
import TestSupport

/// Three clients of each kind that would silence or slow down the daemon if they could: they say nothing, subscribe to all events and read
/// none, or post texts that are expensive to read. What becomes of them does not matter.
struct Hostile {
    private static let count = 3
    private let silent: [UnixSocketConnection]
    private let deaf: [UnixSocketConnection]
    private let posting: [UnixSocketConnection]
    /// As long as a line may be: a quarter of a second's work, were it read at once.
    private static let text = String(repeating: "0:00 ", count: 50_000)

    init(at socket: String) throws {
        func connections() throws -> [UnixSocketConnection] { try (0..<Self.count).map { _ in try UnixSocketConnection(to: socket) } }
        silent = try connections()
        deaf = try connections()
        for subscriber in deaf {
            let events = #"["received","posted","started","cut","finished","held","refused","silent","earcon","focus","settled"]"#
            try? subscriber.send(line: #"{"type":"subscribe","events":\#(events)}"#)
        }
        posting = try connections()
        for client in posting { try? client.send(line: #"{"type":"hello","replies":"none"}"#) }
    }

    /// Has each of those that post send another text. It is too old to be spoken unless nothing else is.
    func post() {
        for client in posting {
            try? client.send(
                line: #"{"type":"announcement","text":"\#(Self.text)","priority":"low","maxAge":0.001}"#, within: .milliseconds(200))
        }
    }

    func close() {
        for connection in silent + deaf + posting { connection.close() }
    }
}
