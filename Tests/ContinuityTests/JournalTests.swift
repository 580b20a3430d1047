import Conductor
import FrontDoors
import Glibc
import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

@testable import Continuity

/// The next process reads exactly what was written for it; it refuses anything else, and never crashes.
@Suite struct JournalTests {
    static let client = ClientID(3)

    private static func utterance(_ id: UInt64, _ text: String = "Hello, wörld.") -> Utterance {
        var utterance = Utterance(
            id: UtteranceID(id), client: client, name: "a \(id)", class: .low,
            runs: [
                SpeechRun(text: text, attributes: SpeechAttributes(language: "en-us", voice: "f3", rate: 240, spell: false)),
                SpeechRun(
                    text: "more", attributes: SpeechAttributes(punctuation: .all, capitals: .pitch), ipa: "mɔː", pause: 0.5, mark: "m"),
            ],
            waits: true, posted: Instant(seconds: 1.5), group: .init(app: "mail", name: "g"), supersede: .current,
            deadline: Instant(seconds: 11.5), isKept: true, allowRepeat: true, wantsWords: true, media: .play)
        utterance.clientText = "as written"
        utterance.extraCost = 77
        return utterance
    }

    static let plain: Utterance = {
        var utterance = Utterance(
            id: UtteranceID(300), client: client, name: "", class: .high, runs: [SpeechRun(text: "Hi", earcon: .screenChanged)],
            posted: Instant(nanoseconds: 5))
        utterance.isFromDaemon = true
        return utterance
    }()

    /// A low with its app.
    static let appsOwn: Utterance = {
        var utterance = plain
        utterance.class = .low
        (utterance.app, utterance.hasUsualAge) = ("mail", true)
        (utterance.isFromScreenReader, utterance.cutsOtherApps) = (true, false)
        return utterance
    }()

    /// The same with a sound icon.
    static let icon: Utterance = {
        var utterance = appsOwn
        utterance.runs[0].icon = "bell"
        return utterance
    }()

    /// The same of a long text.
    static let long: Utterance = {
        var utterance = icon
        utterance.runs[0].isUnread = true
        return utterance
    }()

    /// The same with a context.
    static func code(of context: TextualContext) -> Utterance {
        var utterance = long
        utterance.runs[0].context = context
        return utterance
    }

    static let withNote: JournalEntry = {
        let hello = Hello(
            app: "mail", name: "Mail", language: "de", launch: false, onDisconnect: .cancel, replies: .errors, progress: true,
            gestures: .keyboard, note: "no sound server")
        return .client(RememberedClient(id: client, name: "client-3", hello: hello, subscription: [.cut, .finished], hasClosedInput: true))
    }()

