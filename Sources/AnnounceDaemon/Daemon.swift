import Accessibility
import AnnounceProtocol
import Conductor
package import Logging
package import NIOCore
import NIOPosix
import SpeechDispatcherProtocol
import SpeechQueue
import VoiceProtocol
import WordTables

// AnnounceDaemon is the conductor's connection to the world: sockets, the voice's process, the clock, the configuration. All of it runs
// on one event loop, on which nothing blocks.

/// Carries what clients, the voice and the clock say to the conductor, and the conductor's effects to them.
///
/// Its executor is the event loop of its sockets, so that a line becomes a command to the voice without changing threads.
package actor Daemon {
    /// How many clients are served at once; more are refused until one goes.
    package static let mostClients = 256
    /// How much a client may leave unread before what it is told is dropped, in bytes.
    static let mostUnread = 1 << 20
    /// How much all clients together may leave unread: then the one that left most is dropped.
    static let mostUnreadByAll = 32 << 20

    let eventLoop: any EventLoop
    let options: DaemonOptions
    let logger: Logger
    let ended: EventLoopPromise<Void>
    var conductor: Conductor
    var voice: VoiceProcess?
    var sockets: [ListeningSocket] = []
    var notifier: ServiceNotifier?

    var channels: [ClientID: any Channel] = [:]
    /// What each client is to be told at the next ``flush()``.
    var outbox: [ClientID: ByteBuffer] = [:]
    /// How much of what each was told the system has not taken yet, in bytes, and how much that is in all.
    var unread: [ClientID: Int] = [:]
    var unreadByAll = 0
    var encoder = ServerLineEncoder()
    let turns: ServingTurns
    /// The clients that did not read, since a line about it was logged.
    var nonreaders = 0
    var nonreaderLogged: Instant?
    var lastClient: UInt64 = 0
    /// When the conductor wants to be woken; ``flush()`` sees to it.
    private var isCarryingOut = false
    private var wakesAt: Instant?
    private var wakeUp: (at: Instant, scheduled: Scheduled<Void>)?
    var idleExit: Scheduled<Void>?
    var isEnding = false
    /// Whether all is being left to the next process, which ``end()`` can still make the end.
    var isHandingOver = false
    var voiceLosses = RepeatedFailure()
    var deviceFailures = RepeatedFailure()
    var logBudget = LogBudget()

    /// What outlives this process; nil where no service manager keeps anything.
    var continuity: Continuity?
    var handlers: [ClientID: ClientHandler] = [:]
    /// The clients that speak SSIP.
    var speechDispatcher = SpeechDispatcherClients()
    /// Whose lines are being served.
    var serving: ClientID?
    /// The clients of the process before whose connections are not served yet.
    var adopting: Set<ClientID> = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe eventLoop.executor.asUnownedSerialExecutor() }

    package init(options: DaemonOptions, eventLoop: any EventLoop, logger: Logger) {
        self.options = options
        self.eventLoop = eventLoop
        self.logger = logger
        ended = eventLoop.makePromise()
        turns = ServingTurns(eventLoop)
        conductor = Conductor(
            settings: options.configuration.speech, options: options.configuration.narrationSettings, words: WordTables.all,
            limits: options.configuration.limits,
            device: options.wav ?? options.configuration.audio.device, devicePatience: options.devicePatience,
            identity: Conductor.Identity(version: options.version, processID: options.processID, started: Self.now()),
            isJournaled: options.service.notifySocket != nil, mistakes: options.mistakes,
            localeLanguage: options.configuration.localeLanguage, speaksNotices: !options.isPrivate)
    }

    static func now() -> Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

    // MARK: Beginning and end

    /// Starts the voice and listens. On the event loop.
    /// - Returns: when clients are served.
    /// - Throws: an error whose description says what to do: no socket can be had.
    package func begin() throws -> EventLoopFuture<Void> {
        let process = VoiceProcess(program: options.voice, eventLoop: eventLoop, logger: logger) { [self] report in
            assumeIsolated { $0.didReceive(report) }
        }
        voice = process
        notifier = ServiceNotifier(options.service, eventLoop: eventLoop, logger: logger) { [self] in
            assumeIsolated { ServiceStatus.text($0.conductor.status(at: Self.now())) }
        } checkUp: {
            process.checkUp()
        }
        process.start()
        closeUnknownDescriptors()
        return goOn().flatMapThrowing { [self] in try assumeIsolated { try $0.listen() } }.flatMap { $0 }
    }

    private func listen() throws -> EventLoopFuture<Void> {
        switch options.listening {
        case .socket(let path):
            return try ListeningSocket.open(path, bootstrap: serverBootstrap()).flatMap { [self] socket in
                assumeIsolated { $0.listens(on: [socket]) }
            }
        case .activated(let descriptors):
            let adopted = descriptors.map { ListeningSocket.adopt($0, bootstrap: serverBootstrap()) }
            return EventLoopFuture.whenAllSucceed(adopted, on: eventLoop).flatMap { [self] sockets in
                assumeIsolated { $0.listens(on: sockets) }
            }
        case .connection(let descriptor):
            let accepted = ClientBootstrap(group: eventLoop).channelOption(.allowRemoteHalfClosure, value: true)
                .channelInitializer { [self] channel in assumeIsolated { $0.accept(channel) } }
            return accepted.withConnectedSocket(descriptor).flatMap { [self] _ in assumeIsolated { $0.listens(on: []) } }
        }
    }

    private func listens(on own: [ListeningSocket]) -> EventLoopFuture<Void> {
        sockets = own
        return listenForSpeechDispatcher().map { [self] in assumeIsolated { $0.didBecomeReady() } }
    }

    private func didBecomeReady() {
        let paths = sockets.isEmpty ? "one connection" : sockets.map(\.path).joined(separator: ", ")
        if !options.mistakes.isEmpty, !options.isPrivate {
            let mistakes = options.mistakes.joined(separator: "\n")
            logger.error("the configuration has mistakes, the defaults hold in their place", metadata: ["mistakes": "\(mistakes)"])
        }
        logger.info("ready", metadata: ["socket": "\(paths)", "version": "\(options.version)"])
        notifier?.sendReady()
        considerIdleExit()
    }

    /// What the service manager has passed on and nobody here knows is closed: its other end shall not wait for us.
    private func closeUnknownDescriptors() {
        var passed = options.service.sockets
        for name in passed.closeRest() {
            logger.warning("the service manager has passed a descriptor that is not known, it is closed", metadata: ["name": "\(name)"])
        }
    }

    /// When the daemon has ended: after ``end()``, or after it was idle for long enough.
    package nonisolated var whenEnded: EventLoopFuture<Void> { ended.futureResult }

    /// Falls silent, tells each client what became of its announcements, and ends.
    package func end() {
        guard !isEnding || isHandingOver else { return }
        isEnding = true
        isHandingOver = false
        notifier?.sendStopping()
        for socket in sockets { socket.remove() }
        carryOut(conductor.shutDown(at: Self.now()))
        flush()
        let silent = voice?.end()
        idleExit?.cancel()
        wakeUp?.scheduled.cancel()
        let closing =
            channels.values.map { channel in
                closeWhenTold(channel)
                // Who does not read can't keep the daemon from its end.
                eventLoop.scheduleTask(in: .milliseconds(100)) { channel.close(promise: nil) }
                return channel.closeFuture
            } + sockets.map { $0.channel.close() } + [silent].compactMap { $0 }
        continuity?.end(channels.keys)
        continuity = nil
        EventLoopFuture.andAllComplete(closing, on: eventLoop).cascade(to: ended)
    }

    /// The configuration is being read anew, since a moment of the monotonic clock.
    package func beginReload(microseconds: UInt64) {
        notifier?.sendReloading(microseconds: microseconds)
    }

    /// The new configuration has mistakes: the old one holds.
    package func refuseReload(_ mistakes: [String]) {
        let lines = mistakes.joined(separator: "\n")
        logger.error("the configuration has mistakes, the old one holds", metadata: ["mistakes": "\(lines)"])
        carryOut(conductor.refuse(mistakes, at: Self.now()))
        flush()
        notifier?.sendReady()
    }

    /// Takes over what can be changed without a new voice: `[voice]`, and the device for its next opening. Speech goes on.
    package func reload(_ configuration: Configuration) {
        let mistakes = conductor.mistakes(in: configuration.speech)
        guard mistakes.isEmpty else { return refuseReload(mistakes) }
        if options.wav == nil { voice?.choose(device: configuration.audio.device) }
        carryOut(
            conductor.configure(
                configuration.speech, options: configuration.narrationSettings, device: options.wav ?? configuration.audio.device,
                at: Self.now()))
        flush()
        logger.info("configuration reloaded")
        notifier?.sendReady()
    }

    private func considerIdleExit() {
        idleExit?.cancel()
        idleExit = nil
        guard let seconds = options.idleExit, conductor.isIdle, !isEnding else { return }
        idleExit = eventLoop.scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) { [self] in
            assumeIsolated { $0.end() }
        }
    }

    // MARK: The voice and the clock

    private func didReceive(_ report: VoiceProcess.Report) {
        notifier?.didHearVoice()
        switch report {
        case .event(let event):
            if case .ready = event { voice?.send(.voices) }
            guard let told = VoiceReport(event) else { return }
            carryOut(conductor.voice(told, at: Self.now()))
        case .lost(let message, let utterance):
            carryOut(conductor.voice(.lost(message: message, unheardOf: utterance.map(UtteranceID.init)), at: Self.now()))
        }
        flush()
    }

    private func wake() {
        wakeUp = nil
        wakesAt = nil
        carryOut(conductor.wake(at: Self.now()))
        flush()
    }

    // MARK: Effects

    func carryOut(_ effects: [Effect]) {
        let isOutermost = !isCarryingOut
        isCarryingOut = true
        for effect in effects {
            switch effect {
            case .send(let message, let client): tell(message, to: client)
            case .speak(let utterance, let position):
                voice?.send(.speak(SpeakCommand(utterance, from: position)))
            case .silence, .pause:
                // Silence before all else: clients are told of it afterwards (Q14).
                voice?.send(effect == .pause ? .pause : .stop)
                voice?.flush()
                if effect == .pause { tellPause(.pause) }
            case .resume:
                voice?.send(.resume)
                tellPause(.resume)
            case .earcon(let earcon): voice?.send(.earcon(VoiceProtocol.Earcon(earcon), volume: options.configuration.speech.volume))
            case .close(let client):
                tellTheRest(to: client)
                flush()
                if let channel = channels[client] { closeWhenTold(channel) }
            case .wake(let moment): wakesAt = moment
            case .trace: break  // a replay's
            case .log(let log): self.log(log)
            }
        }
        guard isOutermost else { return }
        isCarryingOut = false
        if !speechDispatcher.refused.isEmpty { sayRefusedOtherwise() }
    }

    /// Hands on what was collected: one write for each client, one for the voice, one timer.
    func flush() {
        voice?.flush()
        commit()
        for client in outbox.keys where !adopting.contains(client) { send(to: client) }
        scheduleWakeUp()
        considerIdleExit()
        notifier?.somethingMayHaveChanged()
    }

    private func scheduleWakeUp() {
        guard wakesAt != wakeUp?.at else { return }
        wakeUp?.scheduled.cancel()
        wakeUp = wakesAt.map { moment in
            let scheduled = eventLoop.scheduleTask(deadline: .uptimeNanoseconds(UInt64(max(0, moment.nanoseconds)))) { [self] in
                assumeIsolated { $0.wake() }
            }
            return (moment, scheduled)
        }
    }
}
