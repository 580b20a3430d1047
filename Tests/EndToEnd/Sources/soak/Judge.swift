import Synchronization

/// The invariants, shared by all observers.
final class Judge: Sendable {
    private let invariants: Mutex<Invariants>

    init(_ invariants: sending Invariants = Invariants()) { self.invariants = Mutex(invariants) }

    @discardableResult
    func callAsFunction<Result: Sendable>(_ body: (inout Invariants) -> Result) -> Result {
        invariants.withLock { body(&$0) }
    }
}
