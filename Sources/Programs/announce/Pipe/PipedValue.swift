import AnnounceClient
import Glibc
import Messages
import TextLines

/// Lines that are states of one value, shown as an element that updates frequently. The daemon speaks the newest state at its own pace
/// (§5), and always the last one (U7).
struct PipedValue: PipeConsumer {
    /// The minimum time between updates.
    private static let pause = Duration.milliseconds(50)
    private static let pace = "pace"
    private static let last = ClientIdentity.id("last")

    private enum Phase: Equatable {
        /// Nothing has been read yet.
        case empty
        /// The element is shown. Its newest value may be sent at once or, if paced, later.
        case shown(isPaced: Bool)
        /// The element is removed, and its last value is spoken unless it was heard.
        case last
        case done
    }

    private let input: PipedInput
    private let connection: Connection
    private let element: Element
    private let kind: Element.ValueKind?
    private var phase = Phase.empty
    private var value = ""
    /// The number of values sent; each value's request is named after it.
    private var count = 0
    /// The newest request.
    private var newest: FollowedRequest?
    private(set) var outcome = PipeOutcome()

    /// - Parameter kind: how the values are read; nil: as percentages if the first value is one, otherwise as text.
    init(label: String, kind: Element.ValueKind?, language: String?, _ input: PipedInput, _ connection: Connection) {
        self.input = input
        self.connection = connection
        self.kind = kind
        element = Element(id: "pipe-\(getpid())", label: label, traits: [.updatesFrequently], language: language)
    }

    var isDone: Bool { phase == .done }
    var isWaiting: Bool { newest?.isOver == false }

    var cancellations: [Request] {
        switch phase {
        case .empty, .done: []
        case .shown: removal
        case .last: [.cancel(.id(Self.last))]
        }
    }

    /// Removes the element and silences speech about it. Without its trait, the daemon does not speak its last value.
    private var removal: [Request] {
        [.notification(.elementUpdated(ElementUpdate(id: element.id, traits: []))), .notification(.elementRemoved(id: element.id))]
    }

    mutating func read() async throws {
        if phase == .empty, case .text(let state) = input.next() {
            let line = state.spoken
            try await connection.send(.subscribe(FollowedRequest.events), id: "events")
            var first = element
            first.value = line
            // U7: percentages are spoken in steps of ten.
            first.valueKind = kind ?? (Self.isPercentage(line) ? .percent : .text)
            try await send(.notification(.elementFocused(.element(first), by: .user)), of: line)
        }
        while phase == .shown(isPaced: false), case .text(let state) = input.next() {
            let line = state.spoken
            if line != value { try await send(.notification(.elementUpdated(ElementUpdate(id: element.id, value: line))), of: line) }
        }
        guard input.isAtEnd else { return }
        switch phase {
        case .empty: phase = .done
        case .shown: if newest?.isOver == true { try await end() }
        case .last:
            guard let newest, newest.isOver else { break }
            if let settled = newest.settled { outcome.didFinish(settled, of: value) }
            phase = .done
        case .done: break
        }
    }

    private mutating func send(_ request: Request, of line: String) async throws {
        count += 1
        value = line
        phase = .shown(isPaced: true)
        let id = ClientIdentity.id("value-\(count)")
        newest = FollowedRequest(request, id: id)
        try await connection.send(request, id: id)
        Task { [connection] in
            try await Task.sleep(for: Self.pause)
            try await connection.send(.ping, id: Self.pace)
        }
    }

    /// Removes the element.
    private mutating func end() async throws {
        let removal = Request.notification(.elementRemoved(id: element.id, speaksLastValue: true))
        phase = .last
        newest = FollowedRequest(removal, id: Self.last)
        try await connection.send(removal, id: Self.last)
    }

    /// Returns whether a value is a percentage, with or without a sign: `pv -n`, dialog and zenity use whole numbers up to 100.
    private static func isPercentage(_ line: String) -> Bool {
        guard line.hasSuffix("%") else { return Int(line).map { 0...100 ~= $0 } == true }
        return Double(line.dropLast().filter { $0 != " " }) != nil
    }

    mutating func receive(_ message: ServerMessage) async throws {
        _ = newest?.receive(message)
        switch message {
        case .error(let error): throw Connection.Failure.refused(error)
        case .reply(let reply) where reply.id == Self.pace: if case .shown = phase { phase = .shown(isPaced: false) }
        case .reply(let reply): outcome.warn(reply.warnings)
        default: break
        }
    }
}
