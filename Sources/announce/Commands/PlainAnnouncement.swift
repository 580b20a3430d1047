import AnnounceClient
import Messages

/// `announce TEXT…` as it is typed most: words without an option, and a daemon that listens. To read options looks through all types of the
/// program: without, it is posted in half the time.
enum PlainAnnouncement {
    /// Posts it, as ``Say`` does.
    /// - Returns: false if this is for ``Say``, or another command, and nothing was done.
    static func post(_ arguments: [String]) throws(Connection.Failure) -> Bool {
        guard let first = arguments.first, !Announce.commandNames.contains(first) else { return false }
        guard arguments.contains(where: { !$0.isEmpty }), !arguments.contains(where: { $0.hasPrefix("-") }) else { return false }
        let announcement = Announcement(runs: [SpeechRun(text: arguments.joined(separator: " "))])
        guard try PostedAnnouncement.post(announcement, to: AnnounceClient.standardSocket()) else { return false }
        MisspeltCommand.remark(on: arguments)
        return true
    }
}
