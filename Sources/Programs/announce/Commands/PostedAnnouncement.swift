import AnnounceClient
import Messages
import System

/// An announcement that is posted without waiting for its outcome.
enum PostedAnnouncement {
    /// Posts the announcement to the daemon at `path`.
    /// - Returns: false if nothing was sent, because nothing listens there or the line would be too long.
    static func post(
        _ announcement: Announcement, id: String = Say.announcementID, to path: String
    ) throws(Connection.Failure) -> Bool {
        let request = Request.announcement(announcement)
        guard Connection.fits(request, id: id) else { return false }
        do throws(Connection.Failure) {
            let reply = try BlockingConnection.reply(to: request, id: id, as: ClientIdentity.app, from: path, within: Connection.patience)
            StandardError.print(warnings: reply.warnings)
            HeldBackNotice.printReason(for: reply, at: path)
            return true
        } catch .noDaemon {
            return false
        }
    }
}
