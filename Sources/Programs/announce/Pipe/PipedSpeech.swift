import AnnounceClient
import ArgumentParser
import Messages
import System

/// Speaks input while it is read, until its end.
struct PipedSpeech {
    private let starting: StartOptions
    private let copying: Bool
    private let input: (_ didChange: @escaping @Sendable () -> Void) -> PipedInput
    private let consumer: (PipedInput, Connection) -> any PipeConsumer

    /// - Parameters:
    ///   - copying: whether to copy the input to standard output.
    ///   - input: creates the input, which calls its argument when there is news.
    init(
        through starting: StartOptions, copying: Bool = false, input: @escaping (_ didChange: @escaping @Sendable () -> Void) -> PipedInput,
        consumer: @escaping (PipedInput, Connection) -> any PipeConsumer
    ) {
        (self.starting, self.copying, self.input, self.consumer) = (starting, copying, input, consumer)
    }

    func run() async throws {
        let (events, feed) = AsyncStream.makeStream(of: PipeEvent.self)
        let input = input { feed.yield(.input) }
        let interruption = Interruption()
        var watch: Task<Void, Never>?
        defer { watch?.cancel() }
        do {
            let (connection, own) = try await starting.connect()
            watch = await interruption.whenInterrupted {
                // Otherwise the event would wait until all lines are read.
                input.dropLines()
                feed.yield(.interrupted)
            }
            do {
                try await speak(input, over: connection, events, feed)
            } catch {
                if !interruption.wasInterrupted { throw await own?.explained(error) ?? error }
            }
            if interruption.wasInterrupted { throw interruption.exitCode }
        } catch {
            // The programs that write the input and read the copy do not depend on speech.
            guard copying, !interruption.wasInterrupted else { throw error }
            let failure = CommandError(error)
            failure?.report()
            input.copyOnly()
            if !input.isAtEnd {
                for await event in events {
                    if case .interrupted = event { throw interruption.exitCode }
                    if input.isAtEnd { break }
                }
            }
            throw failure.map { ExitCode($0.exitCode) } ?? error
        }
    }

    private func speak(
        _ input: PipedInput, over connection: Connection, _ events: AsyncStream<PipeEvent>, _ feed: AsyncStream<PipeEvent>.Continuation
    ) async throws {
        let listening = Task {
            for await message in connection.messages { feed.yield(.message(message)) }
            feed.yield(.lost)
        }
        defer { listening.cancel() }
        var lines = consumer(input, connection)
        var notice = HeldBackNotice()
        try await connection.send(.hello(Hello(app: ClientIdentity.app)), id: "hello")
        // Outcomes of an earlier run's announcements arrive before this reply.
        try await connection.send(.ping, id: PipeEvent.ready)
        for await event in events {
            switch event {
            case .interrupted:
                for request in lines.cancellations { try await connection.send(request) }
                await connection.close()
                return
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
    }

    private func end(_ failures: PipedInput.Failures, _ outcome: PipeOutcome) throws {
        if let code = failures.reading { throw code }
        if failures.copying { throw Exit.lost }
        if let code = outcome.exitCode { throw code }
    }
}
