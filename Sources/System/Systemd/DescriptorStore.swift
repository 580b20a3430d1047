package import NIOCore

/// The descriptors that the service manager keeps for the next process (`FileDescriptorStoreMax=`).
///
/// If the manager is busy, messages are retried shortly, in order, without blocking. Used on the event loop.
package final class DescriptorStore {
    private enum Message {
        case keep(name: String, CInt)
        case forget(name: String)
    }

    private static let pause = TimeAmount.milliseconds(5)
    private let socket: NotifySocket
    private let eventLoop: any EventLoop
    /// The messages that the manager has not accepted yet.
    private var waiting: CircularBuffer<Message> = []
    private var isScheduled = false

    package init(_ socket: NotifySocket, eventLoop: any EventLoop) {
        self.socket = socket
        self.eventLoop = eventLoop
    }

    /// Makes the manager keep a descriptor under a name. The caller still owns it, and calls ``forget(_:)`` before closing it.
    package func keep(_ descriptor: CInt, as name: String) { send(.keep(name: name, descriptor)) }

    /// Makes the manager close its copies with that name.
    package func forget(_ name: String) {
        let count = waiting.count
        waiting = CircularBuffer(
            waiting.filter { if case .keep(name, _) = $0 { false } else { true } })
        if waiting.count == count { send(.forget(name: name)) }
    }

    private func send(_ message: Message) {
        if !waiting.isEmpty || !store(message) { waiting.append(message) }
        schedule()
    }

    /// Sends a message to the manager. Returns false if it must be sent again.
    private func store(_ message: Message) -> Bool {
        do throws(NotifySocket.Failure) {
            switch message {
            // The descriptor is not polled, because a disconnected client's last messages may still have to be read.
            case .keep(let name, let descriptor):
                try socket.send(.storeDescriptors(name: name, isPolled: false), descriptors: [descriptor])
            case .forget(let name): try socket.send(.removeDescriptors(name: name))
            }
            return true
        } catch {
            // Without a manager, no next process could use the descriptor.
            return !error.isTemporary
        }
    }

    private func schedule() {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isScheduled = false
            while let message = self.waiting.first, self.store(message) { self.waiting.removeFirst() }
            self.schedule()
        }
    }
}
