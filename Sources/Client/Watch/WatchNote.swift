/// The watcher's line in `announce status`.
package enum WatchNote {
    /// The watcher's name, as a client.
    package static let client = "announced-watch"
    /// The maximum length of a note in the protocol, in Unicode scalars.
    static let longest = 256

    /// Joins the parts, and cuts a note that is too long for the protocol at its end, where the players are named.
    package static func joined(_ parts: [String?]) -> String {
        let note = parts.compactMap(\.self).joined(separator: "; ")
        guard note.unicodeScalars.count > longest else { return note }
        return String(String.UnicodeScalarView(note.unicodeScalars.prefix(longest - 1))) + "…"
    }
}
