import DequeModule
import Messages
import Narration
import SpeechQueue

/// Recent utterances and the decisions about them: up to ``HistoryEntry/mostRemembered``, with a bounded amount of text.
///
/// The cost of recording does not depend on how much is stored.
struct History: Sendable {
    static let mostBytes = 1 << 20
    /// The maximum number of steps kept for each utterance.
    private static let mostSteps = 32

    struct Record: Sendable {
        let id: UtteranceID?
        let name: String
        /// The id of the request that caused the utterance, if it differs from the utterance's.
        var cause: String?
        let client: String
        var clientID: ClientID?
        /// Whether the utterance is a text that continues (Q6).
        var continues = false
        let `class`: UtteranceClass?
        let runs: [SpeechRun]
        let text: String
        let at: Instant
        var steps: [Decision] = []

        /// The record's approximate memory, in bytes. A single run shares its text with the record.
        var cost: Int {
            let spoken = runs.reduce(0) { $0 + $1.cost } + (runs.count == 1 ? 0 : text.utf8.count)
            return 256 + name.utf8.count + client.utf8.count + spoken + steps.reduce(0) { $0 + $1.cost }
        }
    }

    /// A decision about an utterance, or an event of its delivery.
    struct Decision: Sendable {
        enum Kind: Sendable {
            case event(SubscribedEvent)
            /// The voice that had received the utterance ended, or did not answer.
            case voiceLost
            /// Another attempt began at the sentence that was not heard to its end.
            case spokenAgain
        }

        var kind: Kind
        var reason: FinishReason?
        var rule: Rule?
        /// The request that led to the decision.
        var by: String?
        var at: Instant

        var event: SubscribedEvent? { if case .event(let event) = kind { event } else { nil } }
        var cost: Int { MemoryLayout<Decision>.stride + (by?.utf8.count ?? 0) }
    }

    private var records: Deque<Record> = []
    /// Notifications that led to no speech. Their limit is the same, but they are kept separately so that they don't displace utterances.
    private var silents: Deque<Record> = []
    /// The number of records dropped so far, and each utterance's number.
    private var first = 0
    private var numbers: [UtteranceID: Int] = [:]
    private(set) var cost = 0

    /// Records a posted utterance.
    mutating func post(_ utterance: Utterance, client: String) {
        let utterance = utterance.withoutSecrets
        numbers[utterance.id] = first + records.count
        append(
            Record(
                id: utterance.id, name: utterance.name, cause: utterance.requestName, client: client, clientID: utterance.client,
                continues: utterance.continues, class: utterance.class,
                runs: utterance.runs, text: utterance.text,
                at: utterance.posted))
    }

    /// Records a notification that led to no speech.
    mutating func recordSilent(_ name: String, about element: String? = nil, rule: Rule, client: String, at now: Instant) {
        var record = Record(id: nil, name: name, client: client, class: nil, runs: [], text: element ?? "", at: now)
        record.steps = [Decision(kind: .event(.silent), rule: rule, at: now)]
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

    /// Records a decision. The last decision is always kept.
    mutating func note(
        _ kind: Decision.Kind, _ id: UtteranceID, reason: FinishReason? = nil, rule: Rule? = nil, by cause: String? = nil, at now: Instant
    ) {
        guard let number = numbers[id] else { return }
        let index = number - first
        let decision = Decision(kind: kind, reason: reason, rule: rule, by: cause, at: now)
        guard records[index].steps.count < Self.mostSteps || decision.event == .finished else { return }
        records[index].steps.append(decision)
        cost += decision.cost
        forgetOldest()
    }

    /// Returns the newest record with a client's id; if there is none, the newest that a request with that id caused.
    func record(named name: String) -> Record? {
        let found = [records.last { $0.name == name }, silents.last { $0.name == name }].compactMap { $0 }
        return found.max { $0.at < $1.at } ?? records.last { $0.cause == name }
    }

    /// Returns the last record from which nothing was heard. Hints, echoes and refreshes don't count, because they often give way.
    /// - Parameter isHeldUp: whether a pause or an outage holds up the waiting utterances.
    func lastSilent(isHeldUp: Bool) -> Record? {
        let unheard = records.lazy.filter { record in
            guard let kind = record.class, ![.hint, .echo, .refresh].contains(kind),
                !record.steps.contains(where: { $0.event == .started })
            else { return false }
            guard let end = record.steps.last(where: { $0.event == .finished }) else {
                return isHeldUp || record.steps.last?.event == .held
            }
            // A duplicate was heard with the original.
            return end.reason != .spoken
        }
        let all = [silents.last] + unheard.map(Optional.some)
        // If a stop ended several at once, the last of them.
        return all.compactMap(\.self).reversed().max { ($0.steps.last?.at ?? $0.at) < ($1.steps.last?.at ?? $1.at) }
    }

    /// Returns the latest records, oldest first.
    func latest(_ count: Int) -> [Record] { Array(records.suffix(count)) }

    /// Returns the last utterances that were heard, in order, for `repeat`, without replies to the user's own commands and private texts
    /// (D7).
    func heard(_ count: Int) -> [Record] {
        let heard = records.enumerated().compactMap { place, record -> (began: Instant, place: Int)? in
            guard record.class != .user, !record.runs.isEmpty, let began = record.steps.last(where: { $0.event == .started })?.at else {
                return nil
            }
            return (began, place)
        }
        return heard.sorted(by: <).suffix(max(0, count)).map { records[$0.place] }
    }

    /// Returns an utterance's record, if the history still has it.
    func record(of id: UtteranceID) -> Record? { numbers[id].map { records[$0 - first] } }

    /// Returns the preceding part of the same client's text, if it was heard; nil if the utterance is not part of a text that continues.
    func heard(before id: UtteranceID?) -> Record? {
        guard let id, let number = numbers[id], number > first, records[number - first].continues else { return nil }
        let client = records[number - first].clientID
        return records.prefix(number - first).last { record in
            record.continues && record.clientID == client && !record.runs.isEmpty && record.steps.contains { $0.event == .started }
        }
    }
}
