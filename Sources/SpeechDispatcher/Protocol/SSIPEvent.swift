/// What a client can be told of its messages.
package enum SSIPEvent: Sendable, Equatable {
    /// A place that the client has marked in its text is heard.
    case indexMark(String)
    case begin, end, cancel, pause, resume

    /// An event without what it carries: what a client asks for.
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

    /// The event as it is told of a message of a client.
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
