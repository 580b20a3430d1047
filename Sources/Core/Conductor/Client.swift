import Messages
import SpeechQueue

/// A connected client's state.
struct Client: Sendable {
    let id: ClientID
    /// The connection's own name. Its `hello`, which the narrator keeps, may give a better one.
    let connectionName: String
    /// The process group of the client's program; nil: unknown.
    var program: Int32?
    var subscription: Set<SubscribedEvent> = []
    /// Whether the client was warned of a queue overflow that still lasts (Q11).
    var isWarnedOfOverflow = false
    /// Whether the client was warned that the sound device can't be used, and nothing has been heard since (O4).
    var isWarnedOfOutage = false
    /// The number of the client's utterances that have not finished.
    var unended = 0
    /// The number of the client's finished utterances whose outcome still has to be sent, not counting a screen reader's texts.
    var endings = 0
    /// The same number for a screen reader's texts.
    var readingEndings = 0
    /// Whether the client has closed its sending end.
    var hasClosedInput = false

    /// Returns the name shown to others.
    func name(by hello: Hello) -> String { hello.app ?? hello.name ?? connectionName }
}
