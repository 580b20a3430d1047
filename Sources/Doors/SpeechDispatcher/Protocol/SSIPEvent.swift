/// An event that a client can receive about its messages.
package enum SSIPEvent: Sendable, Equatable {
    /// Playback reached a mark that the client set in its text.
    case indexMark(String)
    case begin, end, cancel, pause, resume

    /// An event without its data, as clients can request it.
    package enum Kind: String, Sendable, CaseIterable { case indexMarks, begin, end, cancel, pause, resume }

    package var kind: Kind {
        switch self {
        case .indexMark: .indexMarks
        case .begin: .begin
        case .end: .end
        case .cancel: .cancel
        case .pause: .pause
        case .resume: .resume
        }
    }

    /// Returns the event for a client's message, encoded.
    package func bytes(message: UInt64, client: UInt64) -> [UInt8] {
        let (code, word): (Int, String) =
            switch self {
            case .indexMark: (700, "INDEX MARK")
            case .begin: (701, "BEGIN")
            case .end: (702, "END")
            case .cancel: (703, "CANCELED")
            case .pause: (704, "PAUSED")
            case .resume: (705, "RESUMED")
            }
        var lines = ["\(message)", "\(client)"]
        if case .indexMark(let name) = self { lines.append(name) }
        return SSIPReply(code, word, lines: lines).bytes
    }
}
