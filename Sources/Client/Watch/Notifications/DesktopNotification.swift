import Messages
import SSML

/// The properties of a notification that the settings depend on: its app, and whether it is critical.
struct NotificationSource: Sendable, Equatable {
    /// The app's names; empty if the notification stands for several apps.
    var apps: [String]
    var isCritical: Bool
}

/// A notification as a program sends it to the desktop.
package struct DesktopNotification: Sendable, Equatable {
    /// The urgency, as in the freedesktop specification.
    package enum Urgency: Sendable { case low, normal, critical }

    /// The program's human-readable name.
    package var app: String
    /// The program's identifier, such as the name of its .desktop file.
    package var appID: String?
    package var title: String
    /// Text, possibly with markup.
    package var body: String
    package var urgency: Urgency
    /// Whether the notification is of no interest later.
    package var isTransient: Bool
    /// A progress, or a level such as volume or brightness.
    package var percent: Int?
    /// A tag that notifications of one kind share, for example the volume keys' notifications: the newest replaces the previous one.
    package var tag: String?

    /// The app and importance of the notification.
    var source: NotificationSource { NotificationSource(apps: [app] + (appID.map { [$0] } ?? []), isCritical: urgency == .critical) }

    package init(
        app: String, appID: String? = nil, title: String = "", body: String = "", urgency: Urgency = .normal, isTransient: Bool = false,
        percent: Int? = nil,
        tag: String? = nil
    ) {
        self.app = app
        self.appID = appID
        self.title = title
        self.body = body
        self.urgency = urgency
        self.isTransient = isTransient
        self.percent = percent
        self.tag = tag
    }

    /// The maximum lengths of texts, in Unicode scalars.
    private static let longestName = 64
    private static let longestTitle = 250
    private static let longestBody = 1000

    /// Returns the text to speak for the notification (W1).
    /// - Parameter isRepeated: whether it was spoken before, so that only its percentage is news.
    func text(_ detail: WatchSettings.Detail, isRepeated: Bool) -> String {
        let name = Self.name(app)
        guard detail != .app, detail != .none else { return name }
        var title = Self.line(title, Self.longestTitle)
        let body = detail == .all ? Self.line(Self.withoutMarkup(body), Self.longestBody) : ""
        if let percent {
            // A user who presses the volume keys knows what the percentage belongs to.
            let isKnown = isRepeated || tag != nil
            if title.isEmpty { title = body.isEmpty || !isKnown && !name.isEmpty ? name : body }
            let rest = isKnown || body == title ? "" : body
            return Self.joined([isKnown || title == name ? "" : name + ":", title, rest, "\(percent)%"])
        }
        guard !title.isEmpty || !body.isEmpty else { return name }
        return Self.joined([name.isEmpty || name == title ? "" : name + ":", title, body])
    }

    /// Returns an app's display name.
    static func name(_ app: String) -> String { line(app, longestName) }

    /// Returns the parts as sentences, and the percentage after a comma. A part that ends with a punctuation mark gets no other.
    private static func joined(_ parts: [String]) -> String {
        var text = ""
        for part in parts where !part.isEmpty {
            if let last = text.last { text += ".!?…:;,。！？：".contains(last) ? " " : part.last == "%" ? ", " : ". " }
            text += part
        }
        return text
    }

    /// Returns a text on one line, without control characters, and up to `longest` scalars long.
    private static func line(_ text: String, _ longest: Int) -> String {
        var line = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            if isSpace, line.isEmpty || line.last == " " { continue }
            count += 1
            guard count <= longest else { return line + "…" }
            line.unicodeScalars.append(isSpace ? " " : scalar)
        }
        return line.last == " " ? String(line.dropLast()) : line
    }

    /// Returns the text of a body. Its markup is a small subset of HTML that is also XML. If a body is not valid markup, the elements of
    /// this subset are removed, character references are decoded, and all other text stays.
    private static func withoutMarkup(_ body: String) -> String {
        guard body.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return body }
        let separated = body.replacing(/<br ?\/?>|&nbsp;/, with: "\n")
        func text(_ markup: String) -> String? {
            SSMLDocument.runs(of: markup, attributes: SpeechAttributes())?.map(\.text).joined(separator: " ")
        }
        if let text = text(separated) { return text }
        let plain = separated.replacing(/<\/?(?:b|i|u|a|img)(?:\s[^<>]*)?\/?>/, with: "")
        let escaped = plain.replacing(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/, with: "&amp;").replacing("<", with: "&lt;")
        return text(escaped) ?? plain
    }
}
