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
        /// It ended; another is on its way. It has not heard of the utterance that it was to speak last, if that is named.
        case lost(message: String, unheardOf: UInt64?)
    }

    /// The waits before the first, second … start after a voice that has spoken nothing, in milliseconds; the last one repeats.
    private static let backOff: [Int64] = [0, 50, 200, 1000, 5000]
    /// The longest, if that voice was ready and was given something to speak: that it ends then is more likely the text's doing (O7).
    private static let mostFailuresByTexts = 1
    /// How long a voice must have lived for its end to count as the first failure again.
    private static let longLife = TimeAmount.seconds(10)
    /// How long a voice may take to end by itself.
    private static let patience = TimeAmount.milliseconds(120)
    /// How long the next voice waits to know how the last one ended.
    private static let patienceForEnd = TimeAmount.milliseconds(50)
    /// How much the voice may leave unread, in bytes.
    private static let mostUnread = 1 << 20

    private var program: VoiceProgram
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let report: @Sendable (Report) -> Void

    private var process: ConnectedProcess?
    private var channel: (any Channel)?
    private var failures = 0
    /// Whether the voice was given something to speak, once it was ready.
    private var isTried = false
    private var isReady = false
    private var startedAt = NIODeadline.uptimeNanoseconds(0)
    private var isEnding = false
    /// Whether a voice has opened the device. Before that there is no file of ours to go on with.
    private var hasOpened = false
    private var watch = VoiceWatch(at: Instant(nanoseconds: 0))
    private var watchTimer: (due: Instant, scheduled: Scheduled<Void>)?
    /// What the watch saw, or what was wrong with a line, if that ended the voice.
    private var fault: String?
    /// Why the voice can't do its work, in its own words.
    private var complaint: String?
    private var unsent = UnsentCommands()
    /// The utterance that came too late for a voice that has ended.
    private var late: UInt64?
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
            // Never ours: nobody may read that.
            guard let errors = VoiceErrorOutput.open(logger, eventLoop: eventLoop) else {
                return lost("\(program.path) can't be started: no descriptor is left for its standard error")
            }
            defer { close(errors) }
            let spawned = try ConnectedProcess.start(
                program.path, arguments: hasOpened ? program.argumentsAgain : program.arguments, standardError: errors)
            process = spawned
            startedAt = .now()
            fault = nil
            complaint = nil
            isReady = false
            isTried = false
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
        let hear: @Sendable (VoiceLine) -> Void = { isolated.value.hear($0) }
        let connected = ClientBootstrap(group: eventLoop)
            .channelOption(.writeBufferWaterMark, value: .init(low: Self.mostUnread / 2, high: Self.mostUnread))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(VoiceHandler(report: hear)) }
            }
            .withConnectedSocket(spawned.descriptor)
        connected.whenComplete { result in
            switch result {
            case .success(let channel):
                isolated.value.channel = channel
                channel.closeFuture.whenComplete { _ in isolated.value.didEnd(spawned) }
                isolated.value.flush()
            case .failure: isolated.value.didEnd(spawned)
            }
        }
    }

    /// Queues a command; ``flush()`` sends it. Without a voice it is forgotten: the next one is told anew what to speak.
    func send(_ command: VoiceCommand) {
        guard process != nil else {
            if case .speak(let command) = command { late = command.id }
            return
        }
        unsent.append(command)
    }

    /// Takes another device from now on: this voice and those that follow it. One that is busy with the old one for too long is not waited for.
    func choose(device: String) {
        program.choose(device: device)
        send(.device(name: device))
        if watch.isLate(at: now()) { end("hung: it was late when another device was chosen") }
    }

    private func hear(_ line: VoiceLine) {
        switch line {
        case .event(let event): hear(event)
        case .broken(let message):
            // A line that breaks is a voice that is broken: another starts.
            end(message)
        }
    }

    private func hear(_ event: VoiceEvent) {
        watch.told(event, at: now())
        switch event {
        case .ready: isReady = true
        case .device(let device) where device.state == .open: hasOpened = true
        case .invalid(let message): complaint = message
        // It can speak: whatever ends it later, the next one is not late for that.
        case .started, .finished: failures = 0
        default: break
        }
        schedule()
        report(.event(event))
    }

    // MARK: Watching

    /// Finds out whether an idle voice is well: one that does not answer is ended, and another starts, before anybody has something to say.
    /// - Returns: whether a report of it will follow. If not, there is no voice now, and the next start is due.
    func checkUp() -> Bool {
        guard process != nil else { return false }
        if watch.checkUp(at: now()) {
            unsent.append(.ping)
            flush()
            schedule()
        }
        return true
    }

    private func now() -> Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

    /// Looks again when something is due. A deadline that moves on leaves the timer as it is: it looks, and waits for the rest.
    private func schedule() {
        guard let deadline = watch.deadline else {
            watchTimer?.scheduled.cancel()
            watchTimer = nil
            return
        }
        guard watchTimer.map({ deadline < $0.due }) ?? true else { return }
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
            end("hung: \(how)")
            return
        case nil: break
        }
        schedule()
    }

    /// Ends a voice that is of no use any more; another starts.
    private func end(_ fault: String) {
        guard let process, self.fault == nil else { return }
        self.fault = fault
        kill(process.processID, SIGKILL)
        channel?.close(promise: nil)
    }

    func flush() {
        guard let channel else { return }
        let commands = unsent.take()
        if commands.isEmpty { return }
        guard channel.isWritable else { return end("hung: it does not read what it is told") }
        var bytes = ByteBuffer()
        let now = now()
        for command in commands {
            if case .speak = command, isReady { isTried = true }
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

    private func didEnd(_ spawned: ConnectedProcess) {
        channel = nil
        process = nil
        unsent = UnsentCommands()
        watchTimer?.scheduled.cancel()
        watchTimer = nil
        // The next one starts at once, whenever the system knows how this one ended; but if nothing else tells why, that is worth a moment.
        let (logger, isEnding, gone) = (logger, isEnding, gone)
        let known = eventLoop.makePromise(of: ConnectedProcess.End?.self)
        spawned.reap(on: eventLoop).whenSuccess { how in
            logger.debug("voice ended", metadata: ["how": "\(how)"])
            if isEnding { gone.succeed() }
            known.succeed(how)
        }
        if let reason = fault ?? complaint {
            known.succeed(nil)
            return lost(fault == nil ? reason : "announced-voice \(reason)")
        }
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.patienceForEnd) { known.succeed(nil) }
        known.futureResult.whenSuccess { how in isolated.value.lost("announced-voice \(how.map { "\($0)" } ?? "ended")") }
    }

    private func lost(_ message: String) {
        guard !isEnding else { return }
        if .now() - startedAt > Self.longLife { failures = 0 }
        let wait = Self.backOff[min(failures, isTried ? Self.mostFailuresByTexts : Self.backOff.count - 1)]
        failures += 1
        report(.lost(message: message, unheardOf: late))
        late = nil
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: .milliseconds(wait)) { isolated.value.start() }
    }
}
