import DequeModule
import Messages

/// The waiting utterances: a line for each class. In the line of lows, clients take turns, and each client's utterances keep their order.
/// In the other lines, the oldest utterance comes first.
///
/// Because of the turns, a client that posts lows endlessly delays another client's low by at most one of its own. Every operation costs at
/// most the logarithm of the number of waiting utterances, plus a shift within one client's line, plus the number of clients.
struct WaitingLines: Sendable {
    static let classes = UtteranceClass.allCases.count

    private struct Line: Sendable {
        /// The clients with utterances in this line, in the order of their turns, without the resting client.
        var turns: Deque<ClientID> = []
        /// Each client's utterances, oldest first.
        var own: [ClientID: Deque<UtteranceID>] = [:]

        /// Inserts an utterance among its client's utterances, by age.
        /// - Returns: whether the client had other utterances in the line.
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

    private(set) var entries: [UtteranceID: Entry] = [:]
    private var lines = [Line](repeating: Line(), count: 2 * classes)
    private var accounts: [ClientID: Account] = [:]
    private var groups: [Utterance.Group: Set<UtteranceID>] = [:]
    var moments = [Moments](repeating: Moments(), count: Entry.Moment.allCases.count)
    /// The client whose utterance is being spoken, and the line. Its next turn in that line comes after clients that arrive before the
    /// utterance finishes.
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
    var ids: [UtteranceID] { ids(in: lines.indices) }

    /// The utterances that wait for their turn, oldest first.
    var openIDs: [UtteranceID] { ids(in: lines.indices.prefix(Self.classes)) }

    /// The utterances that wait for the end of a media session or of their client's pause, oldest first.
    var heldIDs: [UtteranceID] { ids(in: lines.indices.dropFirst(Self.classes)) }

    private func ids(in range: Range<Int>) -> [UtteranceID] { lines[range].flatMap { $0.own.values.joined() }.sorted() }

    /// Returns the oldest utterances, up to `count`.
    func oldest(_ count: Int) -> [UtteranceID] {
        Array(lines.flatMap { $0.own.values.flatMap { $0.prefix(count) } }.sorted().prefix(count))
    }

    /// Returns one client's utterances, oldest first.
    func ids(of client: ClientID) -> [UtteranceID] {
        lines.flatMap { $0.own[client] ?? [] }.sorted()
    }

    /// Returns the utterances of some classes, oldest first.
    func ids(of classes: [UtteranceClass]) -> [UtteranceID] {
        classes.flatMap { [$0.rawValue, $0.rawValue + Self.classes].flatMap { lines[$0].own.values.joined() } }.sorted()
    }

    /// Whether `id` waits for its turn.
    private func isReady(_ id: UtteranceID) -> Bool { entries[id]?.isHeld == false }

    /// Makes the waiting defaults of a screen's app follow the screen, which otherwise would come after the defaults (Q16).
    mutating func setAfter(_ screen: Utterance) {
        let line = UtteranceClass.default.rawValue
        for line in [lines[line], lines[line + Self.classes]] {
            for (client, ids) in line.own where client == screen.client || screen.app != nil {
                for id in ids where entries[id]?.utterance.sharesClient(with: screen) == true { entries[id]?.after = screen.id }
            }
        }
    }

    func isHeld(_ id: UtteranceID) -> Bool { entries.index(forKey: id).map { entries.values[$0].isHeld } ?? false }

    /// Holds `id` until the end of a media session or of its client's pause. The utterance's age decides its place in the other line.
    mutating func hold(_ id: UtteranceID) {
        move(id, isHeld: true)
    }

    /// Makes `id` wait for its turn again.
    mutating func release(_ id: UtteranceID, at now: Instant) {
        guard let index = move(id, isHeld: false) else { return }
        entries.values[index].heldUntil = now
        schedule(id, at: index, [.patientWait, .impatientWait])
    }

    /// Moves an utterance to the other line of its class.
    /// - Returns: the index of the entry; nil if the utterance already was in that line.
    @discardableResult
    private mutating func move(_ id: UtteranceID, isHeld: Bool) -> Dictionary<UtteranceID, Entry>.Index? {
        // Access through the index avoids copying the entry.
        guard let index = entries.index(forKey: id), entries.values[index].isHeld != isHeld else { return nil }
        let client = entries.values[index].utterance.client
        lines[entries.values[index].line].remove(id, of: client)
        entries.values[index].isHeld = isHeld
        enter(entries.values[index].line, id, of: client)
        return index
    }

    func ids(in group: Utterance.Group) -> [UtteranceID] {
        (groups[group] ?? []).sorted()
    }

    /// Returns the first utterance to remove if `client` has too many: the oldest low, otherwise the oldest utterance, but never a screen
    /// reader's text (Q11).
    func dispensable(of client: ClientID) -> UtteranceID? {
        let low = UtteranceClass.low.rawValue
        func oldest(_ line: Line) -> UtteranceID? { line.own[client]?.first { entries[$0]?.utterance.isFromScreenReader == false } }
        return [low, low + Self.classes].compactMap { oldest(lines[$0]) }.min() ?? lines.compactMap(oldest).min()
    }

