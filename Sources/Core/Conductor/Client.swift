import Messages
import SpeechQueue

/// A connected client's state.
struct Client: Sendable {
    let id: ClientID
    /// The connection's own name; `hello` may give a better one.
    let connectionName: String
    /// The process group of its program; nil: unknown.
    var program: Int32?
    var hello = Hello()
    var subscription: Set<SubscribedEvent> = []
    /// Whether it was warned of a queue overflow that still lasts (Q11).
    var isWarnedOfOverflow = false
    /// Whether it was warned that the sound device can't be used, and nothing was heard since (O4).
    var isWarnedOfOutage = false
    /// The number of its utterances that have not finished.
    var unended = 0
    /// The number of those that have ended and whose outcome still has to be sent, not counting a screen reader's.
    var endings = 0
    /// The same for a screen reader's.
    var readingEndings = 0
    /// Whether it has closed its sending end.
    var hasClosedInput = false

    /// The name shown to others.
    var name: String { hello.app ?? hello.name ?? connectionName }
}
