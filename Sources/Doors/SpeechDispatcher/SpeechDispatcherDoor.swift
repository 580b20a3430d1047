package import Conductor
import FrontDoors
package import Messages
package import SpeechQueue

/// The door for speech-dispatcher's clients: SSIP (docs/SPEECH-DISPATCHER.md). Converts their commands to the requests of announced's own
/// protocol.
package struct SpeechDispatcherDoor: FrontDoor {
    var sessions = SSIPSessions()
    /// The messages that waited for the voices and were then refused because of their own voice.
    var refused: [(client: ClientID, name: String)] = []
    /// The blocks and long messages of which a part was silenced, so that their other parts must not be heard.
    var abandoned: [(client: ClientID, block: UInt64)] = []
    /// The clients whose `LIST SYNTHESIS_VOICES` can be answered now.
    var answerable: [ClientID] = []

    package init() {}

    // MARK: Connections

    /// Connections end with this process: programs reconnect, as they do after a restart of speech-dispatcher.
    package var keepsConnections: Bool { false }

    package func refusal(_ error: ErrorReply) -> [UInt8] {
        (error.code == .tooManyClients ? SSIPReply.tooManyClients : .notAllowed).bytes
    }

    package mutating func didConnect(_ client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        sessions[client] = SSIPSession(id: client)
        return introduce(client, to: &conductor, at: now)
    }

    package mutating func didDisconnect(_ client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        let effects = endOwnPause(of: client, conductor: &conductor, at: now) + endPauses(by: client, conductor: &conductor, at: now)
        // No client could end other clients' pauses of a client that has disconnected.
        let released = endPauses(byOthersOf: client, conductor: &conductor, at: now)
        sessions.remove(client)
        return effects + released
    }

    /// Ends the messages that wait in a client's own pause, because the client can no longer resume.
    private mutating func endOwnPause(of client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        guard sessions[client]?.pausedBy.contains(client) == true else { return [] }
        return cancelAll(of: client, conductor: &conductor, at: now)
    }

    /// Returns the delayed events, because the connection is about to close.
    package mutating func takeRemainder(for client: ClientID) -> [UInt8] {
        sessions.takeEvents(of: client)
    }

    // MARK: Bytes in

    package mutating func append(_ bytes: [UInt8], from client: ClientID) {
        sessions[client]?.decoder.append(bytes)
        sessions.limitUnfinishedText(of: client)
    }

    package mutating func serveNext(of client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect]? {
        guard !awaitsAnswer(client) else { return nil }
        if sessions[client]?.remainder != nil { return postNextPart(of: client, conductor: &conductor, at: now) }
        guard let input = sessions[client]?.decoder.next() else { return nil }
        return serve(input, of: client, conductor: &conductor, at: now)
    }

    package mutating func serveLast(of client: ClientID, isGone: Bool, conductor: inout Conductor, at now: Instant) -> [Effect]? {
        var effects: [Effect] = []
        // The client no longer reads the list of voices, but its requests after it count.
        while isGone, awaitsAnswer(client) {
            sessions[client]?.voiceQuery = nil
            while let next = serveNext(of: client, conductor: &conductor, at: now) { effects += next }
        }
        if let last = sessions[client]?.decoder.finish() { effects += serve(last, of: client, conductor: &conductor, at: now) }
        return effects + endOwnPause(of: client, conductor: &conductor, at: now)
    }

    private mutating func serve(
        _ input: SSIPDecoder.Input, of client: ClientID, conductor: inout Conductor, at now: Instant
    ) -> [Effect] {
        switch input {
        case .command(let line):
            do throws(SSIPReply) {
                return try perform(SSIPCommand(line: line), from: client, conductor: &conductor, at: now)
            } catch {
                return [.answer(error, to: client)]
            }
        case .text(let text): return speak(text, from: client, conductor: &conductor, at: now)
        case .textTooLong: return [.answer(.textTooLong(sessions.nextNumber()), to: client)]
        case .commandTooLong: return [.answer(.commandTooLong, to: client)]
        case .invalidEncoding: return [.answer(.invalidEncoding, to: client)]
        }
    }

    /// Introduces a client to the conductor, with the name that the client has given.
    func introduce(_ client: ClientID, to conductor: inout Conductor, at now: Instant) -> [Effect] {
        guard let session = sessions[client] else { return [] }
        // The words being heard show which marks were reached, so only a client that has requested marks needs progress.
        let hello = Hello(
            app: session.isKnown ? session.name.client : nil, launch: false, progress: session.notifications.contains(.indexMarks))
        return conductor.ask(.hello(hello), for: client, at: now)
    }
}

extension Effect {
    static func answer(_ reply: SSIPReply, to client: ClientID) -> Effect { .write(reply.bytes, to: client) }
}

extension Conductor {
    /// Sends a request to the conductor on a client's behalf.
    mutating func ask(_ request: Request, id: String? = nil, size: Int = 0, for client: ClientID, at now: Instant) -> [Effect] {
        receive(request, id: id, size: size, from: client, at: now)
    }
}
