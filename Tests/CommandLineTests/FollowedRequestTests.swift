import Messages
import Testing

@testable import announce

/// When nothing more comes of a request.
struct FollowedRequestTests {
    private static func reply(_ id: String = "a") -> ServerMessage { .reply(Reply(id: id, state: .queued)) }

    private static func settled(_ id: String = "a", of client: String = "announce") -> ServerMessage {
        .event(TraceEvent(at: 1, event: .settled, id: id, client: client, successful: true, reason: .spoken))
    }

    private static let outcome = ServerMessage.announcementDidFinish(
        AnnouncementDidFinish(id: "a", text: "A", successful: true, reason: .spoken, attempts: 1, spokenSeconds: 1))

    private static let announcement = Request.announcement(Announcement(runs: [SpeechRun(text: "A")]))
    private static let notification = Request.notification(.elementRemoved(id: "e"))

    @Test(
        arguments: [
            (announcement, [reply(), settled(), outcome]), (notification, [reply(), settled()]), (notification, [settled(), reply()]),
            (.where(), [reply(), settled()]), (.details, [reply(), settled()]), (.missed(speaks: true), [reply(), settled()]),
            (.missed(speaks: false), [reply()]),
            (.ping, [reply()]), (.mediaSession(.end(name: nil)), [reply()]),
        ] as [(Request, [ServerMessage])])
    func `A request is over with the last of its messages`(_ request: Request, _ messages: [ServerMessage]) {
        var followed = FollowedRequest(request, id: "a")
        for message in messages {
            #expect(!followed.isOver)
            let isNews = followed.receive(message)
            #expect(isNews)
        }
        #expect(followed.isOver)
    }

    @Test func `Messages about others, or about an earlier run's announcement of the same id, change nothing`() {
        var followed = FollowedRequest(Self.announcement, id: "a")
        func receive(_ messages: [ServerMessage], as apps: Set<String> = ["announce"]) -> [Bool] {
            messages.map { followed.receive($0, as: apps) }
        }
        #expect(receive([Self.reply("b"), Self.settled("b"), Self.settled(of: "mail"), Self.outcome]) == [false, false, false, false])
        #expect(receive([Self.settled(of: "mail"), Self.reply(), Self.outcome], as: ["announce", "mail"]) == [true, true, true])
        #expect(followed.isOver)
        // These are of the next request with the same id.
        #expect(receive([Self.reply(), Self.settled(), Self.outcome]) == [false, false, false])
    }
}
