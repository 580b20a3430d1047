package import Messages

extension ErrorReply {
    /// Creates the reply to a refused request.
    package init(_ refusal: Refusal, id: String? = nil, line: Int? = nil) {
        let (code, message) = Self.wording(of: refusal)
        self.init(id: id, code: code, message: message, line: line)
    }

    private static func wording(of refusal: Refusal) -> (Code, String) {
        switch refusal {
        case .unknownElement(let id): (.unknownTarget, "element: no element with the id \"\(id.prefix(64))\" is on the screen")
        case .tooManyElements(let place, let most):
            (.notAllowed, "\(field(place)): a screen has at most \(most) elements; expected no more")
        case .textsTooLong(let place, let most):
            (.notAllowed, "\(field(place)): the texts of a screen's elements have at most \(most) bytes; expected less")
        case .elementsTooLarge(let place, let most):
            (.notAllowed, "\(field(place)): the elements of all clients take at most \(most) bytes; expected fewer")
        case .sessionHasBegun(let name): (.notAllowed, "session: \"\(name)\" is on already; expected extend, end, or another name")
        case .tooManySessions(let most): (.notAllowed, "session: \(most) sessions are on; expected no more")
        case .sessionNotNamed(let own):
            (.unknownTarget, "session: \(own.isEmpty ? "this client has no media session" : "missing"); \(remedy(own))")
        case .unknownSession(let name, let own):
            (.unknownTarget, "session: this client has no media session \"\(name.prefix(64))\"; \(remedy(own))")
        case .sessionsNever(let app):
            (.notAllowed, "session: the user's configuration allows \"\(app.prefix(64))\" none; expected apps.\"NAME\".media = \"allowed\"")
        case .sessionsEndedByUser(let seconds):
            (
                .notAllowed,
                "session: the user has ended this app's sessions; it can begin one in \(seconds) s, or when the user activates something"
            )
        case .noSessions(let app, let others):
            (.unknownTarget, "app: \"\(app.prefix(64))\" has no media session; \(others.isEmpty ? "nor has any other" : remedy(others))")
        case .tooMuchWaits: (.notAllowed, "text: too much of this client's text waits; expected some of it to be spoken first")
        case .unknownAnnouncement(let name): (.unknownTarget, "target: no announcement with the id \"\(name)\" waits or is spoken")
        case .ambiguousAnnouncement(let name):
            (.unknownTarget, "target: several clients have an announcement with the id \"\(name)\"; expected a unique id")
        case .unknownUtterance(let name, let most):
            (.unknownTarget, "target: nothing with the id \"\(name.prefix(64))\" is among the last \(most) utterances")
        case .nothingSilent(let most): (.unknownTarget, "silent: nothing among the last \(most) utterances was silent")
        case .voicesUnknown: (.notAllowed, "the voice is not ready yet, so its voices are unknown; try again in a moment")
        case .unknownVoice(let unknown, let run): (.invalidMessage, "\(run.map { "runs[\($0)]." } ?? "")\(unknown.sentence)")
        }
    }

    /// - Parameter sessions: the media sessions that could be meant.
    private static func remedy(_ sessions: [String]) -> String {
        let names = sessions.map { "\"\($0.prefix(64))\"" }
        return names.isEmpty ? "begin one first" : "expected one of \(names.joined(separator: ", "))"
    }

    private static func field(_ place: Refusal.Place) -> String {
        switch place {
        case .element: "element"
        case .elements(let index): "elements[\(index)]"
        }
    }
}
