import Glibc
import JSONLines
package import Logging
import Messages
package import NIOCore
import NIOPosix
import SpeechQueue
import System
package import VoiceProtocol

/// Keeps a voice running: starts it, talks to it, and starts another when it ends. Used on the daemon's event loop.
package final class VoiceProcess {
    /// A report to the owner, sent on the event loop.
    package enum Report: Sendable {
        case event(VoiceEvent)
        /// The voice ended, and another is starting. If `unheardOf` is set, that utterance was never sent to the voice. `wasKilled`: the
        /// voice did not end by itself: it was too slow or sent something other than events.
        case lost(message: String, unheardOf: UInt64?, wasKilled: Bool)
    }

    /// The delays before another start after the first, second … failure, in milliseconds; the last delay repeats. None is zero, because
    /// the event loop would not look at its sockets in between. The last delay is also how long speech may wait after voices can start
    /// again.
    private static let backOff: [Int64] = [50, 200, 1000]
    /// The highest index into `backOff` for a voice that was ready and had received speech: the text more likely ended it (O7).
    private static let longestAfterTexts = 0
    /// How long a voice must run for its end to count as a first failure again.
    static let longLife = TimeAmount.seconds(10)
    /// How long a voice may take to exit by itself.
    private static let patience = TimeAmount.milliseconds(120)
    /// How long to wait for the previous voice's exit status before starting the next voice.
    private static let patienceForEnd = TimeAmount.milliseconds(50)
    /// How much output the voice may leave unread, in bytes.
    private static let mostUnread = 1 << 20

    private var program: VoiceProgram
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let didReport: @Sendable (Report) -> Void

    private var process: ConnectedProcess?
    private var channel: (any Channel)?
    /// The number of voices in a row that could not be started, or ended before they spoke.
    private var failures = 0
    /// Whether the voice was given something to speak while it was ready.
    private var isTried = false
    private var isReady = false
    private var startedAt = NIODeadline.uptimeNanoseconds(0)
    private var isEnding = false
    /// Whether a voice has ever opened its output. Before that, there is no file to append to.
    private var hasOpened = false
    private var watch = VoiceWatch(at: Instant(nanoseconds: 0))
    private var watchTimer: (due: Instant, scheduled: Scheduled<Void>)?
    /// The verdict of ``VoiceWatch``, or the error in a line, if that ended the voice.
    private var fault: String?
    /// The voice's own message about why it can't work.
    private var complaint: String?
    /// The report on the voice's sandbox that was last logged.
    private var sandbox: SandboxReport?
    private var unsent = UnsentCommands()
    /// The utterance that could not be sent because the voice had ended.
    private var late: UInt64?
    /// Fulfilled when the process has been reaped after ``end()``.
    private let gone: EventLoopPromise<Void>

    package init(program: VoiceProgram, eventLoop: any EventLoop, logger: Logger, didReport: @escaping @Sendable (Report) -> Void) {
        self.program = program
        self.eventLoop = eventLoop
        self.logger = logger
        self.didReport = didReport
        gone = eventLoop.makePromise()
    }

    /// Starts the voice; ``VoiceEvent/ready(_:)`` follows.
    package func start() {
        guard !isEnding, process == nil else { return }
        startedAt = .now()
        fault = nil
        complaint = nil
        isReady = false
        isTried = false
        do {
            // Never share our own standard error: it may have no reader.
            guard let errors = VoiceErrorOutput.open(logger, eventLoop: eventLoop) else {
                return didLoseVoice("\(program.path) can't be started: no descriptor is left for its standard error")
            }
            defer { close(errors) }
            let spawned = try ConnectedProcess.start(
                program.path, arguments: hasOpened ? program.argumentsAgain : program.arguments, standardError: errors)
            process = spawned
            watch = VoiceWatch(at: now())
            schedule()
            logger.debug("voice started", metadata: ["pid": "\(spawned.processID)"])
            connect(spawned)
        } catch {
            didLoseVoice("\(error)")
        }
    }

    private func connect(_ spawned: ConnectedProcess) {
        // The channel lives on the event loop, so this isolation holds.
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        let receive: @Sendable (VoiceLine) -> Void = { isolated.value.didReceive($0) }
        let connected = ClientBootstrap(group: eventLoop)
            .channelOption(.writeBufferWaterMark, value: .init(low: Self.mostUnread / 2, high: Self.mostUnread))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(VoiceHandler(didReceive: receive)) }
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

    /// Queues a command; ``flush()`` sends it. If there is no voice, drops the command, because the next voice receives its utterances
    /// again.
    package func send(_ command: VoiceCommand) {
        guard process != nil else {
            if case .speak(let command) = command { late = command.id }
            return
        }
        unsent.append(command)
    }

    /// Switches this voice and its successors to another device. Ends a voice that has been busy with the old device for too long.
    package func choose(device: String) {
        let isOther = device != program.device
        program.choose(device: device)
        send(.device(name: device))
        if isOther, watch.isLate(at: now()) { end("hung: it was overdue when another device was chosen") }
    }

    private func didReceive(_ line: VoiceLine) {
        switch line {
        case .event(let event): didReceive(event)
        case .broken(let message):
            // A broken line means a broken voice: start another.
            end(message)
        }
    }

    private func didReceive(_ event: VoiceEvent) {
        watch.didReceive(event, at: now())
        switch event {
        case .ready: isReady = true
        case .device(let device) where device.state == .open: hasOpened = true
        case .sandbox(let report): log(report)
        case .invalid(let message): complaint = message
        // This voice can speak: if it ends later, restart without delay.
        case .started, .finished: failures = 0
        default: break
        }
        schedule()
        didReport(.event(event))
    }

    /// Logs the limits that the voice's sandbox enforces. Does not repeat an unchanged report for each voice.
    private func log(_ report: SandboxReport) {
        guard report != sandbox else { return }
        sandbox = report
        guard let message = report.message else { return logger.info("the voice's sandbox is complete") }
        let parts = report.parts.map(\.rawValue).joined(separator: ", ")
        logger.notice("the voice's sandbox has a gap", metadata: ["holds": "\(parts)", "reason": "\(message)"])
    }

    // MARK: Watching

    /// Checks an idle voice. A voice that does not answer is ended and replaced before the next utterance.
    /// - Returns: whether a report will follow. If not, there is no voice now, and a start is already scheduled.
    package func checkUp() -> Bool {
        guard process != nil else { return false }
        if watch.checkUp(at: now()) {
            unsent.append(.ping)
            flush()
            schedule()
        }
        return true
    }

    private func now() -> Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

    /// Schedules the next look. If the deadline moves later, the timer is kept: when it fires, it waits for the rest.
    private func schedule() {
        guard let deadline = watch.nextLook else {
            watchTimer?.scheduled.cancel()
            watchTimer = nil
            return
        }
        guard watchTimer.map({ deadline < $0.due }) ?? true else { return }
        watchTimer?.scheduled.cancel()
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        // Wait at least 1 ms even if the deadline has passed: the event loop looks at its sockets in between.
        let moment = max(.uptimeNanoseconds(UInt64(deadline.nanoseconds)), .now() + .milliseconds(1))
        let scheduled = eventLoop.scheduleTask(deadline: moment) { isolated.value.look() }
        watchTimer = (deadline, scheduled)
    }

    private func look() {
        watchTimer = nil
        switch watch.wake(at: now(), secondsWaited: process?.secondsWaited ?? 0) {
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

    /// Ends a voice that is no longer usable; another starts.
    private func end(_ fault: String) {
        guard let process, self.fault == nil else { return }
        self.fault = fault
        kill(process.processID, SIGKILL)
        channel?.close(promise: nil)
    }

    package func flush() {
        guard let channel else { return }
        let commands = unsent.take()
        if commands.isEmpty { return }
        guard channel.isWritable else { return end("hung: it does not read its commands") }
        var bytes = ByteBuffer()
        let now = now()
        for command in commands {
            if case .speak = command, isReady { isTried = true }
            bytes.writeBytes(command.jsonLine)
            if watch.didSend(command, at: now) { bytes.writeBytes(VoiceCommand.ping.jsonLine) }
        }
        channel.writeAndFlush(bytes, promise: nil)
        schedule()
    }

    /// Ends the voice for good. It falls silent and exits when its input ends; if it does not exit in time, it is killed.
    /// - Returns: a future that completes when no voice process is left.
    package func end() -> EventLoopFuture<Void> {
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
        // The next voice does not wait for this one's exit status, unless only the status can show why the voice ended: that is worth a
        // short wait.
        let (logger, isEnding, gone) = (logger, isEnding, gone)
        let known = eventLoop.makePromise(of: ProcessEnd?.self)
        spawned.reap(on: eventLoop).whenSuccess { how in
            logger.debug("voice ended", metadata: ["how": "\(how)"])
            if isEnding { gone.succeed() }
            known.succeed(how)
        }
        if let reason = fault ?? complaint {
            known.succeed(nil)
            return didLoseVoice(fault == nil ? reason : "announced-voice \(reason)")
        }
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.patienceForEnd) { known.succeed(nil) }
        known.futureResult.whenSuccess { how in isolated.value.didLoseVoice("announced-voice \(how.map { "\($0)" } ?? "ended")") }
    }

    private func didLoseVoice(_ message: String) {
        guard !isEnding else { return }
        if .now() - startedAt > Self.longLife { failures = 0 }
        failures += 1
        didReport(.lost(message: message, unheardOf: late, wasKilled: fault != nil))
        late = nil
        // After its first failure, a voice that could be started is replaced at once.
        if failures == 1, isReady { return start() }
        let wait = Self.backOff[min(failures - 1, isTried ? Self.longestAfterTexts : Self.backOff.count - 1)]
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: .milliseconds(wait)) { isolated.value.start() }
    }
}
