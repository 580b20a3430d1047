import Conductor
import Messages
import Narration
import SpeechQueue

/// A journal record: something for the conductor, or the progress of a connection.
enum JournalRecord: Equatable {
    case conductor(JournalEntry)
    /// Bytes were read from a client.
    case input(ClientID, [UInt8])
    /// The client's input was served except for the last `left` bytes; `line` is the number of the last line before them.
    case served(ClientID, left: Int, line: Int, isSkipping: Bool)
    /// Output is about to be sent to a client.
    case output(ClientID, [UInt8])
    /// The system has taken this many bytes of the output.
    case written(ClientID, Int)
    /// The system did not take all the output at once; how much it took is unknown until ``written(_:_:)`` follows.
    case stuck(ClientID)

    /// A record's kind, which is its first field. Numbers are never reused.
    fileprivate enum Kind: UInt64 {
        case client = 1
        case left, posted, merged, lifted, begun, ended, missedOutcome, collected, paused, settings, numbered, screen, foreground, sessions,
            opened, settled, cut, missedAnnouncement, unreported, owed, ages, ending, shares
        case input = 32
        case served, output, written, stuck

        var blank: JournalRecord {
            switch self {
            case .client: .conductor(.client(.blank))
            case .left: .conductor(.left(.blank))
            case .posted: .conductor(.posted(.blank, attempts: 0))
            case .merged: .conductor(.merged(.blank))
            case .lifted: .conductor(.lifted(.blank, .blank))
            case .begun: .conductor(.begun(.blank))
            case .ended: .conductor(.ended(.blank))
            case .missedOutcome: .conductor(.missedOutcome(AnnouncementDidFinish.blank, app: "", until: .blank))
            case .collected: .conductor(.collected(app: ""))
            case .paused: .conductor(.paused(since: nil))
            case .settings: .conductor(.settings(nil))
            case .numbered: .conductor(.numbered(0))
            case .screen: .conductor(.screen(.blank, .blank))
            case .shares: .conductor(.shares(.blank, with: .blank))
            case .foreground: .conductor(.foreground([], focusIsKnown: false))
            case .sessions: .conductor(.sessions(.blank))
            case .opened: .conductor(.opened(.blank))
            case .settled: .conductor(.settled(0))
            case .cut: .conductor(.cut(.blank))
            case .missedAnnouncement: .conductor(.missedAnnouncement(.blank))
            case .unreported: .conductor(.unreported(0))
            case .owed: .conductor(.owed(.blank))
            case .ages: .conductor(.ages(.blank))
            case .ending: .conductor(.ending([], .stopped))
            case .input: .input(.blank, [])
            case .served: .served(.blank, left: 0, line: 0, isSkipping: false)
            case .output: .output(.blank, [])
            case .written: .written(.blank, 0)
            case .stuck: .stuck(.blank)
            }
        }
    }

    /// Reads a record; nil for a kind that only a later version knows.
    init?(from fields: inout JournalFields) {
        guard let kind: Kind = fields.nextKind() else { return nil }
        self = kind.blank
        pass(through: &fields)
    }
}

extension JournalRecord: Journaled {
    static var blank: JournalRecord { .stuck(.blank) }

    mutating func pass(through fields: inout JournalFields) {
        switch self {
        case .conductor(let entry): self = .conductor(fields.passed(entry))
        case .input(let client, let bytes): self = .input(fields.passed(Kind.input, client), fields.passed(rest: bytes))
        case .served(let client, let left, let line, let isSkipping):
            self = .served(
                fields.passed(Kind.served, client), left: fields.passed(left), line: fields.passed(line),
                isSkipping: fields.passed(isSkipping))
        case .output(let client, let bytes): self = .output(fields.passed(Kind.output, client), fields.passed(rest: bytes))
        case .written(let client, let count): self = .written(fields.passed(Kind.written, client), fields.passed(count))
        case .stuck(let client): self = .stuck(fields.passed(Kind.stuck, client))
        }
    }
}

extension JournalEntry: Journaled {
    static var blank: JournalEntry { .numbered(0) }

    mutating func pass(through fields: inout JournalFields) {
        switch self {
        case .client(let client): self = .client(fields.passed(JournalRecord.Kind.client, client))
        case .left(let client): self = .left(fields.passed(JournalRecord.Kind.left, client))
        case .posted(let utterance, var attempts):
            attempts = fields.passed(JournalRecord.Kind.posted, attempts)
            self = .posted(fields.passed(utterance), attempts: attempts)
        case .merged(let merged): self = .merged(fields.passed(JournalRecord.Kind.merged, merged))
        case .lifted(let id, let standing): self = .lifted(fields.passed(JournalRecord.Kind.lifted, id), fields.passed(standing))
        case .begun(let id): self = .begun(fields.passed(JournalRecord.Kind.begun, id))
        case .ended(let id): self = .ended(fields.passed(JournalRecord.Kind.ended, id))
        case .missedOutcome(let outcome, var app, var until):
            app = fields.passed(JournalRecord.Kind.missedOutcome, app)
            until = fields.passed(until)
            var outcome = outcome
            fields.pass(json: &outcome)
            self = .missedOutcome(outcome, app: app, until: until)
        case .collected(let app): self = .collected(app: fields.passed(JournalRecord.Kind.collected, app))
        case .paused(let since): self = .paused(since: fields.passed(JournalRecord.Kind.paused, since))
        case .settings(let settings):
            let isChosen = fields.passed(JournalRecord.Kind.settings, settings != nil)
            var settings = settings ?? UserSettings()
            fields.pass(json: &settings)
            self = .settings(isChosen ? settings : nil)
        case .numbered(let number): self = .numbered(fields.passed(JournalRecord.Kind.numbered, number))
        case .screen(let client, let entry): self = .screen(fields.passed(JournalRecord.Kind.screen, client), fields.passed(entry))
        case .shares(let client, let other):
            self = .shares(fields.passed(JournalRecord.Kind.shares, client), with: fields.passed(other))
        case .foreground(let clients, var focusIsKnown):
            focusIsKnown = fields.passed(JournalRecord.Kind.foreground, focusIsKnown)
            self = .foreground(fields.passed(clients), focusIsKnown: focusIsKnown)
        case .sessions(let sessions): self = .sessions(fields.passed(JournalRecord.Kind.sessions, sessions))
        case .opened(let cause): self = .opened(fields.passed(JournalRecord.Kind.opened, cause))
        case .settled(let number): self = .settled(fields.passed(JournalRecord.Kind.settled, number))
        case .cut(let id): self = .cut(fields.passed(JournalRecord.Kind.cut, id))
        case .missedAnnouncement(let missed): self = .missedAnnouncement(fields.passed(JournalRecord.Kind.missedAnnouncement, missed))
        case .unreported(let count): self = .unreported(fields.passed(JournalRecord.Kind.unreported, count))
        case .owed(let speech): self = .owed(fields.passed(JournalRecord.Kind.owed, speech))
        case .ages(let clock): self = .ages(fields.passed(JournalRecord.Kind.ages, clock))
        case .ending(let ids, var reason):
            let ids = fields.passed(JournalRecord.Kind.ending, ids)
            fields.pass(raw: &reason)
            self = .ending(ids, reason)
        }
    }
}
