import Accessibility
import ArgumentParser

/// `announce TEXT…` as it is typed most: words without an option, and a daemon that listens. To read options looks through all types of the
/// program: without, it is posted in half the time.
enum PlainAnnouncement {
    /// Posts it, as ``Say`` does.
    /// - Returns: how the command ends; nil if this is for ``Say``, or another command, and nothing was done.
    static func post(_ arguments: [String]) -> ExitCode? {
        guard let first = arguments.first, !Announce.commandNames.contains(first) else { return nil }
        guard arguments.contains(where: { !$0.isEmpty }), !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
        let announcement = Announcement(runs: [SpeechRun(text: arguments.joined(separator: " "))])
        let code = PostedAnnouncement.post(announcement, to: SocketOption.standardPath)
        if code == .success { MisspeltCommand.remark(on: arguments) }
        return code
    }
}
