import Synchronization

/// What a client is told, from the moment in which ``AnnounceClient/AnnounceClient/events(limit:)`` was called; it ends when the client is
/// closed.
///
/// One task iterates it. Who is slower than the events come gets ``AnnounceEvent/missed(_:)`` in place of the oldest.
public struct AnnounceEvents: AsyncSequence, Sendable {
    public typealias Element = AnnounceEvent
    public typealias Failure = Never

    private let subscription: EventSubscription

    init(_ subscription: EventSubscription) { self.subscription = subscription }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: EventSubscription
        private var events: AsyncStream<AnnounceEvent>.AsyncIterator

        fileprivate init(_ subscription: EventSubscription) {
            self.subscription = subscription
            events = subscription.buffer.stream.makeAsyncIterator()
        }

        public mutating func next() async -> AnnounceEvent? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> AnnounceEvent? {
            let missed = subscription.buffer.takeMissed()
            if missed > 0 { return .missed(missed) }
            return await events.next(isolation: actor)
        }
    }
}

/// Events that wait for their listener, the newest ones.
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

    /// How many were dropped since this was last asked.
    func takeMissed() -> Int { missed.exchange(0, ordering: .relaxed) }
}

/// Somebody who may still iterate events; with the last such the buffer goes.
final class EventSubscription: Sendable {
    let buffer: EventBuffer
    private let end: @Sendable () -> Void

    init(_ buffer: EventBuffer, end: @escaping @Sendable () -> Void) {
        self.buffer = buffer
        self.end = end
    }

    deinit { end() }
}
