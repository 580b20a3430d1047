import ConnectedProcess
import Glibc
import JSONLines
import Logging
import NIOCore
import NIOPosix
import SpeechQueue
import VoiceProtocol

/// Keeps a voice running: starts it, talks to it, and starts it again when it ends. It lives on the daemon's event loop.
final class VoiceProcess {
    /// What it tells its owner, on the event loop.
    enum Report: Sendable {
        case event(VoiceEvent)
        /// It ended; another is on its way.
        case lost(message: String)
    }

    /// The waits before the first, second … start after a failure, in milliseconds; the last one repeats.
    private static let backOff: [Int64] = [0, 50, 200, 1000, 5000]
    /// How long a voice must have lived for its end to count as the first failure again.
    private static let longLife = TimeAmount.seconds(10)
    /// How long a voice may take to end by itself.
    private static let patience = TimeAmount.milliseconds(120)

    private let program: VoiceProgram
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let report: @Sendable (Report) -> Void

    private var process: ConnectedProcess?
    private var channel: (any Channel)?
    private var failures = 0
    private var startedAt = NIODeadline.uptimeNanoseconds(0)
    private var isEnding = false
    /// Whether a voice has opened the device. Before that there is no file of ours to go on with.
    private var hasOpened = false
    private var watch = VoiceWatch(at: Instant(nanoseconds: 0))
    private var watchTimer: (due: Instant, scheduled: Scheduled<Void>)?
    /// What the watch saw, if it ended the voice.
    private var hang: String?
    /// Why the voice can't do its work, in its own words.
    private var complaint: String?
    private var unsent = UnsentCommands()
    /// Kept when the process has been waited for, after ``end()``.
    private let gone: EventLoopPromise<Void>

    init(program: VoiceProgram, eventLoop: any EventLoop, logger: Logger, report: @escaping @Sendable (Report) -> Void) {
        self.program = program
        self.eventLoop = eventLoop
        self.logger = logger
        self.report = report
        gone = eventLoop.makePromise()
    }

    /// Starts it. Its ``VoiceEvent/ready(_:)`` follows.
    func start() {
        guard !isEnding, process == nil else { return }
        do {
            let spawned = try ConnectedProcess.start(program.path, arguments: hasOpened ? program.argumentsAgain : program.arguments)
            process = spawned
            startedAt = .now()
            hang = nil
            complaint = nil
            watch = VoiceWatch(at: now())
            schedule()
            logger.debug("voice started", metadata: ["pid": "\(spawned.processID)"])
            connect(spawned)
        } catch {
            lost("\(error)")
        }
    }

    private func connect(_ spawned: ConnectedProcess) {
        // Its isolation is the event loop's own: the channel lives there.
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        let hear: @Sendable (VoiceEvent) -> Void = { isolated.value.hear($0) }
        let connected = ClientBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(VoiceHandler(report: hear)) }
            }
            .withConnectedSocket(spawned.descriptor)
        connected.whenComplete { result in
            switch result {
            case .success(let channel):
                isolated.value.channel = channel
                channel.closeFuture.whenComplete { _ in isolated.value.hasEnded(spawned) }
                isolated.value.flush()
            case .failure: isolated.value.hasEnded(spawned)
            }
        }
    }

    /// Queues a command; ``flush()`` sends it. Without a voice it is forgotten: the next one is told anew what to speak.
    func send(_ command: VoiceCommand) {
        guard process != nil else { return }
        unsent.append(command)
    }

    private func hear(_ event: VoiceEvent) {
        watch.told(event, at: now())
        switch event {
        case .device(let device) where device.state == .open: hasOpened = true
        case .invalid(let message): complaint = message
        default: break
        }
        if watch.deadline == nil {
            watchTimer?.scheduled.cancel()
            watchTimer = nil
        }
        report(.event(event))
    }

    // MARK: Watching

    private func now() -> Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

    /// Looks again when something is due. A deadline that moves on leaves the timer as it is: it looks, and waits for the rest.
    private func schedule() {
        guard let deadline = watch.deadline, watchTimer.map({ deadline < $0.due }) ?? true else { return }
        watchTimer?.scheduled.cancel()
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        let scheduled = eventLoop.scheduleTask(deadline: .uptimeNanoseconds(UInt64(deadline.nanoseconds))) { isolated.value.look() }
        watchTimer = (deadline, scheduled)
    }

    private func look() {
        watchTimer = nil
        switch watch.wake(at: now()) {
        case .ask:
            unsent.append(.ping)
            flush()
        case .hung(let how):
            hang = how
            if let process { kill(process.processID, SIGKILL) }
            channel?.close(promise: nil)
            return
        case nil: break
        }
        schedule()
    }

    func flush() {
        guard let channel else { return }
        let commands = unsent.take()
        if commands.isEmpty { return }
        var bytes = ByteBuffer()
        let now = now()
        for command in commands {
            bytes.writeBytes(JSONLine.encode(command))
            if watch.sent(command, at: now) { bytes.writeBytes(JSONLine.encode(VoiceCommand.ping)) }
        }
        channel.writeAndFlush(bytes, promise: nil)
        schedule()
    }

    /// Ends it for good. It falls silent and exits when it is told no more; what does not exit in time is killed.
    /// - Returns: when no process is left.
    func end() -> EventLoopFuture<Void> {
        isEnding = true
        flush()
        guard process != nil else {
            gone.succeed()
            return gone.futureResult
        }
        channel?.close(mode: .output, promise: nil)
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.patience) { isolated.value.channel?.close(promise: nil) }
        return gone.futureResult
    }

    private func hasEnded(_ spawned: ConnectedProcess) {
        channel = nil
        process = nil
        unsent = UnsentCommands()
        watchTimer?.scheduled.cancel()
        watchTimer = nil
        // The next one starts at once; how this one ended follows when the system knows.
        let (logger, hang, isEnding, gone) = (logger, hang, isEnding, gone)
        spawned.reap(on: eventLoop).whenSuccess { how in
            logger.debug("voice ended", metadata: ["how": "\(how)"])
            if isEnding { gone.succeed() }
        }
        lost(hang.map { "announced-voice hung: \($0)" } ?? complaint ?? "announced-voice ended")
    }

    private func lost(_ message: String) {
        guard !isEnding else { return }
        if .now() - startedAt > Self.longLife { failures = 0 }
        let wait = Self.backOff[min(failures, Self.backOff.count - 1)]
        failures += 1
        report(.lost(message: message))
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: .milliseconds(wait)) { isolated.value.start() }
    }
}

/// Turns the voice's bytes into events.
private final class VoiceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The longest event: the list of all voices.
    private static let longestLine = 1 << 20

    private var lines = LineDecoder(maximumLength: longestLine)
    private let report: @Sendable (VoiceEvent) -> Void

    init(report: @escaping @Sendable (VoiceEvent) -> Void) {
        self.report = report
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lines.append(unwrapInboundIn(data).readableBytesView)
        while let next = lines.next() {
            guard case .line(let line) = next, let event = try? JSONLine.decode(VoiceEvent.self, from: line) else {
                // A line that breaks is a voice that is broken: closing its socket ends it, and another starts.
                context.close(promise: nil)
                return
            }
            report(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
