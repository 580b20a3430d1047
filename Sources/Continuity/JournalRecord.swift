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

    private static let blanks: [UInt64: Self] = JournalFields.blanks(
        JournalEntry.blanks.map { .conductor($0) } + [
            .input(.blank, []), .served(.blank, left: 0, line: 0, isSkipping: false), .output(.blank, []), .taken(.blank, 0),
            .stuck(.blank),
        ])

    /// Reads a record; nil for a kind that only a later version knows.
    init?(from fields: inout JournalFields) {
        guard let blank = fields.next(of: Self.blanks) else { return nil }
        self = blank
        pass(through: &fields)
    }
}

// Each kind of record has a number, its first field. Numbers are never reused.

extension JournalRecord: Journaled {
    static var blank: JournalRecord { .stuck(.blank) }

    mutating func pass(through fields: inout JournalFields) {
        switch self {
        case .conductor(let entry): self = .conductor(fields.passed(entry))
        case .input(let client, let bytes): self = .input(fields.passed(32, client), fields.passed(rest: bytes))
        case .served(let client, let left, let line, let isSkipping):
            self = .served(
                fields.passed(33, client), left: fields.passed(left), line: fields.passed(line), isSkipping: fields.passed(isSkipping))
        case .output(let client, let bytes): self = .output(fields.passed(34, client), fields.passed(rest: bytes))
        case .taken(let client, let count): self = .taken(fields.passed(35, client), fields.passed(count))
        case .stuck(let client): self = .stuck(fields.passed(36, client))
        }
    }
}

extension JournalEntry: Journaled {
    static var blank: JournalEntry { .numbered(0) }

    fileprivate static let blanks: [JournalEntry] = [
        .client(.blank), .left(.blank), .posted(.blank, attempts: 0), .merged(.blank), .lifted(.blank, .blank), .begun(.blank),
        .ended(.blank), .missed(.blank, app: "", until: .blank), .collected(app: "", by: .blank), .paused(since: nil), .settings(nil),
        .numbered(0), .screen(.blank, .blank), .foreground([], isTold: false), .sessions([]), .opened(.blank), .settled(0), .cut(.blank),
        .aged(.blank, .blank), .unheard(.blank), .untold(0),
    ]

    mutating func pass(through fields: inout JournalFields) {
        switch self {
        case .client(let client): self = .client(fields.passed(1, client))
        case .left(let client): self = .left(fields.passed(2, client))
        case .posted(let utterance, var attempts):
            attempts = fields.passed(3, attempts)
            self = .posted(fields.passed(utterance), attempts: attempts)
        case .merged(let merged): self = .merged(fields.passed(4, merged))
        case .lifted(let id, let standing): self = .lifted(fields.passed(5, id), fields.passed(standing))
        case .begun(let id): self = .begun(fields.passed(6, id))
        case .ended(let id): self = .ended(fields.passed(7, id))
        case .missed(let outcome, var app, var until):
            app = fields.passed(8, app)
            until = fields.passed(until)
            self = .missed(fields.passed(outcome), app: app, until: until)
        case .collected(let app, let client): self = .collected(app: fields.passed(9, app), by: fields.passed(client))
        case .paused(let since): self = .paused(since: fields.passed(10, since))
        case .settings(let settings): self = .settings(fields.passed(11, settings))
        case .numbered(let number): self = .numbered(fields.passed(12, number))
        case .screen(let client, let entry): self = .screen(fields.passed(13, client), fields.passed(entry))
        case .foreground(let clients, var isTold):
            isTold = fields.passed(14, isTold)
            self = .foreground(fields.passed(clients), isTold: isTold)
        case .sessions(let sessions): self = .sessions(fields.passed(15, sessions))
        case .opened(let cause): self = .opened(fields.passed(16, cause))
        case .settled(let number): self = .settled(fields.passed(17, number))
        case .cut(let id): self = .cut(fields.passed(18, id))
        case .unheard(let missed): self = .unheard(fields.passed(20, missed))
        case .untold(let count): self = .untold(fields.passed(21, count))
        case .aged(let id, let age): self = .aged(fields.passed(19, id), fields.passed(age))
        }
    }
}
