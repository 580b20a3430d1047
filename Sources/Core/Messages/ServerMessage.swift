/// A message from the daemon to a client.
package enum ServerMessage: Sendable, Equatable {
    case reply(Reply)
    /// The reply to a line that is not a request, worded by the protocol.
    case error(ErrorReply)
    /// The reply to a request that was not carried out.
    case refused(Refusal, id: String?, line: Int?)
    case announcementDidFinish(AnnouncementDidFinish)
    case progress(Progress)
    case mark(Mark)
    indirect case event(TraceEvent)
    /// The subscriber read too slowly, so this many events were dropped before the next one.
    case eventsLost(count: Int)
    /// The client's focus moved to this element; nil if the client has no focus now.
    case elementFocused(id: String?)
    /// An element with `causesPageTurn` was read to its end, so the client should turn the page.
    case pageTurn(id: String)
    case mediaSession(MediaSessionEvent)
    /// The client did something odd.
    case warning(Warning, element: String?)
    /// Replies and outcomes not sent before this message will never come, because the daemon no longer has the client's state.
    case outcomesLost
}

/// The reply to a request that was carried out.
public struct Reply: Sendable, Equatable, Identifiable {
    /// The state of the speech that a request causes, at the time of the reply.
    public enum State: String, Sendable, CaseIterable {
        /// The speech waits in the queue.
        case queued
        /// The speech is in progress, or is about to begin.
        case speaking
        /// Held until a media session ends.
        case held
        /// A polled value (U1) that may still be spoken.
        case stored
        /// Nothing is spoken, or the speech has already finished.
        case silent
    }

    /// The request's id, which cancels and explains what it caused.
    public var id: String
    /// The state of the speech that the request caused; nil for a request that causes none.
    public var state: State?
    /// Oddities that the daemon noticed.
    public var warnings: [Warning]
    package static let mostWarnings = 8
    package var result: Result?

    /// Creates a reply.
    public init(id: String, state: State? = nil, warnings: [Warning] = []) {
        self.id = id
        self.state = state
        self.warnings = warnings
    }

    package init(id: String, state: State? = nil, warnings: [Warning] = [], result: Result?) {
        self.init(id: id, state: state, warnings: warnings)
        self.result = result
    }

    /// The result of a query.
    package indirect enum Result: Sendable, Equatable {
        case status(Status)
        case voices([VoiceDescription])
        case settings(SettingsReport)
        case history([HistoryEntry])
        case explanation(Explanation)
        case missed([HistoryEntry])
    }
}

/// The reply to a request that was refused.
public struct ErrorReply: Error, Sendable, Equatable {
    /// The kind of error, in a form for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The line is not a JSON object.
        case invalidJSON
        /// A field is missing or wrong, or no voice fits the request.
        case invalidMessage
        /// The daemon does not know the request.
        case unknownType
        /// The message is too long.
        case tooLarge
        /// The maximum number of clients is already connected.
        case tooManyClients
        /// The announcement, element or session does not exist.
        case unknownTarget
        /// The daemon is another user's, a limit is reached, a query can't be answered yet, or the user or the configuration forbids the
        /// request.
        case notAllowed
    }

    /// The request's id; nil if the line had no valid id.
    public var id: String?
    /// The kind of error.
    public var code: Code
    /// The human-readable message: the field, and what was expected there.
    public var message: String
    /// The line's number on this connection, from 1; nil if the error is about no line, but about the connection.
    public var line: Int?

    /// Creates an error.
    public init(id: String? = nil, code: Code, message: String, line: Int? = nil) {
        self.id = id
        self.code = code
        self.message = message
        self.line = line
    }
}

/// UIAccessibilityAnnouncementDidFinish, sent exactly once for each accepted announcement (D1).
package struct AnnouncementDidFinish: Sendable, Equatable {
    package var id: String
    package var text: String
    /// Whether the announcement's last audible sample has left the device (D2).
    package var successful: Bool
    package var reason: FinishReason
    /// How many times the announcement began.
    package var attempts: Int
    /// How long the announcement was heard in its last attempt, in seconds.
    package var spokenSeconds: Double

    package init(id: String, text: String, successful: Bool, reason: FinishReason, attempts: Int, spokenSeconds: Double) {
        self.id = id
        self.text = text
        self.successful = successful
        self.reason = reason
        self.attempts = attempts
        self.spokenSeconds = spokenSeconds
    }
}

/// Reports that a word begins to be heard (D5).
public struct Progress: Sendable, Equatable {
    /// The announcement's id.
    public var id: String
    /// The word, as in the announcement's text.
    public var word: String
    /// Where the word begins in the announcement's text, in Unicode scalars.
    public var offset: Int
    /// The word's length, in Unicode scalars.
    public var length: Int

    /// Creates the report of a word.
    public init(id: String, word: String, offset: Int, length: Int) {
        self.id = id
        self.word = word
        self.offset = offset
        self.length = length
    }
}

/// Reports that playback reached a mark of an announcement (D5).
package struct Mark: Sendable, Equatable {
    package var id: String
    /// The mark's name, as the client gave it.
    package var name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
