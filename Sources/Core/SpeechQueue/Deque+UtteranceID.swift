import DequeModule

// Utterances sorted by age.
extension Deque<UtteranceID> {
    /// - Returns: whether there were other utterances.
    mutating func insertInOrder(_ id: UtteranceID) -> Bool {
        insert(id, at: place(of: id))
        return count > 1
    }

    /// - Parameter id: one of the utterances.
    mutating func removeInOrder(_ id: UtteranceID) { remove(at: place(of: id)) }

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
