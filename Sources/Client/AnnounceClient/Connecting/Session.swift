import AnnounceProtocol
import Logging
import Messages
import Synchronization

/// Runs an ``Exchange`` with connections and the clock, across lost connections.
///
/// Everything happens under one lock, so that requests are sent in the order in which they were made. Any thread may use it.
final class Session: Sendable {
    fileprivate struct State {
        var exchange: Exchange
        var connection: (any Transport)?
        /// The app's own ids of the open requests.
        var claimed: Set<String> = []
        var waiting: [String: CheckedContinuation<Exchange.Answer, any Error>] = [:]
        var listeners: [Int: EventBuffer] = [:]
        var timers: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
        var run: Task<Void, Never>?
    }

    private let state: Mutex<State>
    private let socket: String
    private let patience: Duration
    private let logger: Logger?
    private let connect: @Sendable () async throws -> any Transport

    /// The wait before another attempt to connect: the first wait, and the longest.
    private static let backOff: ClosedRange<Duration> = .milliseconds(50)...(.seconds(5))
    /// The time between queries about announcements from an earlier connection.
    private static let checkInterval = Duration.seconds(2)

    init(
        hello: Hello, socket: String, patience: Duration, logger: Logger?, connect: @escaping @Sendable () async throws -> any Transport
    ) {
        let prefix = String(UInt64.random(in: 0..<(1 << 40)), radix: 36)
        state = Mutex(State(exchange: Exchange(hello: hello, socket: socket, prefix: prefix)))
        self.socket = socket
        self.patience = patience
        self.logger = logger
        self.connect = connect
    }

    /// Connects for the first time, and returns when the daemon has answered.
    func open() async throws {
        let connection: any Transport
        do {
            connection = try await connect()
        } catch {
            try Task.checkCancellation()
            throw AnnounceError.noDaemon(socket: socket)
        }
        adopt(connection)
        let run = Task { await self.run(connection) }
        state.withLock { $0.run = run }
        _ = try await ask(.ping, until: .replied)
    }

    /// Sends a request, and returns when it has ended.
    /// - Parameter id: the app's own id for the request; nil: the next one.
    func ask(_ request: Request, id: String? = nil, until: Exchange.Until) async throws -> Exchange.Answer {
        let id = try state.withLock { state in try id.map { try state.claim($0) } ?? state.exchange.nextID() }
        defer { _ = state.withLock { $0.claimed.remove(id) } }
        guard Connection.fits(request, id: id) else {
            throw AnnounceError.refused(AnnounceError.Refusal(code: .tooLarge, message: "the text is too long for one message"))
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                perform { state in
                    state.waiting[id] = continuation
                    return state.exchange.ask(request, id: id, until: until)
                }
                // The cancellation came before the request.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: String) {
        perform { state in
            state.waiting.removeValue(forKey: id)?.resume(throwing: CancellationError())
            return state.exchange.cancel(id)
        }
    }

    /// Returns an id that no other request of any client has.
    func nextID() -> String { state.withLock { $0.exchange.nextID() } }

    /// Returns the events from now on, of which up to `limit` wait.
    func events(limit: Int, of client: Announcer) -> AnnounceEvents {
        let buffer = EventBuffer(limit: limit)
        let number = state.withLock { state in
            guard !state.exchange.isClosed else { return Int?.none }
            state.lastNumber += 1
            state.listeners[state.lastNumber] = buffer
            return state.lastNumber
        }
        guard let number else {
            buffer.finish()
            return AnnounceEvents(EventSubscription(buffer) {})
        }
        return AnnounceEvents(EventSubscription(buffer) { client.session.forget(listener: number) })
    }

    private func forget(listener number: Int) {
        _ = state.withLock { $0.listeners.removeValue(forKey: number) }
    }

    func close() {
        perform { $0.exchange.close() }
    }

    // MARK: The connection

    /// Receives from one connection after another, until the exchange is closed.
    private func run(_ first: any Transport) async {
        var connection = first
        var pause = Self.backOff.lowerBound
        while true {
            for await message in connection.messages { perform { $0.exchange.receive(message) } }
            let wasUp = state.withLock { $0.exchange.isUp }
            perform { state in
                state.connection = nil
                return state.exchange.didDisconnect()
            }
            if wasUp { pause = Self.backOff.lowerBound }
            while true {
                if state.withLock({ $0.exchange.isClosed }) { return }
                // Wait after a refused connection, too.
                if (try? await Task.sleep(for: pause)) == nil { return }
                pause = min(pause * 2, Self.backOff.upperBound)
                if let next = try? await connect() {
                    connection = next
                    break
                }
            }
            adopt(connection)
        }
    }

    private func adopt(_ connection: any Transport) {
        perform { state in
            state.connection = connection
            return state.exchange.didConnect()
        }
    }

    // MARK: Actions

    /// Passes an input to the exchange, and carries out its actions.
    private func perform(_ input: (inout State) -> [Exchange.Action]) {
        let ended = state.withLock { state in
            for action in input(&state) {
                switch action {
                case .send(let request, let id): state.connection?.sendSoon(request, id: id)
                case .end(let id, let result): state.waiting.removeValue(forKey: id)?.resume(with: result)
                case .report(let event):
                    logger?.log(event)
                    for listener in state.listeners.values { listener.add(event) }
                case .awaitConnection(let outage): after(patience, &state) { $0.exchange.endPatience(outage: outage) }
                case .awaitAnswer(let number): after(patience, &state) { $0.exchange.endPatience(answer: number) }
                case .disconnect: state.connection?.end()
                case .checkLater: after(Self.checkInterval, &state) { $0.exchange.checkAgain() }
                }
            }
            return state.exchange.isClosed ? state.end() : nil
        }
        ended?()
    }

    private func after(_ delay: Duration, _ state: inout State, _ input: @escaping @Sendable (inout State) -> [Exchange.Action]) {
        state.lastNumber += 1
        let number = state.lastNumber
        state.timers[number] = Task { [weak self] in
            // While the system is suspended, the daemon is too.
            guard (try? await Task.sleep(for: delay, clock: .suspending)) != nil else { return }
            self?.perform { state in
                state.timers[number] = nil
                return input(&state)
            }
        }
    }
}

extension Session.State {
    /// Claims an app's own id, which no other open request may have.
    fileprivate mutating func claim(_ id: String) throws -> String {
        guard (1...Request.longestID).contains(id.unicodeScalars.count), !id.utf8.contains(0), claimed.insert(id).inserted else {
            let message = "id: expected 1 to \(Request.longestID) characters that no other request has"
            throw AnnounceError.refused(AnnounceError.Refusal(code: .invalidMessage, message: message))
        }
        return id
    }

    /// Releases everything.
    /// - Returns: a function that ends the connection and all waits, to be called without the lock.
    fileprivate mutating func end() -> () -> Void {
        let was = self
        connection = nil
        listeners = [:]
        timers = [:]
        run = nil
        return {
            was.connection?.end()
            for listener in was.listeners.values { listener.finish() }
            for timer in was.timers.values { timer.cancel() }
            was.run?.cancel()
        }
    }
}
