import Messages
import SpeechQueue

/// What a message of speech-dispatcher's protocol is to what was said before it, as the table in docs/SPEECH-DISPATCHER.md has it: a value,
/// without clock or connection.
struct SSIPPrecedence {
    let message: SSIPStanding
    /// What is being spoken, if a client of this protocol has said it.
    let spoken: SSIPStanding?
    /// The class of what is being spoken, whoever has said it.
    let speaking: UtteranceClass?
    /// Whether the message's client has just silenced itself, or all: then the message is the answer to what its user did.
    let isAnswer: Bool

    /// Seconds after which the last of a progress is no longer news.
    static let oldestProgress = 3600.0

    /// The message's text as the conductor is to treat it.
    /// - Parameter waits: what was decided when it came first, if it did.
    func applied(to announcement: Announcement, waits: Bool? = nil) -> Announcement {
        var announcement = announcement
        switch message.priority {
        case .important: announcement.priority = .high
        case .message, .text:
            announcement.isFromScreenReader = true
            announcement.queue = waits ?? waitsItsTurn
        case .notification:
            announcement.priority = .low
            announcement.retain = false
        case .progress:
            announcement.priority = .low
            announcement.maxAge = Self.oldestProgress
        }
        return announcement
    }

    /// Whether a message or text waits for what is spoken, and does not cut it.
    private var waitsItsTurn: Bool {
        if let spoken { return spoken.priority == .message || !isOfAnotherBlock(spoken) }
        // An app's announcement is heard to its end (Q7), unless the user has gone on.
        return speaking == .default && !isAnswer
    }

    /// The messages that are of no use once this one has come, the one that is spoken last: none is begun only to be given up.
    /// - Parameter earlier: what the same program has said with this priority, and that may wait or be spoken; not looked for where each is
    ///   to be heard.
    func outdated(among earlier: @autoclosure () -> [SSIPStanding]) -> [String] {
        // Of the same kind, the program's newest is the one that counts.
        let older: [String] =
            switch message.priority {
            case .important, .message: []
            case .text, .notification, .progress:
                earlier().filter { $0.number < message.number && isOfAnotherBlock($0) }.map(\.name)
            }
        var outdated = older.filter { $0 != spoken?.name }
        if let spoken, isOfAnotherBlock(spoken), ends(spoken, isOlder: older.contains(spoken.name)) { outdated.append(spoken.name) }
        return outdated
    }

    /// Whether what is being spoken ends, which is not of the message's block.
    private func ends(_ spoken: SSIPStanding, isOlder: Bool) -> Bool {
        switch message.priority {
        case .message, .text: spoken.priority == .notification || spoken.priority == .text
        case .notification: isOlder
        // A progress is heard to its end: else a quick one would never be.
        case .progress, .important: false
        }
    }

    /// A block is as one message.
    private func isOfAnotherBlock(_ other: SSIPStanding) -> Bool { other.block == nil || other.block != message.block }
}

/// What matters of a message to those that come after it.
struct SSIPStanding {
    /// What the conductor calls it.
    var name: String
    var client: ClientID
    /// The program that has said it.
    var app: String
    var number: UInt64
    var priority: SSIPPriority
    var block: UInt64?
}
