import Accessibility
import AnnounceClient
import ArgumentParser

/// An announcement that is posted, and what becomes of it not waited for.
enum PostedAnnouncement {
    /// Posts it to the daemon at `path`.
    /// - Returns: how the command ends; nil if nothing was sent, for nobody listens there, or the line would be too long.
    static func post(_ announcement: Announcement, to path: String) -> ExitCode? {
        let id = Say.announcementID
        guard Connection.fits(.announcement(announcement), id: id) else { return nil }
        do throws(UnixConnection.Failure) {
            let connection = try UnixConnection(to: path)
            return post(announcement, id, over: connection, at: path)
        } catch {
            return error == .late ? Connection.noAnswer(at: path) : nil
        }
    }

    private static func post(
        _ announcement: Announcement, _ id: String, over connection: consuming UnixConnection, at path: String
    ) -> ExitCode {
        do throws(ExitCode) {
            _ = try DirectRequest.reply(
                to: .announcement(announcement), id: id, as: "announce", over: connection, at: path, within: Connection.patience)
            return .success
        } catch {
            return error
        }
    }
}
