import AnnounceClient
import Messages

/// Tells whoever waits for speech, once, that all of it is held back, and what to do.
///
/// A line waits for ten minutes for a device that is missing (O4), and for as long as a pause lasts. Who has posted it would see nothing
/// of that.
struct HeldBackNotice {
    private static let id = PipeEvent.id("held back")
    /// How long something waits before the daemon is asked what for: no longer than a moment of silence is understood.
    private static let delay = Duration.seconds(1)
    /// The longest pause between two questions; each is twice as long as the one before.
    private static let longestDelay = Duration.seconds(60)

    private var delay = Self.delay
    private var isAsked = false
    private var isTold = false

    /// Something of ours waits or is spoken: the daemon is asked soon, unless it was told already. While nothing does, nothing wakes up.
    mutating func expect(over connection: Connection) {
        guard !isAsked, !isTold else { return }
        isAsked = true
        let delay = delay
        self.delay = min(delay * 2, Self.longestDelay)
        Task {
            try await Task.sleep(for: delay)
            try await connection.send(.status, id: Self.id)
        }
    }

    /// Hears what the daemon says.
    /// - Parameter isWaiting: whether something of ours waits still.
    /// - Returns: whether that was the answer to the question here, and nobody else's concern.
    mutating func take(_ message: ServerMessage, isWaiting: Bool) -> Bool {
        switch message {
        case .reply(let reply) where reply.id == Self.id:
            isAsked = false
            guard isWaiting, !isTold, case .status(let status) = reply.result, let reason = Self.reason(of: status) else { return true }
            isTold = true
            StandardError.print("announce: \(reason)")
            return true
        // The daemon knew it already.
        case .reply(let reply): if reply.warnings.contains(where: { $0.code == .deviceUnavailable }) { isTold = true }
        // The next time it is news again.
        case .announcementDidFinish(let did): if did.successful { reset() }
        case .event(let event): if event.event == .settled, event.client == PipeEvent.app, event.reason == .spoken { reset() }
        default: break
        }
        return false
    }

    private mutating func reset() {
        isTold = false
        delay = Self.delay
    }

    /// What nothing can be heard for, and what to do about it; nil: nothing holds it back.
    private static func reason(of status: Status) -> String? {
        func sentence(_ what: String, _ message: String?) -> String {
            var message = message ?? ""
            if message.last == "." { message.removeLast() }
            return "speech waits for \(what)\(message.isEmpty ? "" : ": \(message)"); `announce doctor` says what to do"
        }
        if status.paused { return "speech is paused; `announce resume` goes on" }
        if status.device.state == .unavailable {
            return sentence("the sound device \"\(status.device.name)\", which can't be used", status.device.message)
        }
        if status.voice.state == .failed { return sentence("the voice, which fails", status.voice.message) }
        return nil
    }
}
