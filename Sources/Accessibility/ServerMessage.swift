/// What the daemon tells a client.
package enum ServerMessage: Sendable, Equatable {
    case reply(Reply)
    case error(ErrorReply)
    case announcementDidFinish(AnnouncementDidFinish)
    case progress(Progress)
    case mark(Mark)
    case event(TraceEvent)
    /// The focus has moved to this element of the client; nil: nowhere.
    case elementFocused(id: String?)
    /// An element that turns pages was read to its end: the next page is awaited.
    case pageTurn(id: String)
    case mediaSession(MediaSessionEvent)
    /// Something is odd about what the client does.
    case warning(Warning, element: String?)
    /// Replies and outcomes not sent before this message will never come: the daemon has forgotten its client.
    case outcomesLost
}

/// A request was carried out.
package struct Reply: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case queued, speaking, held
        /// A value that is polled (U1), and may be spoken yet.
        case stored
        /// Nothing is spoken, or it has ended already.
        case silent
    }

    package var id: String
    /// Where the speech that it caused is now; nil for a request that causes none.
    package var state: State?
    package var warnings: [Warning]
    package var result: Result?

    package init(id: String, state: State? = nil, warnings: [Warning] = [], result: Result? = nil) {
        self.id = id
        self.state = state
        self.warnings = warnings
        self.result = result
    }

    /// The answer to a query.
    package enum Result: Sendable, Equatable {
        case status(Status)
        case voices([VoiceDescription])
        case settings(SpeechAttributes)
        case history([HistoryEntry])
        case explanation(Explanation)
    }
}

/// A request was refused.
package struct ErrorReply: Error, Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
        case invalidJSON, invalidMessage, unknownType, tooLarge, tooManyClients, unknownTarget, notAllowed
    }

    package var id: String?
    package var code: Code
    /// Names the field and what was expected.
    package var message: String
    /// The line's number on this connection, from 1.
    package var line: Int?

    package init(id: String? = nil, code: Code, message: String, line: Int? = nil) {
        self.id = id
        self.code = code
        self.message = message
        self.line = line
    }
}

/// UIAccessibilityAnnouncementDidFinish: exactly one for each accepted announcement (D1).
package struct AnnouncementDidFinish: Sendable, Equatable {
    package var id: String
    package var text: String
    /// Whether its last audible sample has left the device (D2).
    package var successful: Bool
    package var reason: FinishReason
    /// How often it was begun.
    package var attempts: Int
    /// Seconds it was heard, in its last attempt.
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

/// Why an utterance ended (D3).
package enum FinishReason: String, Sendable, CaseIterable {
    case spoken, interrupted, stopped, superseded, duplicate, expired, reset, mediaSession, overflow, disconnected
    case unspeakable, synthesizerFailed, deviceFailed, shutdown
}

/// A word begins to be heard (D5).
package struct Progress: Sendable, Equatable {
    package var id: String
    package var word: String
    /// Unicode scalars from the beginning of the announcement's text.
    package var offset: Int
    /// Unicode scalars.
    package var length: Int

    package init(id: String, word: String, offset: Int, length: Int) {
        self.id = id
        self.word = word
        self.offset = offset
        self.length = length
    }
}

/// A mark of an announcement is reached (D5).
package struct Mark: Sendable, Equatable {
    package var id: String
    /// The mark's own, as the client gave it.
    package var name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
