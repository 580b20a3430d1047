import Conductor
import Messages
import SpeechQueue

// The encoding of journal entries. Fields may only be added at the end (``JournalFieldWriter``).

typealias Unreadable = JournalFieldReader.Unreadable

extension JournalFieldWriter {
    mutating func put(_ instant: Instant) { put(Int(instant.nanoseconds)) }

    mutating func put(_ instant: Instant?) {
        put(instant != nil)
        if let instant { put(instant) }
    }
}

extension JournalFieldReader {
    mutating func instant() throws(Unreadable) -> Instant { Instant(nanoseconds: Int64(try integer())) }
    mutating func optionalInstant() throws(Unreadable) -> Instant? { try flag() ? try instant() : nil }

    /// Reads an enumeration's value.
    mutating func word<Word: RawRepresentable<String>>() throws(Unreadable) -> Word {
        guard let word = Word(rawValue: try text()) else { throw Unreadable() }
        return word
    }
}

extension JournaledClient {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(id.number)
        fields.put(name)
        fields.put(hello.app)
        fields.put(hello.name)
        fields.put(hello.language)
        fields.put(hello.launch)
        fields.put(hello.onDisconnect.rawValue)
        fields.put(hello.replies.rawValue)
        fields.put(hello.progress)
        fields.put(saysNoMore)
        let events = SubscribedEvent.allCases.filter(subscription.contains)
        fields.put(events.count)
        for event in events { fields.put(event.rawValue) }
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(id: ClientID(try fields.number()), name: try fields.text())
        hello.app = try fields.optionalText()
        hello.name = try fields.optionalText()
        hello.language = try fields.optionalText()
        hello.launch = try fields.flag()
        hello.onDisconnect = try fields.word()
        hello.replies = try fields.word()
        hello.progress = try fields.flag()
        saysNoMore = try fields.flag()
        for _ in 0..<(try fields.count()) { subscription.insert(try fields.word()) }
    }
}

extension DepartedClient {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(id.number)
        fields.put(name)
        fields.put(app)
        fields.put(at)
        fields.put(heir.map { Int($0.number) })
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(
            id: ClientID(try fields.number()), name: try fields.text(), app: try fields.optionalText(), at: try fields.instant(),
            heir: try fields.optionalInteger().map { ClientID(UInt64(bitPattern: Int64($0))) })
    }
}

extension JournaledRepeat {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(id.number)
        fields.put(client.number)
        fields.put(name)
        fields.put(`class`.code)
        fields.put(posted)
        fields.put(text)
        fields.put(first.number)
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(
            id: UtteranceID(try fields.number()), client: ClientID(try fields.number()), name: try fields.text(),
            class: try UtteranceClass(code: try fields.number()), posted: try fields.instant(), text: try fields.optionalText(),
            first: UtteranceID(try fields.number()))
    }
}

extension UtteranceStanding {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(`class`.code)
        fields.put(deadline)
        fields.put(waits)
        fields.put(media.rawValue)
        fields.put(posted)
        fields.put(isKept)
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        self.init(
            class: try UtteranceClass(code: try fields.number()), deadline: try fields.optionalInstant(), waits: try fields.flag(),
            media: try MediaPermission(code: try fields.integer()), posted: try fields.instant(),
            isKept: try fields.flag())
    }
}

extension AnnouncementDidFinish {
    func write(to fields: inout JournalFieldWriter) {
        fields.put(id)
        fields.put(text)
        fields.put(reason.rawValue)
        fields.put(attempts)
        fields.put(spokenSeconds)
    }

    init(from fields: inout JournalFieldReader) throws(Unreadable) {
        let id = try fields.text()
        let text = try fields.text()
        let reason: FinishReason = try fields.word()
        self.init(
            id: id, text: text, successful: reason == .spoken, reason: reason, attempts: try fields.integer(),
            spokenSeconds: try fields.fraction())
    }
}

extension UtteranceClass {
    /// Its number in records, for those that announcements have; 0: any other.
    var code: UInt64 {
        switch self {
        case .high: 1
        case .default: 2
        case .low: 3
        default: 0
        }
    }

    init(code: UInt64) throws(Unreadable) {
        switch code {
        case 1: self = .high
        case 2: self = .default
        case 3: self = .low
        default: throw Unreadable()
        }
    }
}

extension MediaPermission {
    init(code: Int) throws(Unreadable) {
        guard let known = Self(rawValue: code) else { throw Unreadable() }
        self = known
    }
}
