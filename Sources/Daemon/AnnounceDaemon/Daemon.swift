import AnnounceProtocol
import Conductor
package import Configuration
import Continuity
import FrontDoors
package import Logging
package import Messages
package import NIOCore
import NIOPosix
import SpeechQueue
import Systemd
import VoiceProtocol
import VoiceSupervision

// AnnounceDaemon connects the conductor to the outside: sockets, the voice process, the clock, the configuration. Everything runs on one
// event loop, which no call blocks.

/// Passes input from clients, the voice and the clock to the conductor, and carries out its effects.
///
/// The actor's executor is the event loop of its sockets, so a line becomes a command to the voice without a change of threads.
package actor Daemon {
    let eventLoop: any EventLoop
    let options: DaemonOptions
    let logger: Logger
    let ended: EventLoopPromise<Void>
    let reception: Reception
    var voice: VoiceProcess?
    var sockets: [ListeningSocket] = []
    var socketFileWatch: SocketFileWatch?
    /// Scheduled while one of the daemon's own sockets is missing from its path.
    var socketCheck: Scheduled<Void>?
    var notifier: ServiceNotifier?

    let connections = Connections()
    let turns: ServingTurns
    /// The number of clients that were disconnected for not reading since the last log line about it.
    var nonreaders = 0
    var nonreaderLogged: Instant?
    var lastClient: UInt64 = 0
    /// The client that started this temporary daemon.
    var starter: ClientID?
    /// When the reception wants to be woken; ``flush()`` sets the timer.
    private var wakesAt: Instant?
    private var wakeUp: (at: Instant, scheduled: Scheduled<Void>)?
    private var idleExit: Scheduled<Void>?
    var isEnding = false
    /// Whether this process is handing everything over to the next one; ``end()`` can still cancel that.
    var isHandingOver = false
    /// Whether a turn of the loop is scheduled for waiting outcomes and events.
    var hasScheduledRest = false
    /// Whether another daemon has taken the socket. A temporary daemon then ends once nothing is speaking or waiting.
    var isYielding = false
    var voiceLosses = RepeatedFailure()
    var deviceFailures = RepeatedFailure()
    var logBudget = LogBudget()

    /// The state that outlives this process; nil if no service manager keeps it.
    var continuity: Continuity? {
        get { connections.continuity }
        set { connections.continuity = newValue }
    }
    /// Whether the journal is about to begin anew, because it has a private text.
    var owesForgetting = false
    /// The client whose requests are being served.
    var serving: ClientID?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe eventLoop.executor.asUnownedSerialExecutor() }

    package init(options: DaemonOptions, eventLoop: any EventLoop, logger: Logger) {
        self.options = options
        self.eventLoop = eventLoop
        self.logger = logger
        ended = eventLoop.makePromise()
        turns = ServingTurns(eventLoop)
        let conductor = Conductor(
            settings: options.configuration.speech, options: options.configuration.narrationSettings, words: WordTables.all,
            limits: options.configuration.limits,
            device: options.wav ?? options.configuration.audio.device, devicePatience: options.devicePatience,
            identity: Conductor.Identity(version: options.version, processID: options.processID, started: Self.now()),
            mistakes: options.mistakes,
            localeLanguage: options.configuration.localeLanguage, speaksNotices: !options.isTemporary,
            settingsFile: options.settingsFile)
        reception = Reception(conductor, doors: options.entrances.map(\.door))
    }

    private var serviceStatus: String {
        let status = reception.conductor.status(at: Self.now())
        return ServiceStatus.text(status, mistakes: status.mistakes.map(\.sentence))
    }

    static func now() -> Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

    // MARK: Beginning and end

    /// Starts the voice and listens. Called on the event loop.
    /// - Returns: a future that completes when clients are served. If no socket is available, it fails with an error that says what to do.
    package func begin() -> EventLoopFuture<Void> {
        let process = VoiceProcess(program: options.voice, eventLoop: eventLoop, logger: logger) { [self] report in
            assumeIsolated { $0.didReceive(report) }
        }
        voice = process
        connections.didDisconnectNonreader = { [unowned self] client in assumeIsolated { $0.didDisconnectNonreader(client) } }
        connections.didMakeRoomForEvents = { [unowned self] in assumeIsolated { $0.scheduleRest() } }
        connections.notice = { [unowned self] lost, client in
            assumeIsolated { $0.reception.bytes(of: .eventsLost(count: lost), to: client, at: Self.now()) }
        }
        notifier = ServiceNotifier(options.service, eventLoop: eventLoop, logger: logger) { [self] in
            assumeIsolated { $0.serviceStatus }
        } checkUp: {
            process.checkUp()
        }
        process.start()
        closeUnknownDescriptors()
        return restore().flatMap { [self] in assumeIsolated { $0.listen() } }
    }

    /// Listens at all entrances.
    func listen() -> EventLoopFuture<Void> {
        options.entrances.enumerated().reduce(eventLoop.makeSucceededVoidFuture()) { [self] before, entrance in
            before.flatMap { [self] in assumeIsolated { $0.open(entrance.element, door: entrance.offset) } }
        }.map { [self] in assumeIsolated { $0.didBecomeReady() } }
    }

    private func open(_ entrance: Entrance, door: Int) -> EventLoopFuture<Void> {
        let client = clientBootstrap { [self] channel in
            assumeIsolated { daemon in
                defer { daemon.starter = ClientID(daemon.lastClient) }
                return daemon.accept(channel, door: door)
            }
        }
        return entrance.open(on: eventLoop, serverBootstrap(door: door), client, keepsClients: connections.count > 0, logger: logger)
            .map { [self] sockets in
                assumeIsolated { daemon in
                    for var socket in sockets {
                        socket.door = door
                        daemon.sockets.append(socket)
                    }
                }
            }
            .flatMapErrorThrowing { [logger] (error: any Error) in
                guard entrance.isOptional else { throw error }
                // If another server keeps that socket, announced still speaks for its other clients.
                logger.notice("speech-dispatcher's clients are not served", metadata: ["reason": "\(error)"])
            }
    }

    private func didBecomeReady() {
        let paths = sockets.isEmpty ? "one connection" : sockets.map(\.path).joined(separator: ", ")
        if !options.mistakes.isEmpty, !options.isTemporary {
            let mistakes = options.mistakes.map(\.sentence).joined(separator: "; ")
            logger.error("the configuration has mistakes; defaults replace the wrong settings", metadata: ["mistakes": "\(mistakes)"])
        }
        logger.info("ready", metadata: ["socket": "\(paths)", "version": "\(options.version)"])
        updateMostClients()
        notifier?.sendReady()
        if !sockets.isEmpty {
            socketFileWatch = SocketFileWatch(sockets, on: eventLoop) { [self] in assumeIsolated { $0.didChangeSocketFiles() } }
            if socketFileWatch == nil { logger.warning("a socket that another program takes will not be noticed: inotify can't be used") }
            // Another program may have taken a path since its socket was made.
            didChangeSocketFiles()
        }
        considerIdleExit()
    }

    /// Closes the service manager's descriptors that the daemon does not use, so that their peers don't wait for it.
    private func closeUnknownDescriptors() {
        var passed = options.service.sockets
        for name in passed.closeRest() {
            logger.warning("closed an unknown descriptor from the service manager", metadata: ["name": "\(name)"])
        }
    }

    /// Completes when the daemon has ended, after ``end()`` or after the idle time.
    package nonisolated var whenEnded: EventLoopFuture<Void> { ended.futureResult }

    /// Silences speech, sends each client the outcomes of its announcements, and ends.
    package func end() {
        guard !isEnding || isHandingOver else { return }
        isEnding = true
        isHandingOver = false
        notifier?.sendStopping()
        for socket in sockets { socket.remove() }
        conduct { $0.shutDown(at: $1) }
        flush()
        sendRest()
        let silent = voice?.end()
        cancelIdleExit()
        wakeUp?.scheduled.cancel()
        socketFileWatch?.end()
        socketCheck?.cancel()
        let closing = connections.closeAll() + sockets.map { $0.channel.close() } + [silent].compactMap { $0 }
        continuity?.end(connections.clients)
        continuity = nil
        EventLoopFuture.andAllComplete(closing, on: eventLoop).cascade(to: ended)
    }

    /// Notes that the configuration is being reloaded.
    /// - Parameter microseconds: the monotonic clock at the start.
    package func beginReload(microseconds: UInt64) {
        notifier?.sendReloading(microseconds: microseconds)
    }

    /// Keeps the old configuration, because the new one has mistakes.
    package func refuseReload(_ mistakes: [Status.Mistake]) {
        let lines = mistakes.map(\.sentence).joined(separator: "; ")
        logger.error("the configuration has mistakes; the previous one remains in effect", metadata: ["mistakes": "\(lines)"])
        conduct { $0.refuse(mistakes, at: $1) }
        flush()
        notifier?.sendReady()
    }

    /// Applies the settings that need no new voice process: `[voice]`, and the device from its next opening. Speech continues.
    package func reload(_ configuration: Configuration) {
        let mistakes = reception.conductor.mistakes(in: configuration.speech, configuration.narrationSettings)
        guard mistakes.isEmpty else { return refuseReload(mistakes) }
        if options.wav == nil { voice?.choose(device: configuration.audio.device) }
        let device = options.wav ?? configuration.audio.device
        conduct { $0.configure(configuration.speech, options: configuration.narrationSettings, device: device, at: $1) }
        flush()
        if !options.isTemporary { reopenSockets() }
        logger.info("configuration reloaded")
        notifier?.sendReady()
    }

    private func considerIdleExit() {
        // Commands now reach the other daemon, so no client could end a pause here.
        if isYielding, reception.conductor.isSilent || reception.conductor.isPaused, !isEnding { return end() }
        guard let seconds = options.idleExit, reception.conductor.isIdle, !isEnding else { return cancelIdleExit() }
        // A voice or a device that fails repeatedly does not restart the timer.
        guard idleExit == nil else { return }
        idleExit = eventLoop.scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) { [self] in
            assumeIsolated { $0.end() }
        }
    }

    func cancelIdleExit() {
        idleExit?.cancel()
        idleExit = nil
    }

    // MARK: The voice and the clock

    private func didReceive(_ report: VoiceProcess.Report) {
        notifier?.didReceiveFromVoice()
        switch report {
        case .event(let event):
            if case .ready = event { voice?.send(.voices) }
            // An answer to the watchdog has no further effect, but it has used memory.
            guard let report = VoiceReport(event) else { return options.didWork() }
            conduct { $0.receive(report, at: $1) }
        case .lost(let message, let utterance, let wasKilled):
            conduct { $0.receive(.lost(message: message, unheardOf: utterance.map(UtteranceID.init), wasKilled: wasKilled), at: $1) }
        }
        flush()
    }

    private func wake() {
        wakeUp = nil
        wakesAt = nil
        carryOut(reception.wake(at: Self.now()))
        flush()
    }

    // MARK: Output

    /// Passes an input to the conductor, and carries out what follows.
    func conduct(_ pass: (inout Conductor, Instant) -> [Effect]) {
        carryOut(reception.conduct(at: Self.now(), pass))
    }

    func carryOut(_ outputs: [Output]) {
        for output in outputs {
            switch output {
            case .write(let bytes, let client): send(bytes, to: client)
            case .writeEvent(let bytes, let subscribers): connections.collect(event: bytes, for: subscribers)
            case .voice(let action): carryOut(action)
            case .close(let client):
                flush()
                connections.closeWhenSent(client)
            case .wake(let moment): wakesAt = moment
            case .log(let log): self.log(log)
            }
        }
        if reception.owesStop { return carryOut(reception.complete(at: Self.now())) }
        if reception.isIncomplete { scheduleRest() }
    }

    private func carryOut(_ action: VoiceAction) {
        switch action {
        case .speak(let utterance, let position): voice?.send(.speak(SpeakCommand(utterance, from: position)))
        case .silence, .pause:
            voice?.send(action == .pause ? .pause : .stop)
            voice?.flush()
        case .resume: voice?.send(.resume)
        case .earcon(let earcon): voice?.send(.earcon(earcon, volume: reception.conductor.volume))
        }
    }

    func send(_ bytes: [UInt8], to client: ClientID) {
        guard connections.collect(bytes, for: client) else { return }
        // The commit covers the output of all clients, so send all of it now.
        commit()
        connections.flush()
    }

    /// Sends the collected output, with one write for each client and one for the voice, and sets the timer.
    func flush() {
        voice?.flush()
        commit()
        connections.flush()
        scheduleWakeUp()
        considerIdleExit()
        options.didWork()
        notifier?.scheduleStatus()
    }

    private func scheduleWakeUp() {
        guard wakesAt != wakeUp?.at else { return }
        wakeUp?.scheduled.cancel()
        wakeUp = wakesAt.map { moment in
            // Wait at least 1 ms even if a moment is overdue: the event loop looks at its sockets in between.
            let deadline = max(.uptimeNanoseconds(UInt64(max(0, moment.nanoseconds))), NIODeadline.now() + .milliseconds(1))
            let scheduled = eventLoop.scheduleTask(deadline: deadline) { [self] in
                assumeIsolated { $0.wake() }
            }
            return (moment, scheduled)
        }
    }
}
