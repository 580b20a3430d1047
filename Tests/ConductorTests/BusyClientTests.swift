import Conductor
import Messages
import SpeechQueue
import Testing

/// Which clients never give way to others, and how many there may be.
struct BusyClientTests {
    private static let late: [Request] = [
        .announcement(Announcement(runs: [SpeechRun(text: "late")])), .notification(.screenChanged(ScreenChange(title: "Late"))),
        .mediaSession(.begin(MediaSession(name: "late"))),
    ]

    @Test(arguments: late) func `240 clients can be busy: another one's speech is refused, and its commands are carried out`(
        request: Request
    ) {
        var run = ConductorRun(clients: Array(1...250))
        run.ask(.pause, client: 250)
        for client in 1...240 as ClosedRange<UInt64> { run.say("text", .low, client: client) }
        _ = run.taken()
        run.ask(request, client: 249)
        #expect(run.sent(to: 249).compactMap(ConductorRun.error).map(\.code) == [.tooManyClients])
        run.say("more", client: 240)
        #expect(run.sent(to: 240).compactMap(ConductorRun.error).isEmpty)
        for command in [.stop, .resume] as [Request] { run.ask(command, client: 249) }
        run.ask(request, client: 249)
        #expect(run.sent(to: 249).compactMap(ConductorRun.error).count == 1 && run.finished(of: 7).first?.reason == .stopped)
    }

    @Test func `A client is busy while something of it is in progress, and while it is in the foreground`() {
        var run = ConductorRun(clients: Array(1...5))
        run.say("spoken", client: 1)
        run.ask(.mediaSession(.begin(MediaSession(name: "s", announcements: .pass))), client: 2)
        run.ask(.subscribe([.started]), client: 3)
        func busy() -> [UInt64] { (1...5).filter { run.conductor.isBusy(ClientID($0)) } }
        #expect(busy() == [1, 2], "a subscriber would lose events, and knows")
        run.finish()
        run.ask(.mediaSession(.end(name: "s")), client: 2)
        #expect(busy() == [])
        run.ask(.notification(.screenChanged(ScreenChange(title: "Title"))), client: 4)
        run.now = run.now + 10
        run.wake()
        run.finish()
        #expect(busy() == [4])
    }
}
