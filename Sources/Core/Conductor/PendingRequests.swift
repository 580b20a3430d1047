import Messages
import Narration
import SpeechQueue

/// A request, with the data that its reply needs. It may have to wait until the voices are known.
struct PendingRequest: Sendable {
    var request: Request
    var id: String?
    var warnings: [Warning]
    var line: Int?
    var size: Int
    var client: ClientID
}

/// The requests that wait until the voices are known. The wait is short and bounded; after it, names are passed on unchecked, because a
/// wrong voice is better than none.
struct PendingRequests: Sendable {
    private(set) var waiting: [PendingRequest] = []
    /// Until when requests may wait.
    private(set) var until: Instant?
    /// Whether the voices will not be known.
    private(set) var hasGivenUp = false

    /// The maximum length of all lines that wait, in bytes. Once parsed, a line may take 40 times its length.
    private static let mostBytes = 64 << 10
    private static let patience = 2.0

    func contains(_ client: ClientID) -> Bool { waiting.contains { $0.client == client } }

    /// Keeps a request if it names a voice, or follows such a request of its client.
    /// - Returns: whether the request waits.
    mutating func hold(_ request: PendingRequest, at now: Instant) -> Bool {
        guard !hasGivenUp, waiting.count < 256, waiting.reduce(request.size, { $0 + $1.size }) <= Self.mostBytes,
            request.request.namesVoice || contains(request.client)
        else { return false }
        waiting.append(request)
        if waiting.count == 1 { until = now + Self.patience }
        return true
    }

    /// Removes and returns a client's requests.
    mutating func take(of client: ClientID) -> [PendingRequest] {
        let own = waiting.filter { $0.client == client }
        waiting.removeAll { $0.client == client }
        return own
    }

    /// Removes and returns all requests.
    mutating func takeAll() -> [PendingRequest] {
        defer { waiting = [] }
        return waiting
    }

    /// Ends the wait.
    /// - Parameter voicesAreKnown: false if requests no longer wait for the voices.
    mutating func endWait(voicesAreKnown: Bool) {
        until = nil
        if !voicesAreKnown { hasGivenUp = true }
    }
}

extension Conductor {
    /// Performs the requests that waited for the voices, in order.
    mutating func performPending(at now: Instant) {
        let waiting = pending.takeAll()
        perform(waiting, at: now)
        for client in Set(waiting.map(\.client)).sorted(by: { $0.number < $1.number }) { closeIfDone(client) }
    }

    mutating func perform(_ waiting: [PendingRequest], at now: Instant) {
        for request in waiting {
            if case .refused(let refusal) = perform(request, at: now) { refuse(request, refusal) }
        }
    }
}
