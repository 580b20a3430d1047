package import Conductor
package import Messages
package import SpeechQueue

/// The conductor behind its front doors: bytes and time in, bytes for clients and orders for the voice out.
///
/// Whatever the conductor answers passes through ``address(_:at:)`` before it is carried out.
package struct Reception: Sendable {
    package var conductor: Conductor
    private var doors: [any FrontDoor]
    /// Which door each client has come by.
    private var doorIndex: [ClientID: Int] = [:]
    /// Whether all speech was paused when the doors were last told.
    private var isPaused = false
    /// When the conductor wants to be woken, and what was last asked for.
    private var conductorWakesAt: Instant?
    private var wakesAt: Instant?

    package init(_ conductor: Conductor, doors: [any FrontDoor]) {
        self.conductor = conductor
        precondition(doors.count(where: \.keepsConnections) <= 1)
        self.doors = doors
    }

    // MARK: Connections

    /// Returns what a client receives that is not served at a door.
    package func refusal(_ error: ErrorReply, at door: Int) -> [UInt8] { doors[door].refusal(error) }

    /// A client has connected.
    package mutating func connect(_ client: ClientID, at door: Int, at now: Instant) -> [Effect] {
        doorIndex[client] = door
        conductor.connect(client, name: "client-\(client.number)")
        return address(doors[door].didConnect(client, conductor: &conductor, at: now), at: now)
    }

    /// Takes over a connection of the process before; the conductor learns of it by its journal.
    package mutating func adopt(_ client: ClientID, unserved: UnservedInput) {
        guard let door = doors.firstIndex(where: \.keepsConnections) else { return }
        doorIndex[client] = door
        doors[door].adopt(client, unserved: unserved)
    }

    /// A client has closed its sending end: it is served until what it posted has ended.
    package mutating func saysNoMore(_ client: ClientID, at now: Instant) -> [Effect] {
        address(conductor.saysNoMore(client), at: now)
    }

    /// A client's connection has ended.
    package mutating func disconnect(_ client: ClientID, at now: Instant) -> [Effect] {
        if let door = doorIndex.removeValue(forKey: client) { doors[door].didDisconnect(client) }
        return address(conductor.disconnect(client, at: now), at: now)
    }

    /// Whether a client's connection goes on in the next process.
    package func keepsConnection(of client: ClientID) -> Bool { doorIndex[client].map { doors[$0].keepsConnections } ?? false }

    // MARK: Bytes in

    package mutating func append(_ bytes: [UInt8], from client: ClientID) {
        if let door = doorIndex[client] { doors[door].append(bytes, from: client) }
    }

    /// Serves the next request of a client; returns nil if none has arrived whole.
    package mutating func serveNext(of client: ClientID, at now: Instant) -> [Effect]? {
        guard let door = doorIndex[client] else { return nil }
        return doors[door].serveNext(of: client, conductor: &conductor, at: now).map { address($0, at: now) }
    }

    /// Serves what a client left without an ending when it closed its sending end.
    /// - Parameter isGone: whether the whole connection is closed.
    /// - Returns: nil if it left nothing.
    package mutating func serveLast(of client: ClientID, isGone: Bool, at now: Instant) -> [Effect]? {
        guard let door = doorIndex[client] else { return nil }
        return doors[door].serveLast(of: client, isGone: isGone, conductor: &conductor, at: now).map { address($0, at: now) }
    }

    /// What has arrived and was not served, of a client whose connection goes on in the next process.
    package func unserved(of client: ClientID) -> UnservedInput? { doorIndex[client].flatMap { doors[$0].unserved(of: client) } }

    /// The same of all of them.
    package var unserved: [(client: ClientID, input: UnservedInput)] {
        doorIndex.keys.compactMap { client in unserved(of: client).map { (client, $0) } }
    }

    // MARK: Effects

    /// Replaces the conductor's messages by the bytes that clients receive.
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
        case .write(let bytes, _): if !bytes.isEmpty { addressed.append(effect) }
        case .close(let client):
            let remainder = doorIndex[client].map { doors[$0].takeRemainder(for: client) } ?? []
            if !remainder.isEmpty { addressed.append(.write(remainder, to: client)) }
            addressed.append(effect)
        case .pause, .resume:
            // Silence before all else: clients learn of it afterwards (Q14).
            addressed.append(effect)
            // A voice that is started in a pause is paused, too.
            guard isPaused != (effect == .pause) else { return }
            isPaused.toggle()
            let speaking = conductor.speaking?.name
            for door in doors.indices {
                for event in doors[door].didPause(isPaused, speaking: speaking, at: now) { address(event, at: now, &addressed) }
            }
        case .wake(let moment): conductorWakesAt = moment
        case .speak, .silence, .earcon, .trace, .log: addressed.append(effect)
        }
    }

    /// The moment of the last ``Effect/wake(at:)`` has come.
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
