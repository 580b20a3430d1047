import AnnounceProtocol
import Conductor
package import FrontDoors
import Messages
import SpeechQueue

/// The progress of a connection in the previous process.
package struct RestoredConnection: Equatable {
    /// The input that was read but not served.
    package var input = UnservedInput()
    /// The output that the system did not take.
    package var unsent: [UInt8] = []
    /// Whether the system may have taken a part of ``unsent``.
    package var isStuck = false

    /// The bytes to send first. The last line may have been cut at an unknown position, so it is ended first, and its output is sent again.
    package var opening: [UInt8] { isStuck && !unsent.isEmpty ? [UInt8(ascii: "\n")] + unsent : unsent }

    /// Divides a journal's records into the conductor's entries and the state of each connection.
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
            case .output(let client, let bytes): connections[client, default: Self()].unsent += bytes
            case .written(let client, let count):
                let unsent = connections[client]?.unsent.count ?? 0
                connections[client]?.unsent.removeFirst(min(max(0, count), unsent))
                connections[client]?.isStuck = false
            case .stuck(let client): connections[client]?.isStuck = true
            }
        }
        return (entries, connections)
    }
}

extension RestoredConnection {
    /// Returns the connection as if its client were new. The client receives the known outcomes and the message that all others are lost.
    func forgotten(telling outcomes: [AnnouncementDidFinish]) -> RestoredConnection {
        let messages = outcomes.map { ServerMessage.announcementDidFinish($0) } + [.outcomesLost]
        // The rest of a line is useless without its lost beginning.
        let isWithinLine = input.isSkipping || input.bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        return RestoredConnection(
            input: UnservedInput(isSkipping: isWithinLine), unsent: unsent + messages.flatMap(\.jsonLine), isStuck: isStuck
        )
    }
}
