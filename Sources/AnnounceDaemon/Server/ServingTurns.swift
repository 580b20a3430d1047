import NIOCore

/// Who has lines left to be served: each client in turn for about a millisecond, and whatever comes from others in between.
///
/// What an event loop is asked to execute it executes before it looks at any socket again, and so it goes on for as long as it is asked:
/// hence one task, a moment later.
final class ServingTurns {
    /// How long one client is served at once.
    static let turn = TimeAmount.milliseconds(1)
    /// Longer than a loop takes to see that nothing is due.
    private static let pause = TimeAmount.microseconds(50)

    private let eventLoop: any EventLoop
    private var waiting: CircularBuffer<() -> Void> = []
    private var isScheduled = false

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Calls `serve` when it is its turn, once.
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
