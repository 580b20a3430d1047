import Accessibility
import DequeModule
import HeapModule

/// The utterances that wait: a line for each class, in which the clients take turns and each client's own utterances keep their order.
///
/// Taking turns is what keeps a client that posts without end from delaying another's utterance by more than one of its own. Every
/// operation costs at most the logarithm of what waits, and a shift within one client's line.
struct WaitingLines: Sendable {
    /// An utterance that waits, and how often it was begun before (Q6).
    struct Entry: Sendable {
        var utterance: Utterance
        var attempts: Int
        /// Whether it waits until a media session is over, and nobody's turn comes to it.
        var isHeld: Bool

        /// Its line: those of the held ones stand behind the others.
        var line: Int { utterance.class.rawValue + (isHeld ? WaitingLines.classes : 0) }
    }

    private static let classes = UtteranceClass.allCases.count

    private struct Line: Sendable {
        /// Whose turn is next; each client with something in this line stands here once.
        var turns: Deque<ClientID> = []
        /// Each client's utterances, oldest first.
        var own: [ClientID: Deque<UtteranceID>] = [:]
    }

    private struct Deadline: Sendable, Comparable {
        var instant: Instant
        var id: UtteranceID
        static func < (a: Deadline, b: Deadline) -> Bool { (a.instant, a.id) < (b.instant, b.id) }
    }

    /// What one client has waiting.
    struct Account: Sendable {
        private(set) var count = 0
        private(set) var cost = 0

        fileprivate mutating func add(_ count: Int, _ cost: Int) {
            self.count += count
            self.cost += cost
        }
    }

    private var entries: [UtteranceID: Entry] = [:]
    private var lines = [Line](repeating: Line(), count: 2 * classes)
    private var accounts: [ClientID: Account] = [:]
    private var groups: [Utterance.Group: Set<UtteranceID>] = [:]
    private var deadlines: Heap<Deadline> = []
    /// The client whose utterance is being spoken: its next turn in that line comes after those who came meanwhile.
    private var resting: (client: ClientID, line: Int)?

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// What all of it costs to remember, in bytes.
    private(set) var cost = 0

    /// How many utterances of `class` wait.
    func count(of class: UtteranceClass) -> Int {
        [`class`.rawValue, `class`.rawValue + Self.classes].reduce(0) { lines[$1].own.values.reduce($0) { $0 + $1.count } }
    }

    func account(of client: ClientID) -> Account { accounts[client] ?? Account() }

    subscript(id: UtteranceID) -> Utterance? { entries[id]?.utterance }

    func entries(of ids: [UtteranceID]) -> [Entry] { ids.compactMap { entries[$0] } }

    /// All of them, oldest first.
    var ids: [UtteranceID] { entries.keys.sorted() }

    /// One client's, oldest first.
    func ids(of client: ClientID) -> [UtteranceID] {
        lines.flatMap { $0.own[client] ?? [] }.sorted()
    }

    /// Those of some classes, oldest first.
    func ids(of classes: [UtteranceClass]) -> [UtteranceID] {
        classes.flatMap { [$0.rawValue, $0.rawValue + Self.classes].flatMap { lines[$0].own.values.joined() } }.sorted()
    }

    /// One client's of some classes, oldest first.
    func ids(of classes: Set<UtteranceClass>, client: ClientID) -> [UtteranceID] {
        classes.flatMap { [$0.rawValue, $0.rawValue + Self.classes].flatMap { lines[$0].own[client] ?? [] } }.sorted()
    }

    func isHeld(_ id: UtteranceID) -> Bool { entries[id]?.isHeld == true }

    /// Those that wait until a media session is over, oldest first.
    var heldIDs: [UtteranceID] { lines[Self.classes...].flatMap { $0.own.values.joined() }.sorted() }

    /// Changes whether `id` is held; among the others it has the place of its age.
    mutating func setHeld(_ id: UtteranceID, _ isHeld: Bool) {
        guard entries[id]?.isHeld == !isHeld, var entry = remove(id) else { return }
        entry.isHeld = isHeld
        insert(entry)
    }

    func ids(in group: Utterance.Group) -> [UtteranceID] {
        (groups[group] ?? []).sorted()
    }

    /// The one that goes first when `client` has too many: its oldest low, then its oldest (Q11).
    func dispensable(of client: ClientID) -> UtteranceID? {
        let low = UtteranceClass.low.rawValue
        return [low, low + Self.classes].compactMap { lines[$0].own[client]?.first }.min()
            ?? lines.compactMap { $0.own[client]?.first }.min()
    }

    /// The client that has most waiting, by cost.
    var greediest: ClientID? { accounts.max { ($0.value.cost, $0.key.number) < ($1.value.cost, $1.key.number) }?.key }

