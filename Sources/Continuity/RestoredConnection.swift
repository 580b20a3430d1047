import AnnounceProtocol
import Conductor
package import FrontDoors
import Messages
import SpeechQueue

/// How far the process before this one was with a connection.
package struct RestoredConnection: Equatable {
    /// What was read of it and not served.
    package var input = UnservedInput()
    /// What its client was to be told and the system did not take.
    package var untold: [UInt8] = []
    /// Whether the system may have taken a part of that.
    package var isStuck = false

    /// What is to be sent first. Of a line that may be cut off the end is not known: it is ended, and what followed is told again.
    package var opening: [UInt8] { isStuck && !untold.isEmpty ? [UInt8(ascii: "\n")] + untold : untold }

    /// What a journal's records come to, taken in order: for the conductor, and for each connection.
    static func split(_ records: [JournalRecord]) -> (entries: [JournalEntry], connections: [ClientID: RestoredConnection]) {
        var entries: [JournalEntry] = []
        var connections: [ClientID: RestoredConnection] = [:]
        for record in records {
            switch record {
            case .conductor(let entry):
                entries.append(entry)
                if case .left(let client) = entry { connections[client.id] = nil }
            case .input(let client, let bytes): connections[client, default: Self()].input.bytes += bytes
            case .served(let client, let left, let line, let isSkipping):
                let bytes = (connections[client]?.input.bytes ?? []).suffix(max(0, left))
                connections[client, default: Self()].input = UnservedInput(bytes: bytes, line: line, isSkipping: isSkipping)
            case .output(let client, let bytes): connections[client, default: Self()].untold += bytes
            case .taken(let client, let count):
                let untold = connections[client]?.untold.count ?? 0
                connections[client]?.untold.removeFirst(min(max(0, count), untold))
                connections[client]?.isStuck = false
            case .stuck(let client): connections[client]?.isStuck = true
            }
        }
        return (entries, connections)
    }
}

extension RestoredConnection {
    /// The same connection as a new client's: it is sent the outcomes that are known, and that nothing else is.
    func forgotten(telling outcomes: [AnnouncementDidFinish]) -> RestoredConnection {
        let messages = outcomes.map { ServerMessage.announcementDidFinish($0) } + [.outcomesLost]
        // The rest of a line whose beginning is forgotten is no line.
        let isWithinLine = input.isSkipping || input.bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        return RestoredConnection(
            input: UnservedInput(isSkipping: isWithinLine), untold: untold + messages.flatMap { ServerLine.bytes(of: $0) }, isStuck: isStuck
        )
    }
}
