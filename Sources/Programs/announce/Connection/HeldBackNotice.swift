import AnnounceClient
import Messages
import System

/// Tells a waiting user once that all speech is held back, and what to do.
///
/// An announcement waits for up to ten minutes for a missing device (O4), and for as long as a pause lasts, with nothing to show for it.
struct HeldBackNotice {
    private static let id = ClientIdentity.id("held back")
    /// How long something may wait before the daemon is asked why. Shorter silences explain themselves.
    private static let delay = Duration.seconds(1)
    /// The longest interval between questions; each is twice the one before.
    private static let longestDelay = Duration.seconds(60)

    private var delay = Self.delay
    private var awaitsStatus = false
    private var hasReported = false

    /// Notes that something of ours waits or is spoken, and asks the daemon soon, unless the user was already told. Without such speech,
    /// nothing wakes the process.
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
    /// - Parameter isWaiting: whether something of ours still waits.
    /// - Returns: whether it was the reply to our question, which concerns no one else.
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
        // The warning has told the user already.
        case .reply(let reply): if reply.warnings.contains(where: { $0.code == .deviceUnavailable }) { hasReported = true }
        // Next time, it is news again.
        case .announcementDidFinish(let did): if did.successful { reset() }
        case .event(let event): if event.event == .settled, event.client == ClientIdentity.app, event.reason == .spoken { reset() }
        default: break
        }
        return false
    }

    /// Tells the user what holds back an announcement that was accepted, if anything does: a pause or a muted app may have been forgotten.
    /// Prints nothing if the daemon can't be asked.
    static func printReason(for accepted: Reply, at path: String) {
        // A warning has told of a missing device.
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

    /// Returns what holds speech back, and what to do; nil: nothing does.
    private static func reason(of status: Status) -> String? {
        func sentence(_ what: String, _ message: String?) -> String {
            var message = message ?? ""
            if message.last == "." { message.removeLast() }
            return "speech waits for \(what)\(message.isEmpty ? "" : ": \(message)"); `announce doctor` says what to do"
        }
        if status.paused { return "speech is paused; continue with `announce resume`" }
        if status.muted.contains(ClientIdentity.app) { return "the configuration mutes \(ClientIdentity.app)" }
        if status.device.state == .unavailable {
            return sentence("the sound device \"\(status.device.name)\", which can't be used", status.device.message)
        }
        if status.voice.state == .failed { return sentence("the voice, which fails", status.voice.message) }
        return nil
    }
}