    /// Puts `entry` at its place: by its class, its client's turn, and its age. One that comes back after it was cut goes first in turn.
    mutating func insert(_ entry: Entry, comesBack: Bool = false) {
        let utterance = entry.utterance
        let line = entry.line
        var own = lines[line].own.removeValue(forKey: utterance.client) ?? []  // so that it is changed in place
        let hadTurn = !own.isEmpty
        own.insert(utterance.id, at: Self.place(of: utterance.id, in: own))
        lines[line].own[utterance.client] = own
        if comesBack {
            if let resting, resting == (utterance.client, line) { self.resting = nil }
            lines[line].turns.removeAll { $0 == utterance.client }
            lines[line].turns.prepend(utterance.client)
        } else if !hadTurn, resting.map({ $0 == (utterance.client, line) }) != true {
            lines[line].turns.append(utterance.client)
        }
        entries[utterance.id] = entry
        cost += utterance.cost
        accounts[utterance.client, default: Account()].add(1, utterance.cost)
        if let group = utterance.group { groups[group, default: []].insert(utterance.id) }
        schedule(utterance)
    }

    private mutating func schedule(_ utterance: Utterance) {
        guard let deadline = utterance.deadline else { return }
        deadlines.insert(Deadline(instant: deadline, id: utterance.id))
        if deadlines.count > 2 * entries.count + 64 {
            // Most were for utterances that went long ago, or have another by now: keep the heap in proportion to what waits.
            deadlines = Heap(deadlines.unordered.filter { entries[$0.id]?.utterance.deadline == $0.instant })
        }
    }

    /// `id` is asked for once more: it may wait as long as who asked last wants, from when they asked. It keeps its place.
    mutating func renew(_ id: UtteranceID, by utterance: Utterance) {
        guard let waiter = entries[id] else { return }
        // How long ago it was wanted matters to what is held only (M5).
        if waiter.isHeld { entries[id]?.utterance.posted = utterance.posted }
        let deadline = waiter.utterance.laterDeadline(utterance)
        guard deadline != waiter.utterance.deadline else { return }
        entries[id]?.utterance.deadline = deadline
        if let renewed = entries[id]?.utterance { schedule(renewed) }
    }

    @discardableResult
    mutating func remove(_ id: UtteranceID) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        let client = entry.utterance.client
        let line = entry.line
        if var own = lines[line].own.removeValue(forKey: client) {  // so that it is changed in place
            let place = Self.place(of: id, in: own)
            own.remove(at: place)
            if own.isEmpty { lines[line].turns.removeAll { $0 == client } } else { lines[line].own[client] = own }
        }
        let utteranceCost = entry.utterance.cost
        cost -= utteranceCost
        accounts[client]?.add(-1, -utteranceCost)
        if accounts[client]?.count == 0 { accounts[client] = nil }
        if let group = entry.utterance.group {
            groups[group]?.remove(id)
            if groups[group]?.isEmpty == true { groups[group] = nil }
        }
        return entry
    }

    /// Takes the one whose turn it is.
    /// - Parameter skipped: one that is not to be taken while there is another; in its line all other clients' go first.
    mutating func next(skipping skipped: UtteranceID? = nil) -> Entry? {
        if let resting, lines[resting.line].own[resting.client] != nil, !lines[resting.line].turns.contains(resting.client) {
            lines[resting.line].turns.append(resting.client)
        }
        resting = nil
        guard let (line, client, id) = first(skipping: skipped) else { return nil }
        lines[line].turns.removeAll { $0 == client }
        let entry = remove(id)
        resting = (client, line)
        return entry
    }

    private func first(skipping skipped: UtteranceID?) -> (line: Int, client: ClientID, id: UtteranceID)? {
        for line in lines[..<Self.classes].indices {
            let owner = skipped.flatMap { entries[$0] }.flatMap { $0.line == line ? $0.utterance.client : nil }
            for client in lines[line].turns.filter({ $0 != owner }) + [owner].compactMap(\.self) {
                if let id = lines[line].own[client]?.first(where: { $0 != skipped }) { return (line, client, id) }
            }
        }
        return skipped == nil ? nil : first(skipping: nil)
    }

    /// When the first of them is too old (Q13); nil if none ever is.
    mutating func nextDeadline() -> Instant? {
        while let first = deadlines.min, entries[first.id]?.utterance.deadline != first.instant { deadlines.removeMin() }
        return deadlines.min?.instant
    }

    /// Those whose deadline is `now` or before, the most overdue first.
    mutating func overdue(at now: Instant) -> [UtteranceID] {
        var ids: [UtteranceID] = []
        while let first = deadlines.min, first.instant <= now {
            deadlines.removeMin()
            if entries[first.id]?.utterance.deadline == first.instant { ids.append(first.id) }
        }
        return ids
    }

    /// Where `id` stands, or would stand, in a line that is in order of age.
    private static func place(of id: UtteranceID, in line: Deque<UtteranceID>) -> Int {
        if let last = line.last, last < id { return line.count }
        var low = 0
        var high = line.count
        while low < high {
            let middle = (low + high) / 2
            if line[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
