package import Conductor
package import Messages
package import SpeechQueue

/// The conductor behind its front doors: receives bytes and the time, and returns bytes for clients and effects for the voice.
///
/// All the conductor's effects pass through ``address(_:at:)``.
package struct Reception: Sendable {
    package var conductor: Conductor
    private var doors: [any FrontDoor]
    /// The door of each client, as an index.
    private var doorIndex: [ClientID: Int] = [:]
    /// Whether all speech was paused when the doors were last notified.
    private var isPaused = false
    /// The moment that the conductor has requested for its next wake, and the last moment requested for the reception.
    private var conductorWakesAt: Instant?
    private var wakesAt: Instant?

    package init(_ conductor: Conductor, doors: [any FrontDoor]) {
        self.conductor = conductor
        precondition(doors.count(where: \.keepsConnections) <= 1)
        self.doors = doors
    }

    // MARK: Connections

    /// Returns the bytes for a client that can't be served at a door.
    package func refusal(_ error: ErrorReply, at door: Int) -> [UInt8] { doors[door].refusal(error) }

    /// Returns the bytes for a client that is disconnected to make room for another.
    package func refusal(_ error: ErrorReply, to client: ClientID) -> [UInt8] { doorIndex[client].map { doors[$0].refusal(error) } ?? [] }

    /// Adds a client.
    package mutating func connect(_ client: ClientID, at door: Int, at now: Instant) -> [Effect] {
        doorIndex[client] = door
        conductor.connect(client, name: "client-\(client.number)")
        return address(doors[door].didConnect(client, conductor: &conductor, at: now), at: now)
    }

    /// Continues a connection of the previous process, which the conductor has restored from its journal.
    package mutating func adopt(_ client: ClientID, unserved: UnservedInput) {
        guard let door = doors.firstIndex(where: \.keepsConnections) else { return }
        doorIndex[client] = door
        doors[door].adopt(client, unserved: unserved)
    }

    /// Records that a client has closed its sending end. It stays connected until everything it posted has finished.
    package mutating func didCloseInput(_ client: ClientID, at now: Instant) -> [Effect] {
        address(conductor.didCloseInput(client), at: now)
    }

    /// Removes a client whose connection has ended.
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Effect] {
        let effects = doorIndex.removeValue(forKey: client).map { doors[$0].didDisconnect(client, conductor: &conductor, at: now) } ?? []
        return address(effects + conductor.disconnect(client, at: now), at: now)
    }

    /// Returns whether a client's connection continues in the next process.
    package func keepsConnection(of client: ClientID) -> Bool { doorIndex[client].map { doors[$0].keepsConnections } ?? false }

    // MARK: Bytes in

    package mutating func append(_ bytes: [UInt8], from client: ClientID) {
        if let door = doorIndex[client] { doors[door].append(bytes, from: client) }
    }

    /// Serves a client's next request; returns nil if no complete request has arrived.
    package mutating func serveNext(of client: ClientID, at now: Instant) -> [Effect]? {
        guard let door = doorIndex[client] else { return nil }
        return doors[door].serveNext(of: client, conductor: &conductor, at: now).map { address($0, at: now) }
    }

    /// Returns whether a client's next request waits for the reply to its last request. It is served after that reply has been written.
    package func awaitsAnswer(_ client: ClientID) -> Bool { doorIndex[client].map { doors[$0].awaitsAnswer(client) } ?? false }

    /// Serves the unterminated request that a client left when it closed its sending end.
    /// - Parameter isGone: whether the whole connection is closed.
    /// - Returns: the effects; nil if there is no such request.
    package mutating func serveLast(of client: ClientID, isGone: Bool, at now: Instant) -> [Effect]? {
        guard let door = doorIndex[client] else { return nil }
        return doors[door].serveLast(of: client, isGone: isGone, conductor: &conductor, at: now).map { address($0, at: now) }
    }

    /// Returns a client's unserved input if its connection continues in the next process.
    package func unserved(of client: ClientID) -> UnservedInput? { doorIndex[client].flatMap { doors[$0].unserved(of: client) } }

    /// The unserved input of all clients whose connections continue in the next process.
    package var unserved: [(client: ClientID, input: UnservedInput)] {
        doorIndex.keys.compactMap { client in unserved(of: client).map { (client, $0) } }
    }

    // MARK: Effects

    /// Returns a message as a client receives it.
    package mutating func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8] {
        doorIndex[client].map { doors[$0].bytes(of: message, to: client, at: now) } ?? []
    }

    /// Replaces the conductor's messages with the bytes that clients receive.
    package mutating func address(_ effects: [Effect], at now: Instant) -> [Effect] {
        var addressed: [Effect] = []
        addressed.reserveCapacity(effects.count + 1)
        var rest = effects
        while !rest.isEmpty {
            for effect in rest { address(effect, at: now, &addressed) }
            rest = doors.indices.flatMap { doors[$0].proceed(conductor: &conductor, at: now) }
        }
        let due = doors.lazy.compactMap(\.nextDue).reduce(conductorWakesAt) { min($0 ?? $1, $1) }
        if due != wakesAt {
            wakesAt = due
            addressed.append(.wake(at: due))
        }
        return addressed
    }

    private mutating func address(_ effect: Effect, at now: Instant, _ addressed: inout [Effect]) {
        switch effect {
        case .send(let message, let client):
            guard let door = doorIndex[client] else { return }
            let bytes = doors[door].bytes(of: message, to: client, at: now)
            if !bytes.isEmpty { addressed.append(.write(bytes, to: client)) }
        case .publish(let event, let subscribers):
            for door in doors.indices {
                let own = subscribers.filter { doorIndex[$0] == door }
                if own.isEmpty { continue }
                for effect in doors[door].send(event, to: own, at: now) { address(effect, at: now, &addressed) }
            }
        case .write(let bytes, _): if !bytes.isEmpty { addressed.append(effect) }
        case .close(let client):
            let remainder = doorIndex[client].map { doors[$0].takeRemainder(for: client) } ?? []
            if !remainder.isEmpty { addressed.append(.write(remainder, to: client)) }
            addressed.append(effect)
        case .pause, .resume:
            // The voice falls silent first; clients are notified afterwards (Q14).
            addressed.append(effect)
            // A voice that starts during a pause is also paused, but clients are not notified of that.
            guard isPaused != (effect == .pause) else { return }
            isPaused.toggle()
            let speaking = conductor.speaking?.name
            for door in doors.indices {
                for event in doors[door].didChangePause(to: isPaused, speaking: speaking, at: now) { address(event, at: now, &addressed) }
            }
        case .wake(let moment): conductorWakesAt = moment
        case .speak, .silence, .earcon, .writeEvent, .trace, .log: addressed.append(effect)
        }
    }

    /// Continues the work that the last inputs have left (``Conductor/complete(at:)``).
    package mutating func complete(at now: Instant) -> [Effect] { address(conductor.complete(at: now), at: now) }

    /// Handles the moment of the last ``Effect/wake(at:)``.
    package mutating func wake(at now: Instant) -> [Effect] {
        wakesAt = nil
        var effects = doors.indices.flatMap { doors[$0].wake(at: now) }
        if let moment = conductorWakesAt, moment <= now {
            conductorWakesAt = nil
            effects += conductor.wake(at: now)
        }
        return address(effects, at: now)
    }
}
