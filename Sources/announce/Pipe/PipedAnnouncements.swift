import AnnounceClient
import Glibc
import Messages

/// Lines of text, each an announcement.
///
/// Only a few have been posted and not ended at any time: what the daemon has of them is what is being read ahead.
struct PipedAnnouncements: PipeConsumer {
    /// How many are posted before the first has ended; so none waits for its turn without need.
    private static let mostPosted = 4
    /// Seconds until a line is given up that waits for its turn.
    private static let usualAge = 600.0

    private let input: PipedInput
    private let connection: Connection
    private let options: AnnouncementOptions
    private let priority: Announcement.Priority
    private let prefix: String
    private let mostPosted: Int
    private var lastNumber = 0
    /// Those that have not ended.
    private var posted: [String: String] = [:]
    /// Those that a media session has outlasted, to be posted again.
    private var again: [String] = []
    private(set) var outcome = PipeOutcome()

    /// - Parameters:
    ///   - prefix: what stands before each line.
    ///   - keepsAll: whether what comes first is said first; else only the newest counts, and one is posted at a time.
    init(
        _ input: PipedInput, _ connection: Connection, options: AnnouncementOptions, priority: Announcement.Priority, prefix: String,
        keepsAll: Bool
    ) {
        self.input = input
        self.connection = connection
        self.options = options
        self.priority = priority
        self.prefix = prefix
        // A default cuts the one before it (Q2).
        let cuts = priority == .default && !options.queue && options.supersede == .none
        mostPosted = keepsAll && !cuts ? Self.mostPosted : 1
    }

    var isDone: Bool { posted.isEmpty && again.isEmpty && input.isAtEnd }
    var isWaiting: Bool { !posted.isEmpty }
    var silencing: [Request] { posted.keys.map { .cancel(.id($0)) } }

    mutating func read() async throws {
        while posted.count < mostPosted, let text = nextText() {
            var announcement = options.announcement(text, priority: priority)
            announcement.maxAge = announcement.maxAge ?? Self.usualAge
            // Each line is said, though it be like the one before (Q10).
            announcement.allowRepeat = true
            lastNumber += 1
            let id = "announce-\(getpid())-\(lastNumber)"
            posted[id] = text
            try await connection.send(.announcement(announcement), id: id)
        }
    }

    private mutating func nextText() -> String? {
        if !again.isEmpty { return again.removeFirst() }
        guard case .text(let line) = input.next() else { return nil }
        return prefix + line
    }

    mutating func take(_ message: ServerMessage) throws {
        switch message {
        // What is wrong with one is wrong with all.
        case .error(let error): throw Connection.Failure.refused(error)
        case .reply(let reply): outcome.warn(reply.warnings)
        case .announcementDidFinish(let did):
            guard let text = posted.removeValue(forKey: did.id) else { return }
            // M5: it was held for too long. Nobody has heard it, and now it can be.
            if did.reason == .mediaSession, options.maxAge == nil { again.append(text) } else { outcome.finished(did) }
        default: break
        }
    }
}
