import DequeModule

/// The duplicates, each of which shares the outcome of the original that it was merged with (Q10).
struct Repeats: Sendable {
    static let most = 4096
    static let mostBytes = 1 << 20

    private var merged: [UtteranceID: (utterance: Utterance, first: UtteranceID)] = [:]
    /// The duplicates of each original, oldest first.
    private var ids: [UtteranceID: Deque<UtteranceID>] = [:]
    /// The memory for the texts of duplicates that differ from the original's, in bytes.
    private(set) var bytes = 0

    var count: Int { merged.count }

    subscript(id: UtteranceID) -> Utterance? { merged[id]?.utterance }

    /// Returns a duplicate, and the id of its original.
    func withOriginal(_ id: UtteranceID) -> (utterance: Utterance, first: UtteranceID)? { merged[id] }

    /// Returns whether an utterance has duplicates.
    func exist(of first: UtteranceID) -> Bool { ids[first] != nil }

    /// Returns the duplicates of an utterance, oldest first.
    func all(of first: UtteranceID) -> [Utterance] { (ids[first] ?? []).compactMap { merged[$0]?.utterance } }

    /// Returns the newest duplicate of an utterance for which `matches` returns true.
    func last(of first: UtteranceID, where matches: (Utterance) -> Bool) -> Utterance? {
        ids[first]?.reversed().lazy.compactMap { merged[$0]?.utterance }.first(where: matches)
    }

    func hasRoom(for utterance: Utterance) -> Bool { count < Self.most && bytes + utterance.repeatCost <= Self.mostBytes }

    mutating func add(_ utterance: Utterance, to first: UtteranceID) {
        merged[utterance.id] = (utterance, first)
        _ = ids[first, default: []].insertInOrder(utterance.id)
        bytes += utterance.repeatCost
    }

    mutating func remove(_ id: UtteranceID) -> Utterance? {
        guard let (utterance, first) = merged.removeValue(forKey: id) else { return nil }
        ids[first]?.removeInOrder(id)
        if ids[first]?.isEmpty == true { ids[first] = nil }
        bytes -= utterance.repeatCost
        return utterance
    }

    /// Removes and returns the duplicates of an utterance that has finished, oldest first.
    mutating func removeAll(of first: UtteranceID) -> [Utterance] {
        (ids.removeValue(forKey: first) ?? []).compactMap { id in
            let utterance = merged.removeValue(forKey: id)?.utterance
            bytes -= utterance?.repeatCost ?? 0
            return utterance
        }
    }
}
