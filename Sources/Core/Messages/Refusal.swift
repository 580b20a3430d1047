/// Why a request that is well formed is not carried out. A protocol words it, in terms of its own fields.
package enum Refusal: Error, Sendable, Equatable {
    /// Where an element stands in its request.
    package enum Place: Sendable, Equatable {
        /// The request's only element.
        case element
        /// One of a screen's, from 0.
        case elements(Int)
    }

    /// No element on the client's screen has this id.
    case unknownElement(String)
    case tooManyElements(Place, most: Int)
    /// The texts of the client's elements are too long together.
    case textsTooLong(Place, mostBytes: Int)
    /// The elements of all clients need too much memory.
    case elementsTooLarge(Place, mostBytes: Int)
    /// A media session with this name has begun already.
    case sessionHasBegun(String)
    case tooManySessions(most: Int)
    /// The request names no media session, and its app has these.
    case sessionNotNamed(of: [String])
    /// The request names a media session that its app does not have, and the app has these.
    case unknownSession(String, of: [String])
    /// The user's configuration lets this app begin no media session.
    case sessionsNever(app: String)
    /// The user has ended this client's sessions, and it may begin none for that many seconds.
    case sessionsEndedByUser(seconds: Int)
    /// This app has no media session; these apps have one.
    case noSessions(of: String, others: [String])
    /// There is no room for this text, because too much of a screen reader's text waits already (Q11).
    case tooMuchWaits
    /// As many clients as may be have speech or media sessions in progress.
    case tooManyBusy(most: Int)
    /// As many clients of one program as may be have.
    case tooManyBusyOfProgram(most: Int)
    /// No announcement with this id is waiting or in progress.
    case unknownAnnouncement(String)
    /// Several other clients have an announcement with this id.
    case ambiguousAnnouncement(String)
    /// None of the remembered utterances, at most `most`, has this id.
    case unknownUtterance(String, most: Int)
    /// Each of the remembered utterances, at most `most`, was heard at least in part.
    case nothingSilent(most: Int)
    /// The synthesizer has not started, so its voices are unknown.
    case voicesUnknown
    /// The synthesizer lacks a voice or a language.
    /// - run: the announcement's run that asks for it, from 0; nil: all do.
    case unknownVoice(UnknownVoice, run: Int? = nil)
}

/// A voice, variant or language that the synthesizer does not have. A protocol words it.
package struct UnknownVoice: Error, Sendable, Equatable {
    /// The kind of name that is unknown.
    package enum Kind: Sendable {
        case language, voice, variant
    }

    package var kind: Kind
    /// The client's word for it.
    package var name: String
    /// Similar names that the synthesizer has.
    package var near: [String]

    package init(_ kind: Kind, _ name: String, near: [String]) {
        self.kind = kind
        self.name = name
        self.near = near
    }
}
