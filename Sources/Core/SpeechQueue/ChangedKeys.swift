/// The keys of the values that have changed since they were last taken. Before they are first taken, every key counts as changed, and
/// nothing is stored.
package struct ChangedKeys<Key: Hashable & Sendable>: Sendable {
    private var keys: Set<Key>?

    package init() {}

    package mutating func insert(_ key: Key) { keys?.insert(key) }
    /// Makes every key count as changed.
    package mutating func insertAll() { keys = nil }

    /// Removes and returns the keys; nil stands for every key.
    package mutating func take() -> Set<Key>? {
        defer { keys = [] }
        return keys
    }
}