    /// Each kind of record, with nothing left out.
    static let everything: [JournalRecord] = {
        var attributes = SpeechAttributes(language: "de", pitch: 30, volume: 0)
        attributes.rate = 200
        let hello = Hello(
            app: "mail", name: "Mail", language: "de", launch: false, onDisconnect: .cancel, replies: .errors, progress: true,
            gestures: .keyboard)
        let did = AnnouncementDidFinish(id: "x", text: "t", successful: false, reason: .expired, attempts: 2, spokenSeconds: 0.25)
        let container = Container(
            kind: .table, label: "l", index: 1, count: 2, edge: .end, row: 3, column: 4, rowSpan: 5, columnSpan: 6, headers: ["h"],
            enclosing: [Container(kind: .list, index: 7), Container(kind: .landmark, label: "m")])
        let element = RememberedElement(
            Element(
                id: "e", label: "l", value: "v", placeholder: "p", traits: [.button, .isEditing], hint: "h", language: "de",
                valueKind: .percent, container: container, speaksDuringMedia: true, milestones: [.number(0.5), .seconds(60)]),
            isNameless: true, hadFocus: true)
        let entries: [JournalEntry] = [
            .client(RememberedClient(id: client, name: "client-3", hello: hello, subscription: [.cut, .finished], hasClosedInput: true)),
            .left(DepartedClient(id: client, name: "Mail", app: "mail", at: Instant(seconds: 3), heir: ClientID(4))),
            .left(DepartedClient(id: client, name: "", app: nil, at: Instant(seconds: 3))),
            .posted(utterance(7), attempts: 2),
            .merged(
                JournaledRepeat(
                    id: UtteranceID(8), client: client, name: "r", class: .high, posted: Instant(seconds: 2), text: "own",
                    first: UtteranceID(7))),
            .lifted(
                UtteranceID(7),
                UtteranceStanding(
                    class: .default, deadline: nil, hasUsualAge: true, ageLeft: 2.5, waits: false, media: .always,
                    posted: Instant(seconds: 4), isKept: true, cutsOtherApps: false)),
            .begun(UtteranceID(7)), .ended(UtteranceID(7)), .missedOutcome(did, app: "mail", until: Instant(seconds: 63)),
            .collected(app: "mail"), .paused(since: Instant(seconds: 9)), .paused(since: nil),
            .settings(
                UserSettings(
                    attributes, verbosity: .brief, dialect: .talkback, hints: false, gestures: .keyboard, interval: 2.5, earcons: false,
                    typing: .words)),
            .settings(nil), .numbered(.max), .opened(Cause(number: 7, client: client, name: "é")), .settled(7), .cut(UtteranceID(9)),
            .screen(client, .element(element)), .screen(client, .removed(id: "e")),
            .screen(client, .focus(id: nil)), .screen(client, .page("page")),
            .screen(client, .screen(RememberedScreen(elements: [element], focus: "e", page: "p", isFirst: true))),
            .foreground([client, ClientID(4)], focusIsKnown: true),
            .sessions(
                RememberedSessions(
                    MediaSession.Announcements.allCases.map {
                        RememberedSession(
                            client: client,
                            session: MediaSession(
                                name: "s", mode: .listen, lease: 2.5, mute: ["a"], allow: ["b", "c"], announcements: $0),
                            until: Instant(seconds: 8), element: "e")
                    }, ended: [RememberedSessions.Ended(owner: "recorder", until: Instant(seconds: 68))])),
            .owed(OwedSpeech(title: "t", summary: "s", owesValue: true, wasMovedByUser: true)),
        ]
        return entries.map { .conductor($0) } + [
            .input(client, Array("{\"type\":".utf8)), .served(client, left: 3, line: 12, isSkipping: true), .output(client, [0, 255]),
            .written(client, 1), .stuck(client),
        ]
    }()

    /// Returns the records that another process reads in the memory of a journal.
    private static func reread(_ journal: Journal) throws -> [JournalRecord] {
        try Journal(SealedMemory(descriptor: dup(journal.descriptor))).restore()
    }

    @Test func `Every record is read as it was written, what was not committed is not, and a new beginning replaces all`() throws {
        let journal = try Journal.make()
        journal.begin(with: Self.everything)
        #expect(try Self.reread(journal) == Self.everything)
        journal.add(.stuck(ClientID(9)))
        #expect(try Self.reread(journal) == Self.everything)
        journal.commit()
        #expect(try Self.reread(journal) == Self.everything + [.stuck(ClientID(9))])
        journal.markHealthy()
        journal.begin(with: [.stuck(ClientID(1))])
        #expect(try Self.reread(journal) == [.stuck(ClientID(1))])
        journal.clear()
        #expect(try Self.reread(journal) == [])
    }

    @Test func `A journal asks to be rewritten once much was added, and leaves out what does not fit`() throws {
        let journal = try Journal.make()
        journal.begin(with: [])
        let block = [UInt8](repeating: 1, count: 100_000)
        for _ in 0..<5 {
            journal.add(.output(Self.client, block))
            journal.commit()
        }
        #expect(!journal.isFull)
        journal.add(.output(Self.client, block))
        journal.commit()
        #expect(journal.isFull)
        let most = Journal.capacity / block.count
        journal.begin(with: [.stuck(Self.client)] + Array(repeating: .output(Self.client, block), count: most + 5))
        #expect(!journal.isFull)
        // Expendable records are no reason to rewrite the journal again and again.
        journal.addAlone(.output(Self.client, [UInt8](repeating: 2, count: 1 << 20)))
        #expect(!journal.isFull)
        let records = try Self.reread(journal)
        #expect(records.first == .stuck(Self.client) && (most - 1...most + 1).contains(records.count), "\(records.count) of \(most)")
        // Nothing fits behind that; the next beginning has it.
        journal.add(.output(Self.client, [UInt8](repeating: 2, count: 1 << 20)))
        journal.commit()
        #expect(journal.isFull)
        #expect(try Self.reread(journal) == records)
    }

