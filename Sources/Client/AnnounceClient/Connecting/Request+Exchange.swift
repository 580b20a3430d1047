package import Messages

extension Request {
    /// Whether the request may be sent twice, because it changes nothing, or makes the same change again.
    var isRepeatable: Bool {
        switch self {
        case .ping, .status, .voices, .history, .explain, .missed(speaks: false), .subscribe: true
        case .settings(_, let steps): steps == SettingsAdjustment()
        default: false
        }
    }

    /// Whether the daemon ends the request with the event `settled`, once all its speech has finished.
    package var mayLeadToSpeech: Bool {
        switch self {
        case .announcement, .notification, .repeat, .where, .details, .missed(speaks: true): true
        default: false
        }
    }

    /// Returns the request that undoes this one after it was sent; nil if that is impossible or not worthwhile.
    func undoing(id: String) -> Request? {
        switch self {
        case .announcement: .cancel(.id(id))
        case .mediaSession(.begin(let session)): .mediaSession(.end(name: session.name))
        default: nil
        }
    }
}
