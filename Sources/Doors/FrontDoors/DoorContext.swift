package import Conductor
package import Messages
package import SpeechQueue

/// An action of the daemon.
package enum Output: Sendable, Equatable {
    case write([UInt8], to: ClientID)
    /// Sends an event, once for all its subscribers.
    case writeEvent([UInt8], to: [ClientID])
    /// Closes a client's connection once all its output was sent.
    case close(ClientID)
    case voice(VoiceAction)
    /// Replaces the moment at which to call ``Reception/wake(at:)``; nil: never.
    case wake(at: Instant?)
    indirect case log(Effect.Log)
}

/// What a door works with: the conductor, the time, and the list of everything to be done, in order.
package struct DoorContext: Sendable {
    package var conductor: Conductor
    package internal(set) var now = Instant(nanoseconds: 0)
    private var entries: [Entry] = []
    /// Whether the conductor's ``Conductor/complete(at:)`` has something to do, and whether that is the end of a stop, as of
    /// ``takeEntries()``. Asking the conductor itself would copy it.
    private(set) var isIncomplete = false
    private(set) var owesStop = false

    enum Entry: Sendable {
        /// Effects of the conductor, which doors may have to write.
        case effects([Effect])
        case output(Output)
    }

    init(_ conductor: Conductor) {
        self.conductor = conductor
    }

    /// Passes an input to the conductor.
    package mutating func conduct(_ input: (inout Conductor, Instant) -> [Effect]) {
        entries.append(.effects(input(&conductor, now)))
    }

    /// Makes a request for a client, and returns the answer.
    @discardableResult
    package mutating func ask(_ request: Request, id: String? = nil, size: Int = 0, for client: ClientID) -> Answer {
        let (answer, effects) = conductor.ask(request, id: id, size: size, from: client, at: now)
        entries.append(.effects(effects))
        return answer
    }

    /// Writes bytes to a client.
    /// - Returns: their place in the list, for ``rewrite(_:to:at:)``.
    @discardableResult
    package mutating func write(_ bytes: [UInt8], to client: ClientID) -> Int {
        entries.append(.output(.write(bytes, to: client)))
        return entries.count - 1
    }

    /// Replaces bytes that were written since the last input.
    package mutating func rewrite(_ bytes: [UInt8], to client: ClientID, at place: Int) {
        entries[place] = .output(.write(bytes, to: client))
    }

    /// Closes a client's connection.
    package mutating func close(_ client: ClientID) { entries.append(.output(.close(client))) }

    /// Removes and returns the list.
    mutating func takeEntries() -> [Entry] {
        (isIncomplete, owesStop) = (conductor.isIncomplete, conductor.owesStop)
        defer { entries = [] }
        return entries
    }
}
