import Messages
import SpeechQueue

/// What is known of a connection.
struct Client: Sendable {
    let id: ClientID
    /// The name it was given when it came; `hello` may give it a better one.
    let connectionName: String
    var hello = Hello()
    var subscription: Set<SubscribedEvent> = []
    /// Whether it was told that its queue overflows, and it still does (Q11).
    var knowsOverflow = false
    /// Whether it was told that the sound device can't be used, and nothing was heard since (O4).
    var knowsOutage = false
    /// How many of its utterances have not ended.
    var unended = 0
    /// Whether it has closed its sending end.
    var saysNoMore = false

    /// What others see it by.
    var name: String { hello.app ?? hello.name ?? connectionName }
}
