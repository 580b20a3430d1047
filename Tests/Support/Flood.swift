import Glibc
import Synchronization

/// A client that sends without end, from a thread of its own, and drops what is answered, on another.
package final class Flood: Sendable {
    private let descriptor: Descriptor
    private let isOver = Atomic(false)
    private let sentBytes = Atomic(0)
    private let sentRounds = Atomic(0)
    private let wasRefused = Atomic(false)
    private let hasSentAll = Atomic(false)
    private let answeredBytes = Atomic(0)

    /// Connects and begins.
    /// - Parameters:
    ///   - isRead: whether what is answered is read.
    ///   - rounds: how many there are.
    ///   - round: what is sent in the given round, from 0.
    package init(
        to path: String, isRead: Bool = true, rounds: Int = .max, _ round: @escaping @Sendable (Int) -> [UInt8]
    ) throws {
        descriptor = try .connected(to: path)
        try descriptor.setNonblocking()
        startThread { [self] in
            var number = 0
            while !isOver.load(ordering: .relaxed), number < rounds {
                let bytes = round(number)
                guard (try? descriptor.write(bytes, by: .now + .seconds(30))) != nil else {
                    wasRefused.store(true, ordering: .relaxed)
                    return
                }
                sentRounds.add(1, ordering: .relaxed)
                sentBytes.add(bytes.count, ordering: .relaxed)
                number += 1
            }
            hasSentAll.store(true, ordering: .relaxed)
        }
        guard isRead else { return }
        startThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while !isOver.load(ordering: .relaxed), (try? descriptor.blockUntilReady(POLLIN, by: .now + .seconds(30))) == true {
                let count = unsafe read(descriptor.number, &buffer, buffer.count)
                if count == 0 { return }
                if count > 0 { answeredBytes.add(count, ordering: .relaxed) }
            }
        }
    }

    /// How many bytes the peer has taken, whole rounds.
    package var sent: Int { sentBytes.load(ordering: .relaxed) }
    /// How many rounds the peer has taken.
    package var rounds: Int { sentRounds.load(ordering: .relaxed) }
    /// Whether the peer takes no more.
    package var isRefused: Bool { wasRefused.load(ordering: .relaxed) }
    /// Whether the peer has taken all rounds, or this was ended.
    package var isSent: Bool { hasSentAll.load(ordering: .relaxed) }
    /// How many bytes the peer has answered.
    package var answered: Int { answeredBytes.load(ordering: .relaxed) }

    /// Closes the connection.
    package func end() {
        isOver.store(true, ordering: .relaxed)
        shutdown(descriptor.number, Int32(SHUT_RDWR))
    }
}
