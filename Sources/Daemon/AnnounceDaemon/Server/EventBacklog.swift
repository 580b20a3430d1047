import DequeModule
import SpeechQueue

/// The events that subscribers have no room for yet. Each event is stored once, however many subscribers wait for it. If the events take
/// too much memory, the oldest is dropped, and its subscribers are told how many they have lost.
struct EventBacklog {
    /// The maximum size of the stored events, in bytes.
    static let mostBytes = 8 << 20
    /// The memory for an event in addition to its bytes and its subscribers, in bytes.
    private static let cost = 64

    private struct Event {
        var bytes: [UInt8]
        /// The event's subscribers, in order.
        var subscribers: [ClientID]
        /// How many subscribers still have to take the event.
        var left: Int

        var cost: Int { EventBacklog.cost + bytes.count + subscribers.count * MemoryLayout<ClientID>.stride }
    }

    private var events: Deque<Event> = []
    /// The number of events before the first.
    private var first = 0
    private var size = 0
    /// For each subscriber that is behind: the number of its next stored event, and how many events it has lost before that.
    private var behind: [ClientID: (next: Int, lost: Int)] = [:]

    func isBehind(_ client: ClientID) -> Bool { behind[client] != nil }

    var clientsBehind: [ClientID] { Array(behind.keys) }

    /// Adds an event.
    /// - Parameter subscribers: the clients that receive the event later, sorted by number.
    mutating func add(_ bytes: [UInt8], for subscribers: [ClientID]) {
        for client in subscribers where behind[client] == nil { behind[client] = (first + events.count, 0) }
        let event = Event(bytes: bytes, subscribers: subscribers, left: subscribers.count)
        events.append(event)
        size += event.cost
        while size > Self.mostBytes, !events.isEmpty { dropOldest() }
    }

    private mutating func dropOldest() {
        let event = events.removeFirst()
        for client in event.subscribers {
            guard let state = behind[client], state.next <= first else { continue }
            behind[client] = (first + 1, state.lost + 1)
        }
        size -= event.cost
        first += 1
    }

    /// Takes a subscriber's next event.
    /// - Returns: the event and the number of events lost before it; no bytes if only lost events are left; nil if the subscriber is no
    ///   longer behind.
    mutating func next(for client: ClientID) -> (lost: Int, bytes: [UInt8])? {
        guard let state = behind[client] else { return nil }
        var index = max(0, state.next - first)
        while index < events.count, !events[index].subscribers.includes(client) { index += 1 }
        guard index < events.count else {
            behind[client] = nil
            return state.lost > 0 ? (state.lost, []) : nil
        }
        behind[client] = (first + index + 1, 0)
        events[index].left -= 1
        let bytes = events[index].bytes
        while let oldest = events.first, oldest.left == 0 { dropOldest() }
        return (state.lost, bytes)
    }

    /// Removes a subscriber.
    /// - Returns: the number of events that it has not taken.
    @discardableResult
    mutating func remove(_ client: ClientID) -> Int {
        var count = 0
        while let next = next(for: client) { count += next.lost + (next.bytes.isEmpty ? 0 : 1) }
        return count
    }
}

extension [ClientID] {
    /// Returns whether a sorted array contains a client.
    fileprivate func includes(_ client: ClientID) -> Bool {
        var range = indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            if self[middle] == client { return true }
            range = self[middle].number < client.number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}
