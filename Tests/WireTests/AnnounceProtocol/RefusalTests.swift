import AnnounceProtocol
import Messages
import Testing

@Suite("Refusals")
struct RefusalTests {
    @Test(
        "A refusal reaches the client with its code and the name of its field",
        arguments: [
            (.unknownElement("x"), .unknownTarget, "element: no element with the id \"x\" is on the screen"),
            (.tooManyElements(.elements(3), most: 5), .notAllowed, "elements[3]: expected at most 5 elements on a screen"),
            (.textsTooLong(.element, mostBytes: 9), .notAllowed, "element: expected at most 9 bytes in the texts of a screen's elements"),
            (.elementsTooLarge(.element, mostBytes: 9), .notAllowed, "element: expected at most 9 bytes in the elements of all clients"),
            (.sessionHasBegun("a"), .notAllowed, "session: \"a\" is already active"),
            (.tooManySessions(most: 8), .notAllowed, "session: 8 sessions are active"),
            (.sessionsNever(app: "a"), .notAllowed, "session: the user's configuration forbids \"a\" to begin one"),
            (
                .sessionsEndedByUser(seconds: 60), .notAllowed,
                "session: the user has ended this app's sessions; it can begin another in 60 s"
            ),
            (.noSessions(of: "a", others: []), .unknownTarget, "app: \"a\" has no media session; nor has any other"),
            (.noSessions(of: "a", others: ["b"]), .unknownTarget, "app: \"a\" has no media session; expected one of \"b\""),
            (.sessionNotNamed(of: []), .unknownTarget, "session: this client has no media session; begin one first"),
            (.sessionNotNamed(of: ["a", "b"]), .unknownTarget, "session: missing; expected one of \"a\", \"b\""),
            (.unknownSession("c", of: ["a"]), .unknownTarget, "session: this client has no media session \"c\"; expected one of \"a\""),
            (.tooMuchWaits, .notAllowed, "text: this client has too much text waiting"),
            (.unknownAnnouncement("a"), .unknownTarget, "target: no announcement with the id \"a\""),
            (.ambiguousAnnouncement("a"), .unknownTarget, "target: several clients have an announcement with the id \"a\""),
            (.nothingSilent(most: 100), .unknownTarget, "silent: nothing among the last 100 utterances was silent"),
            (.unknownUtterance("a", most: 100), .unknownTarget, "target: nothing with the id \"a\" is among the last 100 utterances"),
            (.voicesUnknown, .notAllowed, "the voice is not ready yet"),
            (
                .unknownVoice(UnknownVoice(.voice, "a", near: ["b", "c"])), .invalidMessage,
                "voice: \"a\" is unknown; near matches: \"b\", \"c\"; `announce voices` lists all"
            ),
            (
                .unknownVoice(UnknownVoice(.language, "a", near: []), run: 1), .invalidMessage,
                "runs[1].language: \"a\" is unknown; `announce voices` lists all"
            ),
            (
                .unknownVoice(UnknownVoice(.variant, "+a", near: ["b+c"])), .invalidMessage,
                "voice: the variant \"+a\" is unknown; near matches: \"b+c\"; `espeak-ng --voices=variant` lists all"
            ),
        ] as [(Refusal, ErrorReply.Code, String)])
    func wording(_ refusal: Refusal, _ code: ErrorReply.Code, _ message: String) throws {
        let line = ServerMessage.refused(refusal, id: "r", line: 7).jsonLine
        guard case .error(let read) = try ServerLine.message(from: line.dropLast()) else { Issue.record("no error"); return }
        #expect(read.code == code && read.id == "r" && read.line == 7)
        #expect(read.message.hasPrefix(message), "\(read.message)")
    }

    @Test("A status has the sentence of the refusal for a voice that is missing")
    func status() throws {
        let unknown = UnknownVoice(.voice, "a", near: ["b"])
        let missing = Status.Mistake.unknownVoice(unknown)
        let status = Status(
            version: "1", processID: 1, uptime: 0, paused: false, clients: 0, speaking: nil, waiting: [:], next: [],
            voice: Status.Voice(state: .ready, unknownSetting: missing), device: Status.Device(state: .closed, name: "default"),
            mistakes: [missing])
        let line = ServerMessage.reply(Reply(id: "r", result: .status(status))).jsonLine
        guard case .reply(let reply) = try ServerLine.message(from: line.dropLast()), case .status(let read) = reply.result else {
            Issue.record("no status")
            return
        }
        let sentence = Status.Mistake.worded(ErrorReply(.unknownVoice(unknown)).message)
        #expect(read.voice.unknownSetting == sentence && read.mistakes == [sentence])
    }
}
