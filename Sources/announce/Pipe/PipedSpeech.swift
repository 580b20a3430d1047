import AnnounceClient
import Messages

/// Speaks input as it is read, until its end.
struct PipedSpeech {
    private let starting: StartOptions
    private let copying: Bool
    private let input: (_ tell: @escaping @Sendable () -> Void) -> PipedInput
    private let consumer: (PipedInput, Connection) -> any PipeConsumer

    /// - Parameters:
    ///   - copying: whether to copy the input to standard output.
    ///   - input: makes the input, which calls its argument when there is news.
    init(
        through starting: StartOptions, copying: Bool = false, input: @escaping (_ tell: @escaping @Sendable () -> Void) -> PipedInput,
        consumer: @escaping (PipedInput, Connection) -> any PipeConsumer
    ) {
        (self.starting, self.copying, self.input, self.consumer) = (starting, copying, input, consumer)
    }

    func run() async throws {
        let (connection, own) = try await starting.connect()
        let (events, feed) = AsyncStream.makeStream(of: PipeEvent.self)
        let interruption = Interruption()
        let watch = await interruption.whenInterrupted { feed.yield(.interrupted) }
        let listening = Task {
            for await message in connection.messages { feed.yield(.message(message)) }
            feed.yield(.lost)
        }
        defer {
            watch.cancel()
            listening.cancel()
        }
        do {
            let input = input { feed.yield(.input) }
            var lines = consumer(input, connection)
            var notice = HeldBackNotice()
            try await connection.send(.hello(Hello(app: ClientIdentity.app)), id: "hello")
            // Outcomes of an earlier run's announcements arrive before this reply.
            try await connection.send(.ping, id: PipeEvent.ready)
            for await event in events {
                switch event {
                case .interrupted:
                    for request in lines.silencing { try await connection.send(request) }
                    await connection.close()
                    throw interruption.exitCode
                case .lost: throw Connection.Failure.lost
                case .message(.reply(let reply)) where reply.id == PipeEvent.ready:
                    input.start(copying: copying)
                case .message(let message):
                    if !notice.receive(message, isWaiting: lines.isWaiting) { try await lines.receive(message) }
                case .input: break
                }
                try await lines.read()
                if lines.isDone { break }
                if lines.isWaiting { notice.expect(over: connection) }
            }
            await connection.close()
            try end(input.failures, lines.outcome)
        } catch {
            if interruption.hasCome { throw interruption.exitCode }
            throw await own?.explained(error) ?? error
        }
    }

    private func end(_ failures: PipedInput.Failures, _ outcome: PipeOutcome) throws {
        if let code = failures.reading { throw code }
        if failures.copying { throw Exit.lost }
        if let code = outcome.exitCode { throw code }
    }
}
