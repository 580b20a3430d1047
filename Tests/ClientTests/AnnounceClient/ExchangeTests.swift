import AnnounceClient
import Messages
import Testing

/// The fate of requests over one connection after another.
@Suite struct ExchangeTests {
    private static let unknown = AnnounceError.outcomeUnknown.description
    private static let lost = AnnounceError.connectionLost.description

    @Test func `Until the daemon has answered the greeting requests wait; then they go out in order`() {
        var run = ExchangeRun()
        run.announce("a")
        run.connect()
        run.announce("b")
        #expect(run.texts() == [])
        run.answerGreeting()
        run.announce("c")
        #expect(run.texts() == ["a", "b", "c"])
        #expect(run.ended.isEmpty)
        run.hear(.announcementDidFinish(ExchangeRun.did("b", .interrupted)))
        #expect(run.end("b") == "interrupted")
        #expect(run.ended.count == 1)
    }

    @Test func `A reply ends what waits for one, and an error what was refused`() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.ask(.stop, "stop")
        run.ask(.notification(.elementActivated(id: "x")), "x")
        run.announce("a")
        run.reply("stop")
        run.reply("a")
        run.hear(.error(ErrorReply(id: "x", code: .unknownTarget, message: "no x")))
        #expect(run.end("stop") == "reply ")
        #expect(run.ended["x"] == [.failure(.refused(AnnounceError.Refusal(id: "x", code: .unknownTarget, message: "no x")))])
        #expect(run.end("a") == nil)
    }

    @Test("D4: what was missed comes with the greeting of the next connection")
    func missed() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.announce("a")
        run.reply("a")
        run.lose()
        #expect(run.told == [.connectionLost])
        run.connect()
        run.hear(.announcementDidFinish(ExchangeRun.did("a")))
        #expect(run.end("a") == "spoken")
        run.answerGreeting(uptime: 2)
        #expect(run.told.last == .reconnected(toSameDaemon: true))
        #expect(run.end("a") == "spoken")
    }

    @Test(
        "D4, D1: what the daemon told nobody is asked for by its id, and no announcement is posted twice",
        arguments: [true, false])
    func asked(isAccepted: Bool) {
        var run = ExchangeRun()
        run.connectAndGreet()
        for id in ["heard", "waits", "unknown"] { run.announce(id) }
        run.ask(ExchangeRun.announcement("posted"), "posted")
        if isAccepted { for id in ["heard", "waits", "unknown", "posted"] { run.reply(id) } }
        run.lose()
        #expect(run.ended.count == (isAccepted ? 1 : 0))
        run.connect()
        run.answerGreeting(uptime: 2) { $0 == "unknown" ? nil : $0 == "heard" ? .some(.spoken) : .some(nil) }
        #expect(run.texts() == [])
        #expect(run.end("heard") == "spoken, from history")
        #expect(run.end("unknown") == Self.unknown)
        #expect(run.end("posted") == (isAccepted ? "reply " : "reply queued"))
        #expect(run.end("waits") == nil)
        #expect(run.checksLater == 1)
        // Its outcome went to somebody else.
        run.sent = []
        run.perform { $0.checkAgain() }
        run.answerGreeting { _ in .some(.expired) }
        #expect(run.end("waits") == "expired, from history")
        #expect(run.checksLater == 1)
        #expect(run.posted.values.allSatisfy { $0 == 1 })
    }

    @Test func `Another daemon knows nothing: the outcome is unknown, once`() {
        var run = ExchangeRun()
        run.connectAndGreet(process: 1, uptime: 100)
        run.announce("a")
        run.lose()
        run.connectAndGreet(process: 1, uptime: 3)
        #expect(run.told.last == .reconnected(toSameDaemon: false))
        #expect(run.end("a") == Self.unknown)
        run.hear(.announcementDidFinish(ExchangeRun.did("a")))
        #expect(run.end("a") == Self.unknown)
    }

    @Test func `An explanation that is too long to send leaves the outcome unknown, but the caller does not wait`() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.announce("a")
        run.lose()
        run.connect()
        run.answerGreeting(answersAll: false)
        #expect(run.end("a") == Self.unknown)
    }

    @Test func `After a lost connection queries are asked again, and other requests fail`() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.ask(.voices(language: nil), "voices")
        run.ask(.notification(.elementRemoved(id: "x")), "remove")
        run.lose()
        #expect(run.end("remove") == Self.lost)
        #expect(run.end("voices") == nil)
        run.connectAndGreet()
        #expect(run.sent.last?.request == .voices(language: nil))
        run.reply("voices", .voices([]))
        #expect(run.ended["voices"]?.count == 1)
    }

    @Test("Y1: the next connection is not a launch; subscriptions and media sessions are renewed before other requests")
    func again() {
        var run = ExchangeRun()
        run.connectAndGreet()
        let session = MediaSession(name: "take", mode: .record)
        run.ask(.subscribe([.started]), "s")
        run.ask(.mediaSession(.begin(session)), "m")
        for name in ["over", "gone"] { run.ask(.mediaSession(.begin(MediaSession(name: name))), name) }
        for id in ["s", "m", "over", "gone"] { run.reply(id) }
        run.ask(.mediaSession(.end(name: "over")), "end")
        run.reply("end")
        run.hear(.mediaSession(MediaSessionEvent(session: "gone", mode: .play, change: .ended, reason: .lease)))
        run.lose()
        run.announce("a")
        run.connectAndGreet()
        let expected: [Request] = [
            .hello(Hello(app: "mail", launch: false)), .subscribe([.started]), .status, .mediaSession(.begin(session)),
            ExchangeRun.announcement("a"),
        ]
        #expect(run.sent.map(\.request) == expected)
    }

    @Test func `Without a connection requests wait until patience ends, then fail at once until there is one`() throws {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.announce("sent")
        run.lose()
        run.announce("waits")
        let outage = try #require(run.outage)
        run.perform { $0.endPatience(outage: outage - 1) }
        #expect(run.ended.isEmpty)
        run.perform { $0.endPatience(outage: outage) }
        run.announce("late")
        #expect(run.end("sent") == Self.unknown)
        for id in ["waits", "late"] { #expect(run.ended[id] == [.failure(.noDaemon(socket: "/socket"))]) }
        run.connectAndGreet()
        run.announce("again")
        #expect(run.texts() == ["again"])
        run.perform { $0.endPatience(outage: outage) }
        #expect(run.end("again") == nil)
    }

    @Test func `A daemon that does not answer a request for as long as patience lasts is left; one that is only busy is not`() throws {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.announce("a")
        let first = try #require(run.awaited)
        run.reply("a")
        run.ask(.notification(.elementRemoved(id: "x")), "later")
        run.perform { $0.endPatience(answer: first) }
        #expect(run.disconnects == 0, "it has had less time")
        let second = try #require(run.awaited)
        #expect(second != first)
        run.perform { $0.endPatience(answer: second) }
        #expect(run.disconnects == 1)
        run.lose()
        #expect(run.end("later") == Self.lost)
        run.connect()
        let greeting = try #require(run.awaited)
        run.perform { $0.endPatience(answer: greeting) }
        #expect(run.disconnects == 2, "it does not answer the greeting either")
        run.lose()
        run.connectAndGreet()
        run.ask(.status, "status")
        run.perform { $0.endPatience(answer: greeting) }
        #expect(run.disconnects == 2, "another connection's")
        run.reply("status")
        let third = try #require(run.awaited)
        run.perform { $0.endPatience(answer: third) }
        #expect(run.disconnects == 2 && run.awaited == third, "all is answered, and the clock rests")
    }

    @Test("M4: a media session that was to end without a connection is over, and does not begin again")
    func endedSession() {
        var run = ExchangeRun()
        run.connectAndGreet()
        for name in ["sent", "waiting"] {
            run.ask(.mediaSession(.begin(MediaSession(name: name))), name)
            run.reply(name)
        }
        run.ask(.mediaSession(.end(name: "sent")), "end 1")
        run.lose()
        run.ask(.mediaSession(.end(name: "waiting")), "end 2")
        for id in ["end 1", "end 2"] { #expect(run.ended[id] == [.success(.reply(Reply(id: id)))]) }
        run.connectAndGreet()
        #expect(run.sent.map(\.request) == [.hello(Hello(app: "mail", launch: false)), .status])
    }

    @Test func `A first connection that is refused, lost or not answered closes the exchange`() {
        let refusal = ErrorReply(code: .tooManyClients, message: "256")
        let endings: [(AnnounceError, (inout ExchangeRun) -> Void)] = [
            (.refused(AnnounceError.Refusal(code: .tooManyClients, message: "256")), { $0.hear(.error(refusal)) }),
            (.connectionLost, { _ in }),
            (.noDaemon(socket: "/socket"), { run in run.perform { $0.endPatience(outage: 1) } }),
        ]
        for (error, input) in endings {
            var run = ExchangeRun()
            run.connect()
            run.ask(.ping, "ping")
            input(&run)
            run.lose()
            #expect(run.ended["ping"] == [.failure(error)])
            #expect(run.exchange.isClosed)
            run.ask(.ping, "late")
            // The answer may come before the question was asked.
            #expect(run.ended["late"] == [.failure(error)])
        }
    }

    @Test func `A later connection that is refused is lost as any other`() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.lose()
        run.announce("a")
        run.connect()
        run.hear(.error(ErrorReply(code: .tooManyClients, message: "256")))
        run.lose()
        run.connectAndGreet()
        #expect(run.texts() == ["a"])
        #expect(run.told == [.connectionLost, .reconnected(toSameDaemon: true)])
    }

    @Test func `A request that no one waits for any more is not posted, or is cancelled, if necessary on the next connection`() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.announce("sent")
        run.perform { $0.cancel("sent") }
        #expect(run.sent.last?.request == .cancel(.id("sent")))
        run.announce("before")
        run.lose()
        run.announce("waiting")
        for id in ["before", "waiting", "never asked"] { run.perform { $0.cancel(id) } }
        run.connectAndGreet()
        // It is unknown whether the first cancel has arrived.
        #expect(run.sent.suffix(2).map(\.request) == [.cancel(.id("sent")), .cancel(.id("before"))])
        #expect(run.texts() == [])
        #expect(run.ended.isEmpty)
    }

    @Test("M4: a media session whose beginner waits for it no more is ended")
    func cancelledSession() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.ask(.mediaSession(.begin(MediaSession(name: "take"))), "m")
        run.perform { $0.cancel("m") }
        #expect(run.sent.last?.request == .mediaSession(.end(name: "take")))
        run.reply("m")
        run.lose()
        run.connectAndGreet()
        #expect(!run.sent.contains { $0.request == .mediaSession(.begin(MediaSession(name: "take"))) })
    }

    @Test func `Closing ends all that waits, and ids are used once`() {
        var run = ExchangeRun()
        run.connectAndGreet()
        run.announce("a")
        run.ask(.ping, "ping")
        run.perform { $0.close() }
        for id in ["a", "ping"] { #expect(run.ended[id] == [.failure(.closed)]) }
        var ids = Set<String>()
        for _ in 0..<100 { ids.insert(run.exchange.nextID()) }
        #expect(ids.count == 100)
        #expect(ids.isDisjoint(with: run.sent.map(\.id)))
    }
}
