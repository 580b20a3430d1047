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
            (.notAllowed, "\(field(place)): expected at most \(most) elements on a screen")
        case .textsTooLong(let place, let most):
            (.notAllowed, "\(field(place)): expected at most \(most) bytes in the texts of a screen's elements")
        case .elementsTooLarge(let place, let most):
            (.notAllowed, "\(field(place)): expected at most \(most) bytes in the elements of all clients")
        case .sessionHasBegun(let name): (.notAllowed, "session: \"\(name)\" is already active; expected extend, end, or another name")
        case .tooManySessions(let most): (.notAllowed, "session: \(most) sessions are active, which is the maximum")
        case .sessionNotNamed(let own):
            (.unknownTarget, "session: \(own.isEmpty ? "this client has no media session" : "missing"); \(remedy(own))")
        case .unknownSession(let name, let own):
            (.unknownTarget, "session: this client has no media session \"\(name.prefix(64))\"; \(remedy(own))")
        case .sessionsNever(let app):
            (
                .notAllowed,
                "session: the user's configuration forbids \"\(app.prefix(64))\" to begin one; expected apps.\"NAME\".media = \"allowed\""
            )
        case .sessionsEndedByUser(let seconds):
            (
                .notAllowed,
                "session: the user has ended this app's sessions; it can begin another in \(seconds) s, or when the user activates something"
            )
        case .noSessions(let app, let others):
            (.unknownTarget, "app: \"\(app.prefix(64))\" has no media session; \(others.isEmpty ? "nor has any other" : remedy(others))")
        case .tooMuchWaits: (.notAllowed, "text: this client has too much text waiting; try again when some of it has been spoken")
        case .tooManyBusy(let most):
            (.tooManyClients, "\(most) clients are busy, which is the maximum; try again when one has finished, or `announce stop`")
        case .tooManyBusyOfProgram(let most):
            (
                .tooManyClients,
                "\(most) clients of this program are busy, which is the maximum (all processes of its group count); "
                    + "try again when one has finished, or `announce stop`"
            )
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
