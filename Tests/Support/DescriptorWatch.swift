import Glibc
import Synchronization

/// Lets tasks wait for descriptors without blocking the threads that they share: one dedicated thread polls for all of them.
final class DescriptorWatch: Sendable {
    /// The only watch of this process.
    static let shared = DescriptorWatch()

    /// A task that waits for a descriptor.
    private struct Wait {
        let descriptor: Int32
        let events: Int16
        let deadline: SuspendingClock.Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let waits = Mutex<[UInt64: Wait]>([:])
    private let nextID = Atomic<UInt64>(0)
    /// A byte in this pipe makes the thread look at ``waits`` again.
    private let wakeUp: (reading: Descriptor, writing: Descriptor)

    private init() {
        do {
            wakeUp = try Descriptor.pipe()
            try wakeUp.reading.setNonblocking()
        } catch {
            fatalError("\(error)")
        }
        startThread { [self] in run() }
    }

    /// Waits until the descriptor is ready for `events` (`POLLIN`, `POLLOUT`), or at its end. Returns false at the deadline, and when the
    /// task is cancelled. A negative descriptor never becomes ready, so it acts as a timer.
    func ready(_ descriptor: Int32, _ events: Int32, by deadline: SuspendingClock.Instant) async -> Bool {
        let id = nextID.add(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wait = Wait(
                    descriptor: descriptor, events: Int16(events), deadline: deadline, continuation: continuation)
                waits.withLock { $0[id] = wait }
                if Task.isCancelled { finish(id, false) }
                wake()
            }
        } onCancel: {
            finish(id, false)
        }
    }

    private func finish(_ id: UInt64, _ isReady: Bool) {
        waits.withLock { $0.removeValue(forKey: id) }?.continuation.resume(returning: isReady)
    }

    private func wake() {
        try? wakeUp.writing.write([0], by: .now + .seconds(1))
    }

    private func run() -> Never {
        var drained = [UInt8](repeating: 0, count: 256)
        while true {
            let current = waits.withLock { $0.map { (id: $0.key, wait: $0.value) } }
            var polled = current.map { pollfd(fd: $0.wait.descriptor, events: $0.wait.events, revents: 0) }
            polled.append(pollfd(fd: wakeUp.reading.number, events: Int16(POLLIN), revents: 0))
            let timeout = current.map(\.wait.deadline).min().map { SuspendingClock.now.milliseconds(until: $0) } ?? -1
            guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { continue }
            if polled[current.count].revents != 0 {
                _ = unsafe read(wakeUp.reading.number, &drained, drained.count)
            }
            let now = SuspendingClock.now
            for (index, entry) in current.enumerated() {
                if polled[index].revents != 0 {
                    finish(entry.id, true)
                } else if entry.wait.deadline <= now {
                    finish(entry.id, false)
                }
            }
        }
    }
}

/// Starts a detached thread.
func startThread(_ body: @escaping @Sendable () -> Void) {
    let boxed = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(
        &thread, nil,
        { argument in
            unsafe Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().run()
            return nil
        }, boxed)
    guard code == 0 else { fatalError("\(SystemCallError("pthread_create", code: code))") }
    pthread_detach(thread)
}

/// A thread's body, as an object that C can carry.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
