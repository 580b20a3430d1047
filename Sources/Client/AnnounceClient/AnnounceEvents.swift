import Synchronization

/// A client's events since the call of ``Announcer/events(limit:)``. The sequence ends when the client is closed.
///
/// Only one task may iterate the sequence. If events arrive faster than they are iterated, ``AnnounceEvent/missed(_:)`` replaces the
/// oldest.
public struct AnnounceEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = AnnounceEvent
    /// The sequence never fails.
    public typealias Failure = Never

    private let subscription: EventSubscription

    init(_ subscription: EventSubscription) { self.subscription = subscription }

    /// Returns the iterator; only one may exist.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription) }

    /// Iterates the events in the order in which they arrive.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: EventSubscription
        private var events: AsyncStream<AnnounceEvent>.AsyncIterator

        fileprivate init(_ subscription: EventSubscription) {
            self.subscription = subscription
            events = subscription.buffer.stream.makeAsyncIterator()
        }

        /// Waits for the next event; nil once the client is closed.
        public mutating func next() async -> AnnounceEvent? { await next(isolation: #isolation) }

        /// Waits for the next event; nil once the client is closed.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> AnnounceEvent? {
            let missed = subscription.buffer.takeMissed()
            if missed > 0 { return .missed(missed) }
            return await events.next(isolation: actor)
        }
    }
}

/// A buffer for the newest events of one listener.
final class EventBuffer: Sendable {
    let stream: AsyncStream<AnnounceEvent>
    private let events: AsyncStream<AnnounceEvent>.Continuation
    private let missed = Atomic(0)

    init(limit: Int) {
        (stream, events) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(max(1, limit)))
    }

    func add(_ event: AnnounceEvent) {
        if case .dropped = events.yield(event) { missed.add(1, ordering: .relaxed) }
    }

    func finish() { events.finish() }

    /// Returns the number of events dropped since the last call.
    func takeMissed() -> Int { missed.exchange(0, ordering: .relaxed) }
}

/// Keeps a listener's buffer alive. The buffer is released with the last copy.
final class EventSubscription: Sendable {
    let buffer: EventBuffer
    private let end: @Sendable () -> Void

    init(_ buffer: EventBuffer, end: @escaping @Sendable () -> Void) {
        self.buffer = buffer
        self.end = end
    }

    deinit { end() }
}
