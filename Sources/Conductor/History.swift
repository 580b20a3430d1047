import DequeModule
import Messages
import Narration
import SpeechQueue

/// What was said lately, and what was decided about it: at most ``HistoryEntry/mostRemembered`` utterances, and a bounded amount of text.
///
/// Every operation costs the same, however much is remembered.
struct History: Sendable {
    static let mostBytes = 1 << 20
    /// The most steps that are remembered of one utterance.
    private static let mostSteps = 32

    struct Record: Sendable {
        let id: UtteranceID?
        let name: String
        /// The request that brought it along, where that is another.
        var cause: String?
        let client: String
        let `class`: UtteranceClass?
        let runs: [SpeechRun]
        let text: String
        let at: Instant
        var steps: [Decision] = []

        /// What it costs to remember it, in bytes, roughly; a single run has its text in common with the record.
        var cost: Int {
            let spoken = runs.reduce(0) { $0 + $1.cost } + (runs.count == 1 ? 0 : text.utf8.count)
            return 256 + name.utf8.count + client.utf8.count + spoken + steps.reduce(0) { $0 + $1.cost }
        }
    }

    /// Something that was decided about an utterance.
    struct Decision: Sendable {
        var event: SubscribedEvent
        var reason: FinishReason?
        var rule: Rule?
        /// The request that brought it about.
        var by: String?
        var at: Instant

        var cost: Int { MemoryLayout<Decision>.stride + (by?.utf8.count ?? 0) }
    }

    private var records: Deque<Record> = []
    /// Notifications that were told nobody: as many, in a line of their own, so that they push no speech out.
    private var silents: Deque<Record> = []
    /// The number of the first of ``records`` since the beginning, and each utterance's number.
    private var first = 0
    private var numbers: [UtteranceID: Int] = [:]
    private(set) var cost = 0

    /// An utterance is posted.
    mutating func post(_ utterance: Utterance, client: String) {
        numbers[utterance.id] = first + records.count
        append(
            Record(
                id: utterance.id, name: utterance.name, cause: utterance.requestName, client: client, class: utterance.class,
                runs: utterance.runs, text: utterance.text,
                at: utterance.posted))
    }

    /// A notification was told nobody.
    mutating func silent(_ name: String, about element: String? = nil, rule: Rule, client: String, at now: Instant) {
        var record = Record(id: nil, name: name, client: client, class: nil, runs: [], text: element ?? "", at: now)
        record.steps = [Decision(event: .silent, rule: rule, at: now)]
        silents.append(record)
        if silents.count > HistoryEntry.mostRemembered { silents.removeFirst() }
    }

    private mutating func append(_ record: Record) {
        records.append(record)
        cost += record.cost
        forgetOldest()
    }

    private mutating func forgetOldest() {
        while records.count > HistoryEntry.mostRemembered || cost > Self.mostBytes {
            guard let oldest = records.popFirst() else { return }
            first += 1
            cost -= oldest.cost
            if let id = oldest.id { numbers[id] = nil }
        }
    }

    mutating func note(
        _ event: SubscribedEvent, _ id: UtteranceID, reason: FinishReason?, rule: Rule?, by cause: String?, at now: Instant
    ) {
        guard let number = numbers[id] else { return }
        let index = number - first
        guard records[index].steps.count < Self.mostSteps || event == .finished else { return }
        let decision = Decision(event: event, reason: reason, rule: rule, by: cause, at: now)
        records[index].steps.append(decision)
        cost += decision.cost
        forgetOldest()
    }

    /// The newest record of what a client calls `name`.
    func record(named name: String) -> Record? {
        let found = [records.last { $0.name == name }, silents.last { $0.name == name }].compactMap { $0 }
        return found.max { $0.at < $1.at }
    }

    /// The latest, oldest first.
    func latest(_ count: Int) -> [Record] { Array(records.suffix(count)) }

    /// What was last heard, for `repeat`, in the order in which it was: not what the user asked for.
    func heard(_ count: Int) -> [Record] {
        let heard = records.enumerated().compactMap { place, record -> (began: Instant, place: Int)? in
            guard record.class != .user, let began = record.steps.last(where: { $0.event == .started })?.at else { return nil }
            return (began, place)
        }
        return heard.sorted(by: <).suffix(max(0, count)).map { records[$0.place] }
    }
}
