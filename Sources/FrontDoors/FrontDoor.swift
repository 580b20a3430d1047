package import Conductor
package import Messages
package import SpeechQueue

// FrontDoors stands between bytes and the conductor. Each protocol that clients speak is one front door: JSON Lines here, SSIP in a target of its
// own. All values are pure: no I/O, no clock, no threads.

/// A protocol that clients speak: turns their bytes into requests, and the conductor's messages into bytes.
///
/// One value serves all clients of its protocol. It returns effects in the order in which they are to be carried out; what it says itself is
/// ``Effect/write(_:to:)`` among them. The conductor's messages may be left as they are: ``Reception`` brings them back to ``bytes(of:to:at:)``.
package protocol FrontDoor: Sendable {
    /// Whether connections go on in the next process, so that what is read and sent is journaled. One door's do at most, and what it sends is JSON
    /// Lines.
    var keepsConnections: Bool { get }

    /// What a client receives that is not served.
    func refusal(_ error: ErrorReply) -> [UInt8]

    // MARK: Connections

    /// A client has connected, and the conductor knows it.
    mutating func didConnect(_ client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect]
    /// Takes over a connection of the process before.
    mutating func adopt(_ client: ClientID, unserved: UnservedInput)
    /// A client has disconnected, and the conductor still knows it.
    mutating func didDisconnect(_ client: ClientID)
    /// Ends what can't be heard any more of a client whose connection is going to be closed, and returns what the client is owed.
    mutating func takeRemainder(for client: ClientID) -> [UInt8]

    // MARK: Bytes in

    /// Bytes have arrived from a client.
    mutating func append(_ bytes: [UInt8], from client: ClientID)
    /// Serves the next request of a client; returns nil if none has arrived whole.
    mutating func serveNext(of client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect]?
    /// Serves what a client left without an ending when it closed its sending end; returns nil if it left nothing.
    /// - Parameter isGone: whether the whole connection is closed, so that nobody reads an answer.
    mutating func serveLast(of client: ClientID, isGone: Bool, conductor: inout Conductor, at now: Instant) -> [Effect]?
    /// The input that a client's next process goes on with; nil if its connection ends with this one.
    func unserved(of client: ClientID) -> UnservedInput?

    // MARK: Bytes out

    /// Returns a message of the conductor's as the client receives it; empty if it receives nothing.
    mutating func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8]
    /// All speech has paused or resumed.
    /// - Parameter speaking: the name of the utterance in progress.
    mutating func didPause(_ isPaused: Bool, speaking: String?, at now: Instant) -> [Effect]
    /// All messages of a step have been written: does what follows from them.
    mutating func proceed(conductor: inout Conductor, at now: Instant) -> [Effect]

    // MARK: Time

    /// When ``wake(at:)`` is to be called; nil: not at all.
    var nextDue: Instant? { get }
    mutating func wake(at now: Instant) -> [Effect]
}

extension FrontDoor {
    package func unserved(of client: ClientID) -> UnservedInput? { nil }
    package mutating func adopt(_ client: ClientID, unserved: UnservedInput) {}
    package mutating func takeRemainder(for client: ClientID) -> [UInt8] { [] }
    package mutating func didPause(_ isPaused: Bool, speaking: String?, at now: Instant) -> [Effect] { [] }
    package mutating func proceed(conductor: inout Conductor, at now: Instant) -> [Effect] { [] }
    package var nextDue: Instant? { nil }
    package mutating func wake(at now: Instant) -> [Effect] { [] }
}

/// What has arrived from a client and was not served.
package struct UnservedInput: Sendable, Equatable {
    package var bytes: ArraySlice<UInt8>
    /// The number of the last line before them.
    package var line: Int
    /// Whether a line that is too long is being skipped to its end.
    package var isSkipping: Bool

    package init(bytes: ArraySlice<UInt8> = [], line: Int = 0, isSkipping: Bool = false) {
        self.bytes = bytes
        self.line = line
        self.isSkipping = isSkipping
    }
}
