import AnnounceProtocol
import Messages
import SpeechQueue
import TerminalText

/// A readable line that describes an event.
struct EventLine {
    private static let longestText = 200

    private let event: TraceEvent

    init(_ event: TraceEvent) { self.event = event }

    /// - Parameter time: when the event happened.
    func text(at time: String, _ colors: TerminalColors) -> String {
        let head = [colors.faint(time), Self.padded(event.client, 12), Self.padded(event.class ?? "", 9)]
        let what = colors.colored(Self.padded(event.event.rawValue, 12), color) + " " + event.id.visible
        return (head + [what, subject, outcome.map(\.visible) ?? ""]).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// The event's subject: a text, a name or an element.
    private var subject: String {
        if let text = event.text { return "“\(StandardOutput.shortened(text, to: Self.longestText).visible)”" }
        if let session = event.session { return session.session.visible }
        if let earcon = event.earcon { return earcon.rawValue }
        if let request = event.request { return StandardOutput.shortened(request.jsonText, to: Self.longestText).visible }
        if let element = event.element { return element.visible }
        return event.event == .focus ? "nowhere" : ""
    }

    /// The decision and its reason.
    private var outcome: String? {
        var words: [String] = []
        if let session = event.session {
            words.append("\(session.mode.rawValue) \(session.change.rawValue)")
            if let reason = session.reason { words.append("by \(reason.rawValue)") }
            if let lease = session.lease { words.append("for \(Int(lease.rounded(.up))) s") }
        }
        if let reason = event.reason { words.append(reason.rawValue) }
        guard let rule = event.rule else { return words.isEmpty ? nil : words.joined(separator: " ") }
        // The event's name already implies these two.
        let isPlain = event.reason == .spoken || event.reason == .interrupted || event.session != nil || event.event == .focus
        let sentence = isPlain || event.event == .earcon ? nil : Rule(rawValue: rule)?.sentence
        let what = ([words.joined(separator: " ")].filter { !$0.isEmpty } + [sentence].compactMap { $0 }).joined(separator: ": ")
        return what.isEmpty ? "(\(rule))" : "\(what) (\(rule))"
    }

    private var color: TerminalColors.Color? {
        switch event.event {
        case .started: .green
        case .finished:
            switch event.reason {
            case .spoken: .green
            case .deviceFailed, .synthesizerFailed, .unspeakable: .red
            default: .yellow
            }
        case .cut, .refused, .silent: .yellow
        case .held, .mediaSession: .cyan
        case .received, .posted, .settled, .earcon, .focus: nil
        }
    }

    private static func padded(_ word: String, _ width: Int) -> String {
        let visible = word.visible
        return visible + String(repeating: " ", count: max(0, width - visible.count))
    }
}
