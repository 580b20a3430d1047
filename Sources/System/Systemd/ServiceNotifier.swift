package import Logging
package import NIOCore

/// Reports the daemon's state to the service manager: ready, reloading, stopping, the text for `systemctl status`, and signs of life.
///
/// Watchdog: at half the manager's period, the event loop sends the voice process a ping, and forwards its answer. The daemon itself
/// replaces a voice process that does not answer. The manager restarts the service if the event loop or the voice's supervision is stuck.
/// Between these moments, nothing is due.
///
/// Used on the daemon's event loop. If the manager does not read, messages are retried shortly, without blocking.
package final class ServiceNotifier {
    /// How long to wait for further changes before the status is sent, because a command's short connection is not worth a message.
    private static let statusDelay = TimeAmount.milliseconds(300)
    private static let retryDelay = TimeAmount.milliseconds(20)
    /// The maximum number of messages waiting for a manager that does not read.
    private static let mostWaiting = 64

    private let socket: NotifySocket
    private let eventLoop: any EventLoop
    private let logger: Logger
    /// Returns the current status text.
    private let text: () -> String
    /// Sends the voice process a check-up. Returns whether its report will follow.
    private let checkUp: () -> Bool

    private var waiting: [String] = []
    private var retry: Scheduled<Void>?
    private var sentStatus: String?
    private var statusTimer: Scheduled<Void>?
    private var watchdogTimer: RepeatedTask?
    /// Whether to forward the voice's next answer.
    private var owesSign = false
    private var hasFailed = false
    private var isEnding = false

    /// Nil if no manager wants notifications.
    package init?(
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

    /// Reports that the daemon is ready, initially or after a reload.
    package func sendReady() {
        sentStatus = text()
        send(.ready, .status(sentStatus ?? ""))
    }

    package func sendReloading(microseconds: UInt64) {
        send(.reloading(microseconds: microseconds))
    }

    package func sendStopping() {
        isEnding = true
        watchdogTimer?.cancel()
        statusTimer?.cancel()
        send(.stopping, .status("Stopping"))
    }

    /// Sends the status soon if it has changed.
    package func scheduleStatus() {
        guard statusTimer == nil, !isEnding else { return }
        let isolated = NIOLoopBound(self, eventLoop: eventLoop)
        statusTimer = eventLoop.scheduleTask(in: Self.statusDelay) { isolated.value.sendStatus() }
    }

    private func sendStatus() {
        statusTimer = nil
        let text = text()
        // Before the daemon is ready there is nothing to report.
        guard sentStatus != nil, text != sentStatus else { return }
        sentStatus = text
        send(.status(text))
    }

    // MARK: The watchdog

    private func watch() {
        owesSign = true
        if !checkUp() { didReceiveFromVoice() }
    }

    /// Forwards a sign of life: the voice has reported something, or is being replaced.
    package func didReceiveFromVoice() {
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
