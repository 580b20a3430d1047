import AnnounceClient
import Glibc
import Messages
import TextLines

/// Lines or passages of text, each an announcement.
///
/// Only a few are unfinished at any time, which limits how far the command reads ahead.
struct PipedAnnouncements: PipeConsumer {
    /// How many announcements are posted before the first has finished; enough to avoid gaps.
    private static let mostPosted = 4
    /// Seconds after which a waiting line expires.
    private static let usualAge = 600.0
    /// In bytes, because a group's name is limited.
    private static let longestKey = 200

    private let input: PipedInput
    private let connection: Connection
    private let options: AnnouncementOptions
    private let priority: Announcement.Priority
    private let prefix: String
    private let mostPosted: Int
    /// Whether the lines are one text, so that a stop ends all of it, including lines that are still to be read.
    private let isOneText: Bool
    /// Whether speech continues after the user has silenced a part of it.
    private var afterStop = AfterStop.continues
    /// How many lines the user has silenced since the previous reply.
    private var stopped = 0
    private var lastNumber = 0
    private var lastPlace = 0
    /// The unfinished announcements, by their ids.
    private var posted: [String: Line] = [:]
    /// Cancel requests for lines that follow a reposted line, by request id. The value says whether the daemon has confirmed the cancel.
    private var recalls: [String: Bool] = [:]
    /// Lines that must be posted again, in order, because a media session held them too long or a line before them was posted again.
    private var again: [Line] = []
    private(set) var outcome = PipeOutcome()

    /// - Parameters:
    ///   - prefix: the text before each line.
    ///   - keepsAll: whether all lines are spoken in order; otherwise only the newest ones count, and one is posted at a time.
    ///   - isOneText: whether the lines are one text. Only its first line cuts other speech, and a stop ends all of it.
    init(
        _ input: PipedInput, _ connection: Connection, options: AnnouncementOptions, priority: Announcement.Priority, prefix: String,
        keepsAll: Bool, isOneText: Bool = false
    ) {
        self.input = input
        self.connection = connection
        self.options = options
        self.priority = priority
        self.prefix = prefix
        // A default announcement cuts the previous one (Q2).
        let cuts = priority == .default && !options.queue && options.supersede == .none && !isOneText
        self.isOneText = isOneText
        mostPosted = keepsAll && !cuts ? Self.mostPosted : 1
    }

    private struct Line {
        /// The line's position among all lines.
        let place: Int
        let text: String
        /// The label that all states of one progress display share.
        var progress: String?
    }

    private enum AfterStop {
        case continues
        /// The reply will show whether everything was silenced, or only the current line.
        case awaitsReply
        case ended
    }
    private static let stopReply = ClientIdentity.id("stop")
    private static func recall(of id: String) -> String { ClientIdentity.id("recall \(id)") }

    var isDone: Bool {
        switch afterStop {
        case .continues: posted.isEmpty && again.isEmpty && input.isAtEnd
        case .awaitsReply: false
        case .ended: posted.isEmpty
        }
    }
    var isWaiting: Bool { !posted.isEmpty }
    var cancellations: [Request] { posted.keys.map { .cancel(.id($0)) } }

    mutating func read() async throws {
        while afterStop == .continues, recalls.isEmpty, posted.count < mostPosted, let line = nextLine() {
            let cuts = priority != .default || lastNumber == 0 || !isOneText
            var announcement = options.announcement(line.text, priority: cuts ? priority : .low)
            announcement.maxAge = announcement.maxAge ?? Self.usualAge
            // Every line is spoken, even if it duplicates the previous one (Q10).
            announcement.allowRepeat = true
            announcement.continues = isOneText
            // A newer state replaces a state that is still waiting (Q9).
            if let progress = line.progress, progress.utf8.count <= Self.longestKey, announcement.group == nil {
                announcement.group = "\(getpid()) \(progress)"
                announcement.supersede = .pending
            }
            lastNumber += 1
            let id = "announce-\(getpid())-\(lastNumber)"
            posted[id] = line
            try await connection.send(.announcement(announcement), id: id)
        }
    }

    private mutating func nextLine() -> Line? {
        if !again.isEmpty { return again.removeFirst() }
        guard case .text(let line) = input.next() else { return nil }
        lastPlace += 1
        return Line(place: lastPlace, text: prefix + line.spoken, progress: line.progress)
    }

    /// Stores a line to be posted again, and cancels the lines after it.
    private mutating func postAgain(_ line: Line) async throws {
        again.insert(line, at: again.firstIndex { $0.place > line.place } ?? again.endIndex)
        for (id, later) in posted where later.place > line.place {
            let recall = Self.recall(of: id)
            guard recalls[recall] == nil else { continue }
            recalls[recall] = false
            try await connection.send(.cancel(.id(id)), id: recall)
        }
    }

    mutating func receive(_ message: ServerMessage) async throws {
        switch message {
        // The line had just finished.
        case .error(let error) where error.id.map { recalls[$0] != nil } == true: recalls[error.id ?? ""] = nil
        case .reply(let reply) where recalls[reply.id] != nil: recalls[reply.id] = true
        // The error applies to every announcement.
        case .error(let error): throw Connection.Failure.refused(error)
        case .reply(let reply) where reply.id == Self.stopReply:
            // A skip ends one line; a stop ends all lines, except those posted since. Two skips before the reply count as a stop.
            let isStop = posted.isEmpty || isOneText && stopped > 1
            stopped = 0
            afterStop = isStop && isOneText ? .ended : .continues
            guard isStop else { return }
            // The stop applies to all lines that were read before it.
            again = []
            if !isOneText { input.dropRead() }
            // If the lines are one text, also cancel the lines posted since.
            for request in cancellations { try await connection.send(request) }
        case .reply(let reply): outcome.warn(reply.warnings)
        case .announcementDidFinish(let did):
            guard let line = posted.removeValue(forKey: did.id) else { return }
            // An announcement that finished before the cancel was confirmed finished by itself.
            let recall = Self.recall(of: did.id)
            let isRecalled = recalls[recall] == true && did.reason == .stopped
            if recalls[recall] == true { recalls[recall] = nil }
            let isStop = (isOneText || mostPosted > 1) && did.reason == .stopped && !isRecalled
            // M5: a media session held the line too long. Post it again now that it can be heard.
            if isRecalled || did.reason == .mediaSession && options.maxAge == nil {
                try await postAgain(line)
            } else if !isStop || !isOneText || afterStop == .continues {
                // A stop is reported once, not for each passage that it ends.
                outcome.didFinish(did)
            }
            guard isStop else { return }
            stopped += 1
            if afterStop == .continues {
                afterStop = .awaitsReply
                try await connection.send(.ping, id: Self.stopReply)
            }
        default: break
        }
    }
}
