import NIOCore

/// The clients with unserved lines. Each is served for about a millisecond in turn, and the event loop reads other clients' input in
/// between.
///
/// An event loop runs all its pending tasks before it looks at any socket again, including tasks that these add. Hence a single task,
/// scheduled a moment later.
final class ServingTurns {
    /// How long one client is served in one turn.
    static let turn = TimeAmount.milliseconds(1)
    /// Longer than the loop takes to find that no task is due.
    private static let pause = TimeAmount.microseconds(50)

    private let eventLoop: any EventLoop
    private var waiting: CircularBuffer<() -> Void> = []
    private var isScheduled = false

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Calls `serve` once, when the client's turn comes.
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
