import Messages
import SpeechQueue

/// The relation between a speech-dispatcher message and earlier messages, as described in the table in docs/SPEECH-DISPATCHER.md. A value
/// without clock or connection.
struct SSIPPrecedence {
    let message: SSIPStanding
    /// The message being spoken, if it came from a client of this protocol.
    let spoken: SSIPStanding?
    /// The class of the utterance in progress, from any client.
    let speaking: UtteranceClass?
    /// Whether the message's client has just silenced itself or everything. In that case the message answers an action of its user.
    let isAnswer: Bool

    /// The maximum age of a progress message, in seconds.
    static let oldestProgress = 3600.0

    /// Returns the announcement with the properties that follow from the message's priority.
    /// - Parameter waits: the decision from the message's first posting, if it was posted before.
    func applied(to announcement: Announcement, waits: Bool? = nil) -> Announcement {
        var announcement = announcement
        announcement.countsAsMissed = false
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

    /// Whether a message or text waits for the utterance in progress instead of cutting it.
    private var waitsItsTurn: Bool {
        if let spoken, !isAnswer || spoken.app == message.app { return spoken.priority == .message || !isOfAnotherBlock(spoken) }
        // An app's announcement is heard to its end (Q7), and the usual pause follows an utterance that was just heard (E11), unless this
        // message answers an action of the user.
        return (speaking == nil || speaking == .default) && !isAnswer
    }

    /// Returns the messages that this one makes obsolete. The message being spoken comes last, so that no other begins only to be cut.
    /// - Parameter earlier: the same program's messages of this priority that may wait or be spoken; not evaluated for priorities of which
    ///   all messages are heard.
    func outdated(among earlier: @autoclosure () -> [SSIPStanding]) -> [String] {
        let older =
            message.priority.onlyNewestCounts
            ? earlier().filter { $0.number < message.number && isOfAnotherBlock($0) }.map(\.name) : []
        var outdated = older.filter { $0 != spoken?.name }
        if let spoken, isOfAnotherBlock(spoken), ends(spoken, isOlder: older.contains(spoken.name)) { outdated.append(spoken.name) }
        return outdated
    }

    /// Returns whether this message ends the message being spoken, which belongs to another block.
    private func ends(_ spoken: SSIPStanding, isOlder: Bool) -> Bool {
        switch message.priority {
        case .message, .text: spoken.priority == .notification || spoken.priority == .text
        case .notification: isOlder
        case .important: spoken.priority == .text || spoken.priority == .progress || spoken.priority == .notification
        // A progress message is heard to its end; otherwise frequent updates would never be heard.
        case .progress: false
        }
    }

    /// Returns whether `other` belongs to another block. A block counts as one message.
    private func isOfAnotherBlock(_ other: SSIPStanding) -> Bool { other.block == nil || other.block != message.block }
}

/// The properties of a message that matter to later ones.
struct SSIPStanding {
    /// The conductor's name for the message.
    var name: String
    var client: ClientID
    /// The program that posted the message.
    var app: String
    var number: UInt64
    var priority: SSIPPriority
    var block: UInt64?

    /// Returns whether both are parts of one message, or belong to the same block.
    func belongs(to other: SSIPStanding) -> Bool { number == other.number || block != nil && block == other.block }
}
