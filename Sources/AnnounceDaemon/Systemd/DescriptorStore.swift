import NIOCore

/// What the service manager keeps of this process's descriptors, for the next one (`FileDescriptorStoreMax=`).
///
/// A manager that is busy is told a moment later, in order; nobody waits for it. On the event loop.
final class DescriptorStore {
    private enum Message {
        case keep(name: String, CInt)
        case forget(name: String)
    }

    private static let pause = TimeAmount.milliseconds(5)
    private let socket: NotifySocket
    private let eventLoop: any EventLoop
    /// What the manager has not taken yet.
    private var waiting: CircularBuffer<Message> = []
    private var isScheduled = false

    init(_ socket: NotifySocket, eventLoop: any EventLoop) {
        self.socket = socket
        self.eventLoop = eventLoop
    }

    /// Has a descriptor kept by a name; it stays the caller's, who calls ``forget(_:)`` before it is closed.
    func keep(_ descriptor: CInt, as name: String) { send(.keep(name: name, descriptor)) }

    /// The manager closes its copies of that name.
    func forget(_ name: String) {
        let count = waiting.count
        waiting = CircularBuffer(
            waiting.filter { if case .keep(name, _) = $0 { false } else { true } })
        if waiting.count == count { send(.forget(name: name)) }
    }

    private func send(_ message: Message) {
        if !waiting.isEmpty || !store(message) { waiting.append(message) }
        schedule()
    }

    /// Whether the manager need not be told it again.
    private func store(_ message: Message) -> Bool {
        do throws(NotifySocket.Failure) {
            switch message {
            // Not polled: a client that has gone may have said something that is still to be read.
            case .keep(let name, let descriptor):
                try socket.send(.storeDescriptors(name: name, isPolled: false), descriptors: [descriptor])
            case .forget(let name): try socket.send(.removeDescriptors(name: name))
            }
            return true
        } catch {
            // Without a manager there is no next process that could want it.
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
