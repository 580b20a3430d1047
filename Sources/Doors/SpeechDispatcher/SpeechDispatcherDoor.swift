package import FrontDoors
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

    package mutating func didConnect(_ client: ClientID, in context: inout DoorContext) {
        sessions[client] = SSIPSession(id: client)
        introduce(client, in: &context)
    }

    package mutating func didDisconnect(_ client: ClientID, in context: inout DoorContext) {
        endOwnPause(of: client, in: &context)
        endPauses(by: client, in: &context)
        // No client could end other clients' pauses of a client that has disconnected.
        endPauses(byOthersOf: client, in: &context)
        sessions.remove(client)
    }

    /// Ends the messages that wait in a client's own pause, because the client can no longer resume.
    private mutating func endOwnPause(of client: ClientID, in context: inout DoorContext) {
        if sessions[client]?.pausedBy.contains(client) == true { cancelAll(of: client, in: &context) }
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

    package mutating func serveNext(of client: ClientID, in context: inout DoorContext) -> Bool {
        guard !awaitsAnswer(client) else { return false }
        if sessions[client]?.remainder != nil {
            postNextPart(of: client, in: &context)
            return true
        }
        guard let input = sessions[client]?.decoder.next() else { return false }
        serve(input, of: client, in: &context)
        return true
    }

    package mutating func serveLast(of client: ClientID, isGone: Bool, in context: inout DoorContext) -> Bool {
        // The client no longer reads the list of voices, but its requests after it count.
        while isGone, awaitsAnswer(client) {
            sessions[client]?.voiceQuery = nil
            while serveNext(of: client, in: &context) {}
        }
        if let last = sessions[client]?.decoder.finish() { serve(last, of: client, in: &context) }
        endOwnPause(of: client, in: &context)
        return true
    }

    private mutating func serve(_ input: SSIPDecoder.Input, of client: ClientID, in context: inout DoorContext) {
        switch input {
        case .command(let line):
            do throws(SSIPReply) {
                try perform(SSIPCommand(line: line), from: client, in: &context)
            } catch {
                context.answer(error, to: client)
            }
        case .text(let text): speak(text, from: client, in: &context)
        case .textTooLong: context.answer(.textTooLong(sessions.nextNumber()), to: client)
        case .commandTooLong: context.answer(.commandTooLong, to: client)
        case .invalidEncoding: context.answer(.invalidEncoding, to: client)
        }
    }

    /// Introduces a client to the conductor, with the name that the client has given.
    func introduce(_ client: ClientID, in context: inout DoorContext) {
        guard let session = sessions[client] else { return }
        // The words being heard show which marks were reached, so only a client that has requested marks needs progress.
        let hello = Hello(
            app: session.isKnown ? session.name.client : nil, launch: false, progress: session.notifications.contains(.indexMarks))
        context.ask(.hello(hello), for: client)
    }
}

extension DoorContext {
    mutating func answer(_ reply: SSIPReply, to client: ClientID) { write(reply.bytes, to: client) }
}
