import AnnounceClient
import Messages
import System

/// Informs a waiting user once that all speech is held back, and what to do.
///
/// An announcement waits for up to ten minutes for a missing device (O4), and as long as a pause lasts, without any visible sign.
struct HeldBackNotice {
    private static let id = ClientIdentity.id("held back")
    /// How long speech may wait before the daemon is queried for the reason. Shorter silences explain themselves.
    private static let delay = Duration.seconds(1)
    /// The longest interval between queries; each is twice as long as the previous one.
    private static let longestDelay = Duration.seconds(60)

    private var delay = Self.delay
    private var awaitsStatus = false
    private var hasReported = false

    /// Records that speech of this command is waiting or being spoken, and queries the daemon soon, unless the user was already informed.
    /// Without such speech, nothing wakes the process.
    mutating func expect(over connection: Connection) {
        guard !awaitsStatus, !hasReported else { return }
        awaitsStatus = true
        let delay = delay
        self.delay = min(delay * 2, Self.longestDelay)
        Task {
            try await Task.sleep(for: delay)
            try await connection.send(.status, id: Self.id)
        }
    }

    /// Receives a message from the daemon.
    /// - Parameter isWaiting: whether speech of this command still waits.
    /// - Returns: whether the message was the reply to our query, which the caller can ignore.
    mutating func receive(_ message: ServerMessage, isWaiting: Bool) -> Bool {
        switch message {
        case .reply(let reply) where reply.id == Self.id:
            awaitsStatus = false
            guard isWaiting, !hasReported, case .status(let status) = reply.result, let reason = Self.reason(of: status) else {
                return true
            }
            hasReported = true
            StandardError.print("announce: \(reason)")
            return true
        // The warning has already informed the user.
        case .reply(let reply): if reply.warnings.contains(where: { $0.code == .deviceUnavailable }) { hasReported = true }
        // The next time speech is held back, the user must be informed again.
        case .announcementDidFinish(let did): if did.successful { reset() }
        case .event(let event): if event.event == .settled, event.client == ClientIdentity.app, event.reason == .spoken { reset() }
        default: break
        }
        return false
    }

    /// Prints what holds back an announcement that was accepted, if anything does, because a pause, a muted app or a speech mode may have
    /// been forgotten. Prints nothing if the daemon does not answer.
    static func printReason(for accepted: Reply, at path: String) {
        // A warning has already reported a missing device.
        guard accepted.state != .speaking, accepted.warnings.isEmpty,
            let reply = try? BlockingConnection.reply(to: .status, from: path, within: Connection.patience),
            case .status(let status) = reply.result, let reason = reason(of: status)
        else { return }
        StandardError.print("announce: \(reason)")
    }

    private mutating func reset() {
        hasReported = false
        delay = Self.delay
    }

    /// Returns what holds speech back, and what to do; nil if nothing does.
    private static func reason(of status: Status) -> String? {
        func sentence(_ what: String, _ message: String?) -> String {
            var message = message ?? ""
            if message.last == "." { message.removeLast() }
            return "speech waits for \(what)\(message.isEmpty ? "" : ": \(message)"); `announce doctor` says what to do"
        }
        if status.paused { return "speech is paused; continue with `announce resume`" }
        if status.muted.contains(ClientIdentity.app) { return "the configuration mutes \(ClientIdentity.app)" }
        if status.mode != .talk {
            return "the speech mode is \(status.mode.rawValue); `announce mode talk` lets everything be spoken"
        }
        if status.device.state == .unavailable {
            return sentence("the sound device \"\(status.device.name)\", which can't be used", status.device.message)
        }
        if status.voice.state == .failed { return sentence("the voice, which fails", status.voice.message) }
        return nil
    }
}
