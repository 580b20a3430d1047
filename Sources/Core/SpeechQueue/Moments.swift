import HeapModule

/// The moments of several utterances, the earliest first.
///
/// A moment that no longer holds stays in the heap until its turn; the closure `holds` decides which moments hold. Adding a moment costs
/// the logarithm of their number, and changing or removing a moment costs nothing.
struct Moments: Sendable {
    private struct Moment: Sendable, Hashable, Comparable {
        var instant: Instant
        var id: UtteranceID
        static func < (a: Moment, b: Moment) -> Bool { (a.instant, a.id) < (b.instant, b.id) }
    }

    private var heap: Heap<Moment> = []

    /// - Parameter most: the number of utterances. Beyond twice that number, moments that no longer hold are removed.
    mutating func add(_ instant: Instant, of id: UtteranceID, most: Int, where holds: (UtteranceID, Instant) -> Bool) {
        heap.insert(Moment(instant: instant, id: id))
        guard heap.count > 2 * most + 64 else { return }
        heap = Heap(Set(heap.unordered.filter { holds($0.id, $0.instant) }))
    }

    /// Returns the earliest moment that holds.
    mutating func first(where holds: (UtteranceID, Instant) -> Bool) -> Instant? {
        var removed = 0
        while let first = heap.min, !holds(first.id, first.instant) {
            heap.removeMin()
            removed += 1
            // If this many moments no longer hold, filter all of them: that costs less than removing them in order.
            if removed == 64 { heap = Heap(heap.unordered.filter { holds($0.id, $0.instant) }) }
        }
        return heap.min?.instant
    }

    /// Removes the moments that have passed.
    /// - Returns: the utterances whose moments held, the earliest first.
    mutating func remove(where holds: (UtteranceID, Instant) -> Bool, hasCome: (Instant) -> Bool) -> [UtteranceID] {
        var ids: [UtteranceID] = []
        while let first = heap.min, hasCome(first.instant) {
            heap.removeMin()
            if holds(first.id, first.instant) { ids.append(first.id) }
        }
        return ids
    }
}
