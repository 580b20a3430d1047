import Messages
import Narration
import SpeechQueue

// Requests that wait until the voices are known.
extension Conductor {
    /// A request, with the data that its reply needs. It may have to wait until the voices are known.
    struct PendingRequest: Sendable {
        var request: Request
        var id: String?
        var warnings: [Warning]
        var line: Int?
        var size: Int
        var client: ClientID
    }

    /// Returns whether a request must wait. Until the voices are known, a request that names a voice waits. All later requests of its
    /// client also wait. The wait is short and bounded; after it, names are passed on unchecked, because a wrong voice is better than none.
    func holds(_ pending: PendingRequest) -> Bool {
        guard narrator.voices == nil, !hasGivenUpOnVoices, pendingRequests.count < 256,
            pendingRequests.reduce(pending.size, { $0 + $1.size }) <= Self.mostPendingBytes
        else { return false }
        return pending.request.namesVoice || pendingRequests.contains { $0.client == pending.client }
    }

    /// The maximum length of all lines that wait for the voices, in bytes. Once parsed, a line may take 40 times its length.
    private static let mostPendingBytes = 64 << 10

    /// Performs the requests that waited for the voices, in order.
    mutating func performPending(at now: Instant) {
        let waiting = pendingRequests
        pendingRequests = []
        perform(waiting, at: now)
        for client in Set(waiting.map(\.client)) { closeIfDone(client) }
    }

    mutating func perform(_ waiting: [PendingRequest], at now: Instant) {
        for request in waiting {
            if case .refused(let refusal) = perform(request, at: now) { refuse(request, refusal) }
        }
    }

    /// Limits how long requests wait for the voices.
    mutating func waitForVoices(from now: Instant) { pendingUntil = now + Self.patienceForVoices }

    private static let patienceForVoices = 2.0
}
