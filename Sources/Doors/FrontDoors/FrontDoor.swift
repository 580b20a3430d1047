package import Messages
package import SpeechQueue

// FrontDoors stands between bytes and the conductor. Each protocol that clients speak has a front door in its own target. All values are
// pure: no I/O, no clock, no threads.

/// A protocol that clients speak: turns their bytes into requests, and the conductor's messages into bytes.
///
/// One value serves all clients of its protocol. It passes requests to the conductor, and writes its own replies, in a ``DoorContext``.
/// ``Reception`` has it write the conductor's messages (``bytes(of:to:at:)``).
package protocol FrontDoor: Sendable {
    init()

    /// The command-line option that selects where the door's clients connect.
    static var option: EntranceOption { get }
    /// Returns where the door's clients connect; nil if the door is closed.
    /// - Parameter warn: receives a sentence about an option or a setting without effect.
    static func entrance(_ surroundings: EntranceSurroundings, warn: (String) -> Void) -> Entrance?

    /// Whether connections continue in the next process, so that their input and output are journaled. Only one door may keep its
    /// connections, and its output must be JSON Lines.
    var keepsConnections: Bool { get }

    /// Returns the bytes for a client that can't be served.
    func refusal(_ error: ErrorReply) -> [UInt8]

    // MARK: Connections

    /// Adds a client that has connected. The conductor already has the client.
    mutating func didConnect(_ client: ClientID, in context: inout DoorContext)
    /// Continues a connection of the previous process.
    mutating func adopt(_ client: ClientID, unserved: UnservedInput)
    /// Removes a client whose connection has ended. The conductor still has the client.
    mutating func didDisconnect(_ client: ClientID, in context: inout DoorContext)
    /// Removes and returns the last bytes for a client whose connection is about to close.
    mutating func takeRemainder(for client: ClientID) -> [UInt8]

    // MARK: Bytes in

    /// Receives bytes from a client.
    mutating func append(_ bytes: [UInt8], from client: ClientID)
    /// Serves a client's next request.
    /// - Returns: false if no complete request has arrived.
    mutating func serveNext(of client: ClientID, in context: inout DoorContext) -> Bool
    /// Returns whether a client's next request waits for the reply to its last request. It is served after that reply has been written.
    func awaitsAnswer(_ client: ClientID) -> Bool
    /// Serves the unterminated request that a client left when it closed its sending end.
    /// - Parameter isGone: whether the whole connection is closed, so that the client reads no reply.
    /// - Returns: false if there is none.
    mutating func serveLast(of client: ClientID, isGone: Bool, in context: inout DoorContext) -> Bool
    /// Returns the input with which the next process continues; nil if the connection ends with this process.
    func unserved(of client: ClientID) -> UnservedInput?

    // MARK: Bytes out

    /// Returns one of the conductor's messages as the client receives it; empty if the client does not receive it.
    mutating func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8]
    /// Returns the outputs that send an event to its subscribers at this door.
    mutating func outputs(of event: TraceEvent, to subscribers: [ClientID], at now: Instant) -> [Output]
    /// Handles a pause or resumption of all speech.
    /// - Parameter speaking: the utterance in progress.
    /// - Returns: the outputs that notify clients.
    mutating func didChangePause(to isPaused: Bool, speaking: Utterance?, at now: Instant) -> [Output]
    /// Continues after all messages of a step have been written.
    mutating func proceed(in context: inout DoorContext)

    // MARK: Time

    /// When to call ``wake(in:)``; nil: never.
    var nextDue: Instant? { get }
    mutating func wake(in context: inout DoorContext)
}

extension FrontDoor {
    package func awaitsAnswer(_ client: ClientID) -> Bool { false }
    package func unserved(of client: ClientID) -> UnservedInput? { nil }
    package mutating func adopt(_ client: ClientID, unserved: UnservedInput) {}
    package mutating func takeRemainder(for client: ClientID) -> [UInt8] { [] }
    package mutating func outputs(of event: TraceEvent, to subscribers: [ClientID], at now: Instant) -> [Output] {
        subscribers.map { .write(bytes(of: .event(event), to: $0, at: now), to: $0) }
    }
    package mutating func didChangePause(to isPaused: Bool, speaking: Utterance?, at now: Instant) -> [Output] { [] }
    package mutating func proceed(in context: inout DoorContext) {}
    package var nextDue: Instant? { nil }
    package mutating func wake(in context: inout DoorContext) {}
}

/// A client's input that was not served.
package struct UnservedInput: Sendable, Equatable {
    package var bytes: ArraySlice<UInt8>
    /// The number of the last line before `bytes`.
    package var line: Int
    /// Whether the rest of an overlong line is being skipped.
    package var isSkipping: Bool

    package init(bytes: ArraySlice<UInt8> = [], line: Int = 0, isSkipping: Bool = false) {
        self.bytes = bytes
        self.line = line
        self.isSkipping = isSkipping
    }
}
