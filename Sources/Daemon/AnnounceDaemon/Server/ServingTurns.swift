import NIOCore

/// The clients with unserved lines: each is served for about a millisecond in turn, with other clients' input in between.
///
/// An event loop executes everything it was asked to before it looks at any socket again, including what is added meanwhile. Hence a single
/// task, a moment later.
final class ServingTurns {
    /// The time for which one client is served at once.
    static let turn = TimeAmount.milliseconds(1)
    /// Longer than a loop takes to see that nothing is due.
    private static let pause = TimeAmount.microseconds(50)

    private let eventLoop: any EventLoop
    private var waiting: CircularBuffer<() -> Void> = []
    private var isScheduled = false

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Calls `serve` once, when its turn comes.
    func await(_ serve: @escaping () -> Void) {
        waiting.append(serve)
        schedule()
    }

    private func schedule() {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isScheduled = false
            if let serve = self.waiting.popFirst() { serve() }
            self.schedule()
        }
    }
}