    @Test
    func
        `A journal that is damaged, cut, invented or another program's is refused with a reason, and so is one that ended the daemon three times`()
        throws
    {
        let journal = try Journal.make()
        #expect(throws: Journal.Unusable.self, "new memory") { try Self.reread(journal) }
        journal.begin(with: Self.everything)
        let length = try #require(try Self.size(of: journal))
        var random = SeededGenerator(seed: SeededGenerator.seed(for: "damaged journal"))
        let memory = try SealedMemory(descriptor: dup(journal.descriptor))
        for _ in 0..<400 {
            // The second half is the current one: it was begun once.
            let place = 4096 + Journal.capacity + Int.random(in: 0..<length, using: &random)
            let former = memory.bytes(place..<(place + 1))
            memory.write([former[0] ^ UInt8.random(in: 1...255, using: &random)], at: place)
            #expect(throws: Journal.Unusable.self) { try Self.reread(journal) }
            memory.write(former, at: place)
            journal.markHealthy()
        }
        for header in [(8, UInt64(7)), (24, 1 << 40), (24, UInt64(length) - 1), (0, 99)] {
            let former = memory[word: header.0]
            memory[word: header.0] = header.1
            #expect(throws: Journal.Unusable.self) { try Self.reread(journal) }
            memory[word: header.0] = former
            journal.markHealthy()
        }
        for _ in 0..<3 { #expect(try Self.reread(journal) == Self.everything) }
        #expect(throws: Journal.Unusable.self) { try Self.reread(journal) }
        // Whatever is in the descriptor's place.
        #expect(throws: SealedMemory.Failure.self) { try SealedMemory(descriptor: dup(STDERR_FILENO)) }
        #expect(throws: SealedMemory.Failure.self) { try SealedMemory(descriptor: -1) }
    }

    private static func size(of journal: Journal) throws -> Int? {
        let memory = try SealedMemory(descriptor: dup(journal.descriptor))
        return Int(memory[word: 24])
    }

    static func bytes(of record: JournalRecord) -> [UInt8] {
        var fields = JournalFields()
        _ = fields.passed(record)
        return fields.bytes
    }

    @Test func `Random bytes are no record or one, and never the end of the process`() {
        var random = SeededGenerator(seed: SeededGenerator.seed(for: "random records"))
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { index in
                UInt8.random(in: index == 0 ? 1...40 : 0...255, using: &random)
            }
            var fields = JournalFields(reading: bytes[...])
            _ = JournalRecord(from: &fields)
        }
    }

    @Test func `A connection continues at the byte: input read but not served, and output sent but not received`() {
        let records: [JournalRecord] = [
            .input(Self.client, Array("one\ntw".utf8)), .served(Self.client, left: 2, line: 1, isSkipping: false),
            .input(Self.client, Array("o\nthr".utf8)), .output(Self.client, Array("reply\n".utf8)), .written(Self.client, 6),
            .output(Self.client, Array("first\n".utf8)), .output(Self.client, Array("second\n".utf8)), .written(Self.client, 6),
            .conductor(.numbered(4)), .input(ClientID(4), [1]),
            .conductor(.left(DepartedClient(id: ClientID(4), name: "", app: nil, at: Instant(seconds: 0)))),
        ]
        var (entries, connections) = RestoredConnection.split(records)
        #expect(entries.count == 2 && connections.count == 1)
        let expected = RestoredConnection(
            input: UnservedInput(bytes: Array("two\nthr".utf8)[...], line: 1), unsent: Array("second\n".utf8))
        #expect(connections[Self.client] == expected)
        #expect(connections[Self.client]?.opening == Array("second\n".utf8))
        (entries, connections) = RestoredConnection.split(records + [.stuck(Self.client)])
        #expect(connections[Self.client]?.opening == Array("\nsecond\n".utf8), "of a line that may be cut the end is not known")
        (entries, connections) = RestoredConnection.split(records + [.stuck(Self.client), .written(Self.client, 3)])
        #expect(connections[Self.client]?.opening == Array("ond\n".utf8), "it ended in order, and knew how far it was")
    }
}
