import Messages

extension Request {
    /// Whether it may be asked twice: it changes nothing, or the same again.
    var isRepeatable: Bool {
        switch self {
        case .ping, .status, .voices, .history, .explain, .settings, .subscribe: true
        case .hello, .announcement, .notification, .mediaSession, .repeat, .where, .stop, .skip, .cancel, .pause, .resume: false
        }
    }

    /// What undoes it once it was sent; nil: nothing, or nothing that is worth it.
    func undoing(id: String) -> Request? {
        switch self {
        case .announcement: .cancel(.id(id))
        case .mediaSession(.begin(let session)): .mediaSession(.end(name: session.name))
        case .mediaSession(.extend), .mediaSession(.end), .hello, .notification, .repeat, .where, .history, .explain, .stop, .skip, .cancel,
            .pause, .resume, .ping, .status, .voices, .settings, .subscribe:
            nil
        }
    }
}
