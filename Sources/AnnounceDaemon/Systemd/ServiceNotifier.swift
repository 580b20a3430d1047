import Logging
import NIOCore

/// Tells the service manager how the daemon is: that it serves, reloads, stops, what `systemctl status` shows, and that it is alive.
///
/// The watchdog: at half the time that the manager gives, the event loop asks the voice whether it is well, and passes its answer on. A voice
/// that does not answer is replaced by the daemon itself; the manager acts when the loop does not turn, or when all that supervises the
/// voice is stuck. Between those moments nothing is due.
///
/// It lives on the daemon's event loop. A manager that does not read is tried again a moment later, and never waited for.
final class ServiceNotifier {
    /// How long a change waits for others before people are told: a command's connection is not worth a message of its own.
    private static let statusDelay = TimeAmount.milliseconds(300)
    private static let retryDelay = TimeAmount.milliseconds(20)
    /// The most messages that wait for a manager that does not read.
    private static let mostWaiting = 64

    private let socket: NotifySocket
    private let eventLoop: any EventLoop
    private let logger: Logger
    /// What people are to read.
    private let text: () -> String
    /// Asks the voice whether it is well; answers whether a report of it follows.
    private let checkUp: () -> Bool

    private var waiting: [String] = []
    private var retry: Scheduled<Void>?
    private var told: String?
    private var statusTimer: Scheduled<Void>?
    private var watchdogTimer: RepeatedTask?
    /// Whether the voice's answer is to be passed on.
    private var owesSign = false
    private var hasFailed = false
    private var isEnding = false

    /// Nil where nobody wants to be told.
    init?(
        _ service: ServiceEnvironment, eventLoop: any EventLoop, logger: Logger, text: @escaping () -> String,
        checkUp: @escaping () -> Bool
    ) {
        guard let socket = service.notifySocket else { return nil }
        self.socket = socket
        self.eventLoop = eventLoop
        self.logger = logger
        self.text = text
        self.checkUp = checkUp
        guard let period = service.watchdog else { return }
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        let half = TimeAmount.nanoseconds(Int64(period * 1e9 / 2))
        watchdogTimer = eventLoop.scheduleRepeatedTask(initialDelay: half, delay: half) { _ in isolated.value.watch() }
    }

    /// It serves, or goes on after a reload.
    func sendReady() {
        told = text()
        send(.ready, .status(told ?? ""))
    }

    func sendReloading(microseconds: UInt64) {
        send(.reloading(microseconds: microseconds))
    }

    func sendStopping() {
        isEnding = true
        watchdogTimer?.cancel()
        statusTimer?.cancel()
        send(.stopping, .status("Stopping"))
    }

    /// What people read may be another now.
    func somethingMayHaveChanged() {
        guard statusTimer == nil, !isEnding else { return }
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        statusTimer = eventLoop.scheduleTask(in: Self.statusDelay) { isolated.value.tellStatus() }
    }

    private func tellStatus() {
        statusTimer = nil
        let text = text()
        // Before all is ready there is nothing to tell.
        guard told != nil, text != told else { return }
        told = text
        send(.status(text))
    }

    // MARK: The watchdog

    private func watch() {
        owesSign = true
        if !checkUp() { didHearVoice() }
    }

    /// The voice has said something, or it is being replaced.
    func didHearVoice() {
        guard owesSign, !isEnding else { return }
        owesSign = false
        send(.watchdog)
    }

    // MARK: Sending

    private func send(_ fields: ServiceField...) {
        guard waiting.count < Self.mostWaiting else { return }
        waiting.append(fields.map(\.assignments).joined(separator: "\n"))
        if retry == nil { sendWaiting() }
    }

    private func sendWaiting() {
        retry = nil
        while let next = waiting.first {
            do {
                try socket.send(next)
            } catch {
                guard !error.isTemporary else {
                    let isolated = NIOLoopBound(self, eventLoop: eventLoop)
                    retry = eventLoop.scheduleTask(in: Self.retryDelay) { isolated.value.sendWaiting() }
                    return
                }
                if !hasFailed { logger.warning("\(error)") }
                hasFailed = true
            }
            waiting.removeFirst()
        }
    }
}
