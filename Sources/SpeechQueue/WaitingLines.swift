import DequeModule
import HeapModule
import Messages

/// The waiting utterances: a line for each class. In the line of lows clients take turns, and each client's utterances keep their order; in
/// the others the oldest utterance comes first.
///
/// Because of the turns, a client that posts lows endlessly delays another's by at most one of its own. Every operation costs at most
/// the logarithm of the number of waiting utterances, plus a shift within one client's line, plus the number of clients.
struct WaitingLines: Sendable {
    /// A waiting utterance, and how many times it was started before (Q6).
    struct Entry: Sendable {
        var utterance: Utterance
        var attempts: Int
        /// Whether it waits for the end of a media session and gets no turn until then.
        var isHeld: Bool
        /// When what held it ended: until then it did not wait for the device (O4).
        var heldUntil: Instant?
        /// Gets no turn while that one waits for its own: the screen of the same app (Q16).
        var after: UtteranceID?

        /// The index of its line; the lines of held utterances follow the others.
        var line: Int { utterance.class.rawValue + (isHeld ? WaitingLines.classes : 0) }
    }

    private static let classes = UtteranceClass.allCases.count

    private struct Line: Sendable {
        /// The clients with utterances in this line, in the order of their turns; one that rests is left out.
        var turns: Deque<ClientID> = []
        /// Each client's utterances, oldest first.
        var own: [ClientID: Deque<UtteranceID>] = [:]

        /// Inserts an utterance among its client's, by age.
        /// - Returns: Whether the client had others.
        mutating func insert(_ id: UtteranceID, of client: ClientID) -> Bool {
            own[client, default: []].insertInOrder(id)
        }

        mutating func remove(_ id: UtteranceID, of client: ClientID) {
            own[client]?.removeInOrder(id)
            guard own[client]?.isEmpty == true else { return }
            own[client] = nil
            turns.removeAll { $0 == client }
        }
    }

    private struct Deadline: Sendable, Comparable {
        var instant: Instant
        var id: UtteranceID
        static func < (a: Deadline, b: Deadline) -> Bool { (a.instant, a.id) < (b.instant, b.id) }
    }

    /// The number and size of the waiting utterances of one client or of all.
    struct Account: Sendable {
        private(set) var count = 0
        /// The memory for it, in bytes.
        private(set) var cost = 0
        /// The memory for a screen reader's texts, which have limits of their own (Q11), in bytes.
        private(set) var readingCost = 0
        /// The number of utterances, a screen reader's texts among them.
        fileprivate private(set) var total = 0

        /// - Parameter cost: The utterance's, which is added up only once.
        fileprivate mutating func add(_ utterance: Utterance, cost: Int, count: Int) {
            total += count
            if utterance.isFromScreenReader {
                readingCost += count * cost
            } else {
                self.count += count
                self.cost += count * cost
            }
        }
    }

    private var entries: [UtteranceID: Entry] = [:]
    private var lines = [Line](repeating: Line(), count: 2 * classes)
    private var accounts: [ClientID: Account] = [:]
    private var groups: [Utterance.Group: Set<UtteranceID>] = [:]
    private var deadlines: Heap<Deadline> = []
    /// The client whose utterance is being spoken. In that line its next turn comes after clients that arrived meanwhile.
    private var resting: (client: ClientID, line: Int)?

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    private(set) var all = Account()

    /// Returns the number of waiting utterances of `class`.
    func count(of class: UtteranceClass) -> Int {
        [`class`.rawValue, `class`.rawValue + Self.classes].reduce(0) { lines[$1].own.values.reduce($0) { $0 + $1.count } }
    }

    func account(of client: ClientID) -> Account { accounts[client] ?? Account() }

    subscript(id: UtteranceID) -> Utterance? { entries[id]?.utterance }

    func entries(of ids: [UtteranceID]) -> [Entry] { ids.compactMap { entries[$0] } }

    /// All utterances, oldest first.
    var ids: [UtteranceID] { entries.keys.sorted() }

    /// Returns one client's utterances, oldest first.
    func ids(of client: ClientID) -> [UtteranceID] {
        lines.flatMap { $0.own[client] ?? [] }.sorted()
    }

    /// Returns the utterances of some classes, oldest first.
    func ids(of classes: [UtteranceClass]) -> [UtteranceID] {
        classes.flatMap { [$0.rawValue, $0.rawValue + Self.classes].flatMap { lines[$0].own.values.joined() } }.sorted()
    }

    /// Returns one client's utterances of some classes, oldest first.
    func ids(of classes: Set<UtteranceClass>, client: ClientID) -> [UtteranceID] {
        classes.flatMap { [$0.rawValue, $0.rawValue + Self.classes].flatMap { lines[$0].own[client] ?? [] } }.sorted()
    }

