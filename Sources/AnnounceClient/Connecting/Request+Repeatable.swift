import Accessibility

extension Request {
    /// Whether it may be asked twice: it changes nothing, or the same again.
    var isRepeatable: Bool {
        switch self {
        case .ping, .status, .voices, .history, .explain, .settings, .subscribe: true
        default: false
        }
    }
}
