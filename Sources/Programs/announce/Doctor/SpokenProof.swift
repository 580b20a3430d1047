import AnnounceClient
import AnnounceProtocol
import Messages
import System

/// Speaks a sentence, and reports its outcome.
enum SpokenProof {
    private static let text = "Hello from announced."
    /// The sentence may have to wait for current speech, and up to 10 s for a device that can't be used.
    private static let patience = Duration.seconds(20)

    /// - Parameter isHeard: whether the daemon's output can be heard.
    static func finding(of running: RunningDaemon, isHeard: Bool) -> Finding {
        guard let status = running.status else { return .skipped("spoken", "no daemon answers") }
        guard isHeard else { return .skipped("spoken", "the daemon's output is inaudible, so this was not tried") }
        if status.paused {
            return .failed("spoken", "“\(text)” is not spoken while speech is paused", advice: "`announce resume`, then try again")
        }
        var announcement = Announcement(runs: [SpeechRun(text: text)], queue: true, maxAge: 15)
        announcement.allowRepeat = true
        let deadline = ContinuousClock.now + patience
        do {
            var connection = try BlockingConnection(to: running.path)
            try connection.send(
                RequestLine(request: .hello(Hello(app: "announce-doctor", onDisconnect: .cancel))),
                RequestLine(id: "proof", request: .announcement(announcement)), by: deadline)
            while let message = try connection.next(by: deadline) {
                if case .error(let error) = message { return .failed("spoken", error.message) }
                if case .announcementDidFinish(let did) = message, did.id == "proof" { return finding(of: did) }
            }
            return .failed("spoken", "the daemon closed the connection")
        } catch .late {
            return .failed(
                "spoken", "“\(text)” was not heard in \(patience.components.seconds) s", advice: "`announce status` shows what it waits for"
            )
        } catch {
            return .failed("spoken", "the daemon: \(error.reason)")
        }
    }

    private static func finding(of did: AnnouncementDidFinish) -> Finding {
        let milliseconds = Int((did.spokenSeconds * 1000).rounded())
        guard did.successful else {
            return .failed(
                "spoken", "“\(text)” was not heard: \(did.reason.sentenceWithCode)",
                advice: "`announce history` shows what was spoken instead")
        }
        return .ok("spoken", "“\(text)” was heard to its end, in \(milliseconds) ms")
    }
}