    /// Whether `id` waits for its turn.
    private func isReady(_ id: UtteranceID) -> Bool { entries[id]?.isHeld == false }

    /// Has the waiting defaults of a screen's app follow the screen, which comes after defaults otherwise (Q16).
    mutating func setAfter(_ screen: Utterance) {
        for id in ids(of: [.default]) where entries[id]?.utterance.sharesClient(with: screen) == true { entries[id]?.after = screen.id }
    }

    func heldUntil(_ id: UtteranceID) -> Instant? { entries[id]?.heldUntil }

    func isHeld(_ id: UtteranceID) -> Bool { entries[id]?.isHeld == true }

    /// The utterances that wait for the end of a media session, oldest first.
    var heldIDs: [UtteranceID] { lines[Self.classes...].flatMap { $0.own.values.joined() }.sorted() }

    /// Holds `id` until the end of a media session or of its client's pause. Its age decides its place in the other line.
    mutating func hold(_ id: UtteranceID) {
        guard entries[id]?.isHeld == false, var entry = remove(id) else { return }
        entry.isHeld = true
        insert(entry)
    }

    /// Has `id` wait for its turn again.
    mutating func release(_ id: UtteranceID, at now: Instant) {
        guard entries[id]?.isHeld == true, var entry = remove(id) else { return }
        entry.isHeld = false
        entry.heldUntil = now
        insert(entry)
    }

    func ids(in group: Utterance.Group) -> [UtteranceID] {
        (groups[group] ?? []).sorted()
    }

    /// Returns the first utterance to remove when `client` has too many: its oldest low, otherwise its oldest, but no screen reader's (Q11).
    func dispensable(of client: ClientID) -> UtteranceID? {
        let low = UtteranceClass.low.rawValue
        func oldest(_ line: Line) -> UtteranceID? { line.own[client]?.first { entries[$0]?.utterance.isFromScreenReader == false } }
        return [low, low + Self.classes].compactMap { oldest(lines[$0]) }.min() ?? lines.compactMap(oldest).min()
    }

    /// The client whose waiting utterances take the most memory.
    var greediest: ClientID? { accounts.max { ($0.value.cost, $0.key.number) < ($1.value.cost, $1.key.number) }?.key }

    /// Inserts `entry` by class, its client's turn, and age. An utterance that comes back after a cut goes first in its line.
    mutating func insert(_ entry: Entry, comesBack: Bool = false) {
        let utterance = entry.utterance
        let line = entry.line
        let hadTurn = lines[line].insert(utterance.id, of: utterance.client)
        if comesBack {
            if let resting, resting == (utterance.client, line) { self.resting = nil }
            lines[line].turns.removeAll { $0 == utterance.client }
            lines[line].turns.prepend(utterance.client)
        } else if !hadTurn, resting.map({ $0 == (utterance.client, line) }) != true {
            lines[line].turns.append(utterance.client)
        }
        entries[utterance.id] = entry
        account(for: utterance, count: 1)
        if let group = utterance.group { groups[group, default: []].insert(utterance.id) }
        schedule(utterance)
    }

    /// - Parameter count: 1 adds the utterance, -1 removes it.
    private mutating func account(for utterance: Utterance, count: Int) {
        let cost = utterance.cost
        all.add(utterance, cost: cost, count: count)
        accounts[utterance.client, default: Account()].add(utterance, cost: cost, count: count)
    }

    private mutating func schedule(_ utterance: Utterance) {
        guard let deadline = utterance.deadline else { return }
        deadlines.insert(Deadline(instant: deadline, id: utterance.id))
        if deadlines.count > 2 * entries.count + 64 {
            // Most of them belong to utterances that are gone or have a new deadline, so trim the heap.
            deadlines = Heap(deadlines.unordered.filter { entries[$0.id]?.utterance.deadline == $0.instant })
        }
    }

    /// Updates the deadline of `id` when it is posted again: it may wait as long as the newer request allows. It keeps its place.
    mutating func renew(_ id: UtteranceID, by utterance: Utterance) {
        guard let waiter = entries[id] else { return }
        // Only held utterances depend on when they were last posted (M5).
        if waiter.isHeld { entries[id]?.utterance.posted = utterance.posted }
        entries[id]?.utterance.adoptLaterAge(of: utterance)
        if let renewed = entries[id]?.utterance, renewed.deadline != waiter.utterance.deadline { schedule(renewed) }
    }

    /// Stops the usual age of `id`, or lets it go on.
    /// - Returns: The utterance, if that changed it.
    mutating func setAge(of id: UtteranceID, standsStill: Bool, at now: Instant) -> Utterance? {
        guard entries[id]?.utterance.setAge(standsStill: standsStill, at: now) == true, let aged = entries[id]?.utterance else {
            return nil
        }
        schedule(aged)
        return aged
    }

