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
        #expect(run.sent(to: 249).compactMap(\.error).map(\.code) == [.tooManyClients])
        run.say("more", client: 240)
        #expect(run.sent(to: 240).compactMap(\.error).isEmpty)
        for command in [.stop, .resume] as [Request] { run.ask(command, client: 249) }
        run.ask(request, client: 249)
        #expect(run.sent(to: 249).compactMap(\.error).count == 1 && run.finished(of: 7).first?.reason == .stopped)
    }

    @Test(arguments: [(1, 1), (2, 1), (8, 6), (16, 14), (40, 38), (256, 240)])
    func `Where fewer clients may be connected, fewer may be busy: some are left for commands`(clients: Int, busy: UInt64) {
        var run = ConductorRun(clients: Array(1...UInt64(clients)))
        run.conductor.mostClients = clients
        for client in 1...UInt64(clients) { run.say("text", .low, client: client) }
        for client in 1...UInt64(clients) {
            let refused = run.sent(to: client).compactMap(\.error).map(\.code) == [.tooManyClients]
            #expect(refused == (client > busy))
        }
    }

    @Test func `120 clients of one program can be busy, so that its own stop is carried out; other programs have room`() {
        var run = ConductorRun(clients: Array(1...130))
        for client in 1...128 as ClosedRange<UInt64> { run.conductor.identify(ClientID(client), program: 7) }
        run.conductor.identify(ClientID(129), program: 8)
        for client in 1...130 as ClosedRange<UInt64> { run.say("text", .low, client: client) }
        for client in 1...130 as ClosedRange<UInt64> {
            let refused = run.sent(to: client).compactMap(\.error).map(\.code) == [.tooManyClients]
            #expect(refused == (121...128).contains(client))
        }
        // Where fewer fit, a program has fewer of them.
        var few = ConductorRun(clients: Array(1...16))
        few.conductor.mostClients = 16
        for client in 1...16 as ClosedRange<UInt64> { few.conductor.identify(ClientID(client), program: client <= 8 ? 7 : 8) }
        for client in 1...16 as ClosedRange<UInt64> { few.say("text", .low, client: client) }
        let refused = (1...16).filter { !few.sent(to: $0).compactMap(\.error).isEmpty }
        #expect(refused == [7, 8, 15, 16])
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
