import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc

/// An announcement that is posted, and what becomes of it not waited for.
enum PostedAnnouncement {
    /// No other announcement that waits has this id: `announce cancel` finds it, and `announce status` shows it.
    static let id = "announce-\(getpid())"

    /// Posts it to the daemon at `path`.
    /// - Returns: how the command ends; nil if nothing was sent, for nobody takes connections there, or the line would be too long.
    static func post(_ announcement: Announcement, to path: String) -> ExitCode? {
        guard Connection.fits(.announcement(announcement), id: id), let connection = try? UnixConnection(to: path) else { return nil }
        do throws(ExitCode) {
            _ = try DirectRequest.reply(to: .announcement(announcement), id: id, as: "announce", over: connection, at: path)
            return .success
        } catch {
            return error
        }
    }
}
