import Glibc
import Synchronization

/// A client that sends endlessly on one thread, and reads and discards the answers on another.
package final class Flood: Sendable {
    private let descriptor: Descriptor
    private let isOver = Atomic(false)
    private let sentBytes = Atomic(0)
    private let sentRounds = Atomic(0)
    private let wasRefused = Atomic(false)
    private let hasSentAll = Atomic(false)
    private let answeredBytes = Atomic(0)

    /// Connects and starts to send.
    /// - Parameters:
    ///   - isRead: whether to read the answers.
    ///   - rounds: the number of rounds.
    ///   - round: returns the bytes to send in a round, from 0.
    package init(
        to path: String, isRead: Bool = true, rounds: Int = .max, _ round: @escaping @Sendable (Int) -> [UInt8]
    ) throws {
        descriptor = try .connected(to: path)
        try descriptor.setNonblocking()
        startThread { [self] in
            var number = 0
            while !isOver.load(ordering: .relaxed), number < rounds {
                let bytes = round(number)
                guard (try? descriptor.write(bytes, by: .now + .seconds(120))) != nil else {
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

    /// The bytes accepted by the peer, in whole rounds.
    package var sent: Int { sentBytes.load(ordering: .relaxed) }
    /// The rounds accepted by the peer.
    package var rounds: Int { sentRounds.load(ordering: .relaxed) }
    /// Whether the peer accepts no more.
    package var isRefused: Bool { wasRefused.load(ordering: .relaxed) }
    /// Whether the peer has accepted all rounds, or the flood was ended.
    package var isSent: Bool { hasSentAll.load(ordering: .relaxed) }
    /// The bytes of the peer's answers.
    package var answered: Int { answeredBytes.load(ordering: .relaxed) }

    /// Closes the connection.
    package func end() {
        isOver.store(true, ordering: .relaxed)
        shutdown(descriptor.number, Int32(SHUT_RDWR))
    }
}