    @discardableResult
    mutating func remove(_ id: UtteranceID) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        let client = entry.utterance.client
        let line = entry.line
        lines[line].remove(id, of: client)
        account(for: entry.utterance, count: -1)
        if accounts[client]?.total == 0 { accounts[client] = nil }
        if let group = entry.utterance.group {
            groups[group]?.remove(id)
            if groups[group]?.isEmpty == true { groups[group] = nil }
        }
        return entry
    }

    /// Whether any utterance waits and is not held.
    var hasOpen: Bool { lines[..<Self.classes].contains { !$0.own.isEmpty } }

    /// Whether any utterance of a class waits and is not held.
    func hasOpen(_ class: UtteranceClass) -> Bool { !lines[`class`.rawValue].own.isEmpty }

    /// Removes and returns the utterance whose turn it is.
    /// - Parameters:
    ///   - skipped: An utterance to avoid if there is another; among lows all other clients go first.
    ///   - withLows: Whether a low may have its turn.
    ///   - cutter: An utterance that has just cut another: it comes next, behind what its client had waiting in its line before.
    mutating func next(skipping skipped: UtteranceID? = nil, withLows: Bool = true, cutter: UtteranceID? = nil) -> Entry? {
        if let resting, lines[resting.line].own[resting.client] != nil, !lines[resting.line].turns.contains(resting.client) {
            lines[resting.line].turns.append(resting.client)
        }
        resting = nil
        guard let (line, client, id) = cutter.flatMap(turn) ?? first(skipping: skipped, withLows: withLows) else { return nil }
        lines[line].turns.removeAll { $0 == client }
        let entry = remove(id)
        resting = (client, line)
        return entry
    }

    /// Returns the turn of an utterance that cut another, or of one that its client already had waiting, except those that were cut (Q16).
    private func turn(of cutter: UtteranceID) -> (line: Int, client: ClientID, id: UtteranceID)? {
        guard let entry = entries[cutter], !entry.isHeld, case let client = entry.utterance.client else { return nil }
        // A high that waits for the current utterance (Q3) has waited for this.
        let high = UtteranceClass.high.rawValue
        guard entry.line <= high || lines[high].own.isEmpty else { return nil }
        return lines[entry.line].own[client]?.first { entries[$0]?.attempts == 0 }.map { (entry.line, client, $0) }
    }

    private func first(skipping skipped: UtteranceID?, withLows: Bool) -> (line: Int, client: ClientID, id: UtteranceID)? {
        for line in lines[..<Self.classes].indices where withLows || line != UtteranceClass.low.rawValue {
            let owner = skipped.flatMap { entries[$0] }.flatMap { $0.line == line ? $0.utterance.client : nil }
            let turns = lines[line].turns.filter { $0 != owner } + [owner].compactMap(\.self)
            let ready = turns.lazy.compactMap { client -> (line: Int, client: ClientID, id: UtteranceID)? in
                let id = lines[line].own[client]?.first { $0 != skipped && entries[$0]?.after.map(isReady) != true }
                return id.map { (line, client, $0) }
            }
            if let next = line == UtteranceClass.low.rawValue ? ready.first : ready.min(by: { isBefore($0.id, $1.id) }) { return next }
        }
        return skipped == nil ? nil : first(skipping: nil, withLows: withLows)
    }

    /// Returns whether `a` is spoken before `b` of the same class: first what was cut, then the older one.
    private func isBefore(_ a: UtteranceID, _ b: UtteranceID) -> Bool {
        let (isNew, isOtherNew) = (entries[a]?.attempts == 0, entries[b]?.attempts == 0)
        return isNew == isOtherNew ? a < b : !isNew
    }

    /// Returns the earliest deadline (Q13); nil if there is none.
    mutating func nextDeadline() -> Instant? {
        while let first = deadlines.min, entries[first.id]?.utterance.deadline != first.instant { deadlines.removeMin() }
        return deadlines.min?.instant
    }

    /// Returns the utterances whose deadline has passed, the most overdue first.
    mutating func overdue(at now: Instant) -> [UtteranceID] {
        var ids: [UtteranceID] = []
        while let first = deadlines.min, first.instant <= now {
            deadlines.removeMin()
            if entries[first.id]?.utterance.deadline == first.instant { ids.append(first.id) }
        }
        return ids
    }
}

// Utterances sorted by age.
extension Deque<UtteranceID> {
    /// - Returns: Whether there were others.
    fileprivate mutating func insertInOrder(_ id: UtteranceID) -> Bool {
        insert(id, at: place(of: id))
        return count > 1
    }

    /// - Parameter id: One of the utterances.
    fileprivate mutating func removeInOrder(_ id: UtteranceID) { remove(at: place(of: id)) }

    /// Returns the index of `id`, or where to insert it.
    private func place(of id: UtteranceID) -> Int {
        if let last, last < id { return count }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
