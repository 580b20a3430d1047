import AnnounceClient
import Messages

/// The most common command, `announce TEXT…` without options, when a daemon is running. Option parsing examines all types of the program;
/// posting without it takes half the time.
enum PlainAnnouncement {
    /// Posts the announcement as ``Say`` does.
    /// - Returns: false if nothing was done, because the arguments are for ``Say`` or another command.
    static func post(_ arguments: [String]) throws -> Bool {
        guard let first = arguments.first, !Announce.commandNames.contains(first) else { return false }
        guard arguments.contains(where: { !$0.isEmpty }), !arguments.contains(where: { $0.hasPrefix("-") }) else { return false }
        let announcement = Announcement(runs: [SpeechRun(text: arguments.joined(separator: " "))])
        try ClientIdentity.adopt(nil)
        return try PostedAnnouncement.post(announcement, to: Announcer.standardSocket())
    }
}
