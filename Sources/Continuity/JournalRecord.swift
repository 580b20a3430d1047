import Conductor
import Messages
import Narration
import SpeechQueue

/// A journal record: something for the conductor, or the progress of a connection.
enum JournalRecord: Equatable {
    case conductor(JournalEntry)
    /// Bytes were read from a client.
    case input(ClientID, [UInt8])
    /// The client's input was served except for `left` bytes at the end; `line` is the number of the last line before them.
    case served(ClientID, left: Int, line: Int, isSkipping: Bool)
    /// Output is about to be sent to a client.
    case output(ClientID, [UInt8])
    /// The system has taken this many bytes of it.
    case taken(ClientID, Int)
    /// The system did not take all of it at once; how much is unknown until ``taken(_:_:)`` follows.
    case stuck(ClientID)

    /// A record's kind, in its first field. Numbers are never reused.
    private enum Kind: UInt64 {
        case client = 1
        case left, posted, merged, lifted, begun, ended, missed, collected, paused, settings, numbered, screen, foreground, sessions,
            opened, settled, cut
        case input = 32
        case served, output, taken, stuck
    }

    func write(to fields: inout JournalFieldWriter) {
        func put(_ kind: Kind, _ client: ClientID) {
            fields.put(kind.rawValue)
            fields.put(client.number)
        }
        switch self {
        case .conductor(let entry): Self.write(entry, to: &fields)
        case .input(let client, let bytes):
            put(.input, client)
            fields.put(rest: bytes)
        case .served(let client, let left, let line, let isSkipping):
            put(.served, client)
            fields.put(left)
            fields.put(line)
            fields.put(isSkipping)
        case .output(let client, let bytes):
            put(.output, client)
            fields.put(rest: bytes)
        case .taken(let client, let count):
            put(.taken, client)
            fields.put(count)
        case .stuck(let client): put(.stuck, client)
        }
    }

    private static func write(_ entry: JournalEntry, to fields: inout JournalFieldWriter) {
        func put(_ kind: Kind) { fields.put(kind.rawValue) }
        switch entry {
        case .client(let client):
            put(.client)
            client.write(to: &fields)
        case .left(let client):
            put(.left)
            client.write(to: &fields)
        case .posted(let utterance, let attempts):
            put(.posted)
            fields.put(attempts)
            utterance.write(to: &fields)
        case .merged(let merged):
            put(.merged)
            merged.write(to: &fields)
        case .lifted(let id, let standing):
            put(.lifted)
            fields.put(id.number)
            standing.write(to: &fields)
        case .begun(let id):
            put(.begun)
            fields.put(id.number)
        case .cut(let id):
            put(.cut)
            fields.put(id.number)
        case .ended(let id):
            put(.ended)
            fields.put(id.number)
        case .missed(let outcome, let app, let until):
            put(.missed)
            fields.put(app)
            fields.put(until)
            outcome.write(to: &fields)
        case .collected(let app, let client):
            put(.collected)
            fields.put(app)
            fields.put(client.number)
        case .paused(let since):
            put(.paused)
            fields.put(since)
        case .settings(let settings):
            put(.settings)
            fields.put(settings != nil)
            settings?.write(to: &fields)
        case .screen(let client, let entry):
            put(.screen)
            fields.put(client.number)
            entry.write(to: &fields)
        case .foreground(let clients, let isTold):
            put(.foreground)
            fields.put(isTold)
            fields.put(clients.count)
            for client in clients { fields.put(client.number) }
        case .sessions(let sessions):
            put(.sessions)
            fields.put(sessions.count)
            for session in sessions { session.write(to: &fields) }
        case .opened(let cause):
            put(.opened)
            fields.put(cause.number)
            fields.put(cause.client.number)
            fields.put(cause.name)
        case .settled(let number):
            put(.settled)
            fields.put(number)
        case .numbered(let number):
            put(.numbered)
            fields.put(number)
        }
    }

    /// Reads a record; nil for a kind that only a later version knows.
    init?(from fields: inout JournalFieldReader) throws(JournalFieldReader.Unreadable) {
        guard let kind = Kind(rawValue: try fields.number()) else { return nil }
        switch kind {
        case .client: self = .conductor(.client(try JournaledClient(from: &fields)))
        case .left: self = .conductor(.left(try DepartedClient(from: &fields)))
        case .posted:
            let attempts = try fields.integer()
            self = .conductor(.posted(try Utterance(from: &fields), attempts: attempts))
        case .merged: self = .conductor(.merged(try JournaledRepeat(from: &fields)))
        case .lifted:
            let id = UtteranceID(try fields.number())
            self = .conductor(.lifted(id, try UtteranceStanding(from: &fields)))
        case .begun: self = .conductor(.begun(UtteranceID(try fields.number())))
        case .cut: self = .conductor(.cut(UtteranceID(try fields.number())))
        case .ended: self = .conductor(.ended(UtteranceID(try fields.number())))
        case .missed:
            let app = try fields.text()
            let until = try fields.instant()
            self = .conductor(.missed(try AnnouncementDidFinish(from: &fields), app: app, until: until))
        case .collected:
            let app = try fields.text()
            self = .conductor(.collected(app: app, by: ClientID(try fields.number())))
        case .paused: self = .conductor(.paused(since: try fields.optionalInstant()))
        case .settings: self = .conductor(.settings(try fields.flag() ? try SpeechAttributes(from: &fields) : nil))
        case .screen:
            let client = ClientID(try fields.number())
            self = .conductor(.screen(client, try ScreenEntry(from: &fields)))
        case .foreground:
            let isTold = try fields.flag()
            var clients: [ClientID] = []
            for _ in 0..<(try fields.count()) { clients.append(ClientID(try fields.number())) }
            self = .conductor(.foreground(clients, isTold: isTold))
        case .sessions:
            var sessions: [RememberedSession] = []
            for _ in 0..<(try fields.count()) { sessions.append(try RememberedSession(from: &fields)) }
            self = .conductor(.sessions(sessions))
        case .opened:
            let number = try fields.number()
            let client = ClientID(try fields.number())
            self = .conductor(.opened(Cause(number: number, client: client, name: try fields.text())))
        case .settled: self = .conductor(.settled(try fields.number()))
        case .numbered: self = .conductor(.numbered(try fields.number()))
        case .input: self = .input(ClientID(try fields.number()), fields.rest())
        case .served:
            let client = ClientID(try fields.number())
            let left = try fields.integer()
            let line = try fields.integer()
            self = .served(client, left: left, line: line, isSkipping: try fields.flag())
        case .output: self = .output(ClientID(try fields.number()), fields.rest())
        case .taken:
            let client = ClientID(try fields.number())
            self = .taken(client, try fields.integer())
        case .stuck: self = .stuck(ClientID(try fields.number()))
        }
    }
}
