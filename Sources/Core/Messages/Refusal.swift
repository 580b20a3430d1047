/// Why a well-formed request is not carried out. Each protocol has its own sentence for it, in terms of its own fields.
package enum Refusal: Error, Sendable, Equatable {
    /// The position of an element in its request.
    package enum Place: Sendable, Equatable {
        /// The request's only element.
        case element
        /// The index of one of a screen's elements, from 0.
        case elements(Int)
    }

    /// No element on the client's screen has this id.
    case unknownElement(String)
    case tooManyElements(Place, most: Int)
    /// The texts of the client's elements together are too long.
    case textsTooLong(Place, mostBytes: Int)
    /// The elements of all clients need too much memory.
    case elementsTooLarge(Place, mostBytes: Int)
    /// A media session with this name has begun already.
    case sessionHasBegun(String)
    case tooManySessions(most: Int)
    /// The request names no media session, and its app has several.
    case sessionNotNamed(of: [String])
    /// The request names a media session that its app does not have. The app has these sessions.
    case unknownSession(String, of: [String])
    /// The user's configuration does not allow this app to begin media sessions.
    case sessionsNever(app: String)
    /// The user ended this client's sessions. The client may begin another in this many seconds.
    case sessionsEndedByUser(seconds: Int)
    /// This app has no media session; these other apps have one.
    case noSessions(of: String, others: [String])
    /// There is no room for this text, because too much text from screen readers is already waiting (Q11).
    case tooMuchWaits
    /// The maximum number of clients already have speech or media sessions in progress.
    case tooManyBusy(most: Int)
    /// The maximum number of clients of one program already have speech or media sessions in progress.
    case tooManyBusyOfProgram(most: Int)
    /// No announcement with this id is waiting or in progress.
    case unknownAnnouncement(String)
    /// Several other clients have an announcement with this id.
    case ambiguousAnnouncement(String)
    /// None of the stored utterances, up to `most`, has this id.
    case unknownUtterance(String, most: Int)
    /// Each of the stored utterances, up to `most`, was heard at least in part.
    case nothingSilent(most: Int)
    /// The synthesizer has not started, so its voices are unknown.
    case voicesUnknown
    /// The synthesizer lacks a voice or a language.
    /// - run: the index of the announcement's run that requests it, from 0; nil: all runs do.
    case unknownVoice(UnknownVoice, run: Int? = nil)
}

/// A voice, variant or language that the synthesizer does not have. Each protocol has its own sentence for it.
public struct UnknownVoice: Error, Sendable, Equatable {
    /// The kind of name that is unknown.
    public enum Kind: Sendable {
        /// A language tag: `de`.
        case language
        /// A voice's identifier, name or language: `gmw/en-US`.
        case voice
        /// A variant of a voice, with its plus sign: `+f3`.
        case variant
    }

    /// The kind of name that is unknown.
    public var kind: Kind
    /// The name as the client wrote it.
    public var name: String
    /// Similar names that the synthesizer has.
    public var near: [String]

    /// Creates the error.
    public init(_ kind: Kind, _ name: String, near: [String]) {
        self.kind = kind
        self.name = name
        self.near = near
    }
}
