import SpeechQueue

/// The colours of a timeline: Okabe and Ito's, which are distinguishable with any kind of colour vision. Speech is filled with a tint and
/// outlined in the full colour, so that dark text on it is legible.
enum TimelineColor: String, CaseIterable {
    case high = "#d55e00"
    case announcement = "#0072b2"
    case low = "#56b4e9"
    case focus = "#009e73"
    case update = "#e69f00"
    case user = "#cc79a7"
    case other = "#666666"

    /// - Parameter name: the name of an utterance's class; nil if it has none.
    init(class name: String?) {
        switch name.flatMap(UtteranceClass.init(named:)) {
        case .high: self = .high
        case .default: self = .announcement
        case .low: self = .low
        case .userFocus, .appFocus, .screen: self = .focus
        case .update, .refresh: self = .update
        case .user: self = .user
        case .hint, .echo, .summary, nil: self = .other
        }
    }

    /// The name in the legend.
    var meaning: String {
        switch self {
        case .high: "high"
        case .announcement: "default"
        case .low: "low"
        case .focus: "focus, screen"
        case .update: "update, refresh"
        case .user: "user's command"
        case .other: "hint, echo, summary"
        }
    }

    static let text = "#111111"
    /// The colour of notes, times and small marks.
    static let note = "#444444"
    static let line = "#d9d9d9"
    static let lane = "#f7f7f7"
    static let session = "#b8b8b8"
}