    /// The client whose waiting utterances take the most memory.
    var greediest: ClientID? { accounts.max { ($0.value.cost, $0.key.number) < ($1.value.cost, $1.key.number) }?.key }

    /// Inserts `entry` by class, its client's turn, and age. An utterance that returns after a cut comes first in its line.
    mutating func insert(_ entry: Entry, comesBack: Bool = false) {
        let utterance = entry.utterance
        enter(entry.line, utterance.id, of: utterance.client, comesBack: comesBack)
        entries[utterance.id] = entry
        account(for: utterance, count: 1)
        if let group = utterance.group { groups[group, default: []].insert(utterance.id) }
        if let index = entries.index(forKey: utterance.id) { schedule(utterance.id, at: index, Entry.Moment.allCases) }
    }

    private mutating func enter(_ line: Int, _ id: UtteranceID, of client: ClientID, comesBack: Bool = false) {
        let hadTurn = lines[line].insert(id, of: client)
        if comesBack {
            if let resting, resting == (client, line) { self.resting = nil }
            lines[line].turns.removeAll { $0 == client }
            lines[line].turns.prepend(client)
        } else if !hadTurn, resting.map({ $0 == (client, line) }) != true {
            lines[line].turns.append(client)
        }
    }

    /// - Parameter count: 1 adds the utterance, -1 removes it.
    private mutating func account(for utterance: Utterance, count: Int) {
        let cost = utterance.cost
        all.add(utterance, cost: cost, count: count)
        accounts[utterance.client, default: Account()].add(utterance, cost: cost, count: count)
    }

    /// Updates the deadline of `id` if its text is posted again: the utterance may wait as long as the newer request allows. It keeps its
    /// place in the line.
    mutating func renew(_ id: UtteranceID, by utterance: Utterance, on clock: AgeClock, at now: Instant) {
        guard let waiter = entries[id] else { return }
        // Only for held utterances does the time of the last post matter (M5).
        if waiter.isHeld { entries[id]?.utterance.posted = utterance.posted }
        entries[id]?.utterance.adoptLaterAge(of: utterance, on: clock, at: now)
        guard let index = entries.index(forKey: id),
            entries.values[index].utterance.deadline != waiter.utterance.deadline
                || entries.values[index].utterance.hasUsualAge != waiter.utterance.hasUsualAge
        else { return }
        schedule(id, at: index, [.ownDeadline, .usualDeadline])
    }

    /// Suspends the usual age of `id`, or lets it continue.
    /// - Parameter reading: the reading of the ages' clock.
    /// - Returns: the utterance, if its age changed.
    mutating func setAge(of id: UtteranceID, standsStill: Bool, at reading: Instant) -> Utterance? {
        guard let index = entries.index(forKey: id), entries.values[index].utterance.setAge(standsStill: standsStill, at: reading) else {
            return nil
        }
        schedule(id, at: index, [.usualDeadline])
        return entries.values[index].utterance
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

    /// Removes and returns all utterances, oldest first.
    mutating func removeAll() -> [Entry] {
        let (all, resting) = (entries(of: ids), resting)
        self = WaitingLines()
        self.resting = resting
        return all
    }

    /// Whether any utterance waits and is not held.
    var hasOpen: Bool { lines[..<Self.classes].contains { !$0.own.isEmpty } }

    /// Whether any utterance of a class waits and is not held.
    func hasOpen(_ class: UtteranceClass) -> Bool { !lines[`class`.rawValue].own.isEmpty }

    /// Removes and returns the utterance whose turn it is.
    /// - Parameters:
    ///   - skipped: an utterance to avoid if there is another; among lows, all other clients come first.
    ///   - withLows: whether a low may have its turn.
    ///   - cutter: an utterance that has just cut another; it comes next, after the utterances that its client already had waiting in the
    ///     same line.
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

    /// Returns the turn of an utterance that cut another, or of an earlier utterance that its client already had waiting in the same line,
    /// except utterances that were cut (Q16).
    private func turn(of cutter: UtteranceID) -> (line: Int, client: ClientID, id: UtteranceID)? {
        guard let entry = entries[cutter], !entry.isHeld, case let client = entry.utterance.client else { return nil }
        // A high that waits for the current utterance (Q3) comes first.
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

    /// Returns whether `a` is spoken before `b` of the same class: utterances that were cut come first, then the older ones.
    private func isBefore(_ a: UtteranceID, _ b: UtteranceID) -> Bool {
        let (isNew, isOtherNew) = (entries[a]?.attempts == 0, entries[b]?.attempts == 0)
        return isNew == isOtherNew ? a < b : !isNew
    }
}
