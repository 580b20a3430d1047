import Conductor
import Messages
import SpeechQueue

/// The connected clients, and which of them gives way when there is no room for another. The user's own commands are therefore always
/// served, however many connections others leave open.
struct Slots: Sendable {
    /// The maximum number of clients served at once.
    static let most = Status.mostClients
    /// The number of descriptors that clients never take, so that a voice can start and a file can be read.
    private static let keptDescriptors = 24

    /// Returns how many clients can be served if the process may have `limit` descriptors.
    static func most(descriptors limit: Int) -> Int { min(most, max(1, limit - keptDescriptors)) }

    private struct Slot: Sendable {
        /// The process group of the client's program; nil: unknown.
        var program: Int32?
        /// The number of the client's last request among all requests; nil if it has sent none.
        var lastRequest: UInt64?
    }

    /// What a new connection leads to.
    enum Admission: Sendable {
        case served
        /// The connection is served once this client, which gives way, has been disconnected for this reason.
        case replaces(ClientID, ErrorReply)
        case refused(ErrorReply)
    }

    private var slots: [ClientID: Slot] = [:]
    private var requests: UInt64 = 0

    mutating func add(_ client: ClientID, program: Int32?) { slots[client] = Slot(program: program) }

    mutating func remove(_ client: ClientID) { slots[client] = nil }

    /// Notes that a request of a client was served.
    mutating func didServe(_ client: ClientID) {
        requests += 1
        slots[client]?.lastRequest = requests
    }

    /// Returns whether a new connection can be served.
    /// - Parameters:
    ///   - most: How many clients can be served at once.
    ///   - isBusy: Whether a client's speech or media session is in progress, so that it never gives way.
    ///   - owes: Whether a client would lose answers with its connection, so that it gives way last.
    func admission(
        of program: Int32?, most: Int = Self.most, isBusy: (ClientID) -> Bool, owes: (ClientID) -> Bool = { _ in false }
    ) -> Admission {
        let own = slots.filter { program != nil && $0.value.program == program }
        let mostOfProgram = Conductor.mostOfProgram(among: most)
        if own.count >= mostOfProgram {
            let all =
                "\(mostOfProgram) clients of this program are connected, which is the maximum (all processes of its group count)"
            return admission(among: own, all, isBusy, owes)
        }
        if slots.count < most { return .served }
        return admission(among: slots, "\(most) clients are connected, which is the maximum", isBusy, owes)
    }

    private func admission(
        among slots: [ClientID: Slot], _ all: String, _ isBusy: (ClientID) -> Bool, _ owes: (ClientID) -> Bool
    ) -> Admission {
        func reply(_ rest: String) -> ErrorReply { ErrorReply(code: .tooManyClients, message: "\(all)\(rest)") }
        // The client that connected first has had the most time to send something.
        let silent = slots.filter { $0.value.lastRequest == nil }.keys.min { $0.number < $1.number }
        if let silent { return .replaces(silent, reply("; this one gives way because it has never sent a request")) }
        var counts: [Int32: Int] = [:]
        for case let program? in slots.values.map(\.program) { counts[program, default: 0] += 1 }
        // A client of the program with the most connections gives way first, and among those the client that was quiet for longest.
        let idle = slots.filter { !isBusy($0.key) }
        let settled = idle.filter { !owes($0.key) }
        let next = (settled.isEmpty ? idle : settled).min { a, b in
            let (ownCount, otherCount) = (a.value.program.flatMap { counts[$0] } ?? 1, b.value.program.flatMap { counts[$0] } ?? 1)
            return ownCount == otherCount ? a.value.lastRequest ?? 0 < b.value.lastRequest ?? 0 : ownCount > otherCount
        }
        if let next { return .replaces(next.key, reply("; this one gives way because it has been idle; connect again when needed")) }
        return .refused(reply("; try again when one has disconnected"))
    }
}
