package import Conductor
package import Messages
package import SpeechQueue

/// The conductor behind its front doors: receives bytes and the time, and returns bytes for clients and actions of the voice.
package final class Reception {
    private var context: DoorContext
    private var doors: [any FrontDoor]
    /// The door of each client, as an index.
    private var doorIndex: [ClientID: Int] = [:]
    /// Whether all speech was paused when the doors were last notified.
    private var isPaused = false
    /// The moment that the conductor has requested for its next wake, and the last moment requested for the reception.
    private var conductorWakesAt: Instant?
    private var wakesAt: Instant?

    package init(_ conductor: Conductor, doors: [any FrontDoor]) {
        context = DoorContext(conductor)
        precondition(doors.count(where: \.keepsConnections) <= 1)
        self.doors = doors
    }

    package var conductor: Conductor {
        _read { yield context.conductor }
        _modify { yield &context.conductor }
    }

    /// Whether the conductor's ``Conductor/complete(at:)`` has something to do, and whether that is the end of a stop.
    package var isIncomplete: Bool { context.isIncomplete }
    package var owesStop: Bool { context.owesStop }

    /// Passes an input to the conductor.
    package func conduct(at now: Instant, _ input: (inout Conductor, Instant) -> [Effect]) -> [Output] {
        context.now = now
        context.conduct(input)
        return takeOutputs()
    }

    // MARK: Connections

    /// Returns the bytes for a client that can't be served at a door.
    package func refusal(_ error: ErrorReply, at door: Int) -> [UInt8] { doors[door].refusal(error) }

    /// Returns the bytes for a client that is disconnected to make room for another.
    package func refusal(_ error: ErrorReply, to client: ClientID) -> [UInt8] { doorIndex[client].map { doors[$0].refusal(error) } ?? [] }

    /// Adds a client.
    package func connect(_ client: ClientID, at door: Int, at now: Instant) -> [Output] {
        context.now = now
        doorIndex[client] = door
        conductor.connect(client, name: "client-\(client.number)")
        doors[door].didConnect(client, in: &context)
        return takeOutputs()
    }

    /// Continues a connection of the previous process, which the conductor has restored from its journal.
    package func adopt(_ client: ClientID, unserved: UnservedInput) {
        guard let door = doors.firstIndex(where: \.keepsConnections) else { return }
        doorIndex[client] = door
        doors[door].adopt(client, unserved: unserved)
    }

    /// Records that a client has closed its sending end. It stays connected until everything it posted has finished.
    package func didCloseInput(_ client: ClientID, at now: Instant) -> [Output] {
        conduct(at: now) { conductor, _ in conductor.didCloseInput(client) }
    }

    /// Removes a client whose connection has ended.
    package func disconnect(_ client: ClientID, at now: Instant) -> [Output] {
        context.now = now
        if let door = doorIndex.removeValue(forKey: client) { doors[door].didDisconnect(client, in: &context) }
        return conduct(at: now) { $0.disconnect(client, at: $1) }
    }

    /// Returns whether a client's connection continues in the next process.
    package func keepsConnection(of client: ClientID) -> Bool { doorIndex[client].map { doors[$0].keepsConnections } ?? false }

    // MARK: Bytes in

    package func append(_ bytes: [UInt8], from client: ClientID) {
        if let door = doorIndex[client] { doors[door].append(bytes, from: client) }
    }

    /// Serves a client's next request; returns nil if no complete request has arrived.
    package func serveNext(of client: ClientID, at now: Instant) -> [Output]? {
        context.now = now
        guard let door = doorIndex[client], doors[door].serveNext(of: client, in: &context) else { return nil }
        return takeOutputs()
    }

    /// Returns whether a client's next request waits for the reply to its last request. It is served after that reply has been written.
    package func awaitsAnswer(_ client: ClientID) -> Bool { doorIndex[client].map { doors[$0].awaitsAnswer(client) } ?? false }

    /// Serves the unterminated request that a client left when it closed its sending end.
    /// - Parameter isGone: whether the whole connection is closed.
    /// - Returns: what to do; nil if there is no such request.
    package func serveLast(of client: ClientID, isGone: Bool, at now: Instant) -> [Output]? {
        context.now = now
        guard let door = doorIndex[client], doors[door].serveLast(of: client, isGone: isGone, in: &context) else { return nil }
        return takeOutputs()
    }

    /// Returns a client's unserved input if its connection continues in the next process.
    package func unserved(of client: ClientID) -> UnservedInput? { doorIndex[client].flatMap { doors[$0].unserved(of: client) } }

    /// The unserved input of all clients whose connections continue in the next process.
    package var unserved: [(client: ClientID, input: UnservedInput)] {
        doorIndex.keys.compactMap { client in unserved(of: client).map { (client, $0) } }
    }

    // MARK: Output

    /// Returns a message as a client receives it.
    package func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8] {
        doorIndex[client].map { doors[$0].bytes(of: message, to: client, at: now) } ?? []
    }

    /// Returns everything to be done after an input, with the conductor's messages as the bytes that clients receive.
    private func takeOutputs() -> [Output] {
        var outputs: [Output] = []
        var entries = context.takeEntries()
        repeat {
            for entry in entries {
                switch entry {
                case .effects(let effects):
                    outputs.reserveCapacity(outputs.count + effects.count + 1)
                    for effect in effects { add(effect, to: &outputs) }
                case .output(let output): add(output, to: &outputs)
                }
            }
            for door in doors.indices { doors[door].proceed(in: &context) }
            entries = context.takeEntries()
        } while !entries.isEmpty
        let due = doors.lazy.compactMap(\.nextDue).reduce(conductorWakesAt) { min($0 ?? $1, $1) }
        if due != wakesAt {
            wakesAt = due
            outputs.append(.wake(at: due))
        }
        return outputs
    }

    private func add(_ effect: Effect, to outputs: inout [Output]) {
        switch effect {
        case .send(let message, let client): add(Output.write(bytes(of: message, to: client, at: context.now), to: client), to: &outputs)
        case .publish(let event, let subscribers):
            for door in doors.indices {
                let own = subscribers.filter { doorIndex[$0] == door }
                if own.isEmpty { continue }
                for output in doors[door].outputs(of: event, to: own, at: context.now) { add(output, to: &outputs) }
            }
        case .close(let client): add(Output.close(client), to: &outputs)
        case .voice(let action):
            outputs.append(.voice(action))
            // The voice falls silent first; clients are notified afterwards (Q14).
            if action == .pause || action == .resume { notifyOfPause(action == .pause, &outputs) }
        case .wake(let moment): conductorWakesAt = moment
        case .log(let entry): outputs.append(.log(entry))
        }
    }

    private func add(_ output: Output, to outputs: inout [Output]) {
        switch output {
        case .write(let bytes, _): if bytes.isEmpty { return }
        case .close(let client):
            let remainder = doorIndex[client].map { doors[$0].takeRemainder(for: client) } ?? []
            if !remainder.isEmpty { outputs.append(.write(remainder, to: client)) }
        case .writeEvent, .voice, .wake, .log: break
        }
        outputs.append(output)
    }

    private func notifyOfPause(_ isNowPaused: Bool, _ outputs: inout [Output]) {
        // A voice that starts during a pause is also paused, but clients are not notified of that.
        guard isPaused != isNowPaused else { return }
        isPaused = isNowPaused
        for door in doors.indices {
            for output in doors[door].didChangePause(to: isPaused, speaking: conductor.speaking, at: context.now) {
                add(output, to: &outputs)
            }
        }
    }

    /// Continues the work that the last inputs have left (``Conductor/complete(at:)``).
    package func complete(at now: Instant) -> [Output] { conduct(at: now) { $0.complete(at: $1) } }

    /// Handles the moment of the last ``Output/wake(at:)``.
    package func wake(at now: Instant) -> [Output] {
        context.now = now
        wakesAt = nil
        for door in doors.indices { doors[door].wake(in: &context) }
        if let moment = conductorWakesAt, moment <= now {
            conductorWakesAt = nil
            context.conduct { $0.wake(at: $1) }
        }
        return takeOutputs()
    }
}
