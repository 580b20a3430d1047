import Conductor
import Messages
import SpeechQueue
import Testing

@testable import Continuity

/// What the next process sends is what this one would have sent, wherever this one ends.
@Suite struct ContinuingTests {
    @Test("Q10: after a restart a duplicate has its own text, if its client wrote it otherwise")
    func ownText() {
        var run = ConductorRun()
        let written = "It takes 1h 30m"
        run.say(written, .low)
        let spoken = run.spoken.last?.text ?? written
        #expect(spoken != written)
        run = ConductorRun()
        run.say("now", .low)
        run.say(written, id: "short", .low)
        run.say(spoken, id: "long", .low)
        run.write()
        var next = Self.next(run)
        next.ready()
        next.finish()
        next.finish()
        #expect(next.finished().map { "\($0.id): \($0.text)" }.sorted().suffix(2) == ["long: \(spoken)", "short: \(written)"])
    }

    @Test("Q10: a duplicate whose outcome waits for its turn keeps its text and attempts, though the original's was sent")
    func postponedDuplicate() {
        var run = ConductorRun()
        for number in 0..<60 { run.say("same", id: "\(number)", .low) }
        run.write()
        // The outcomes of the first slice leave; the others wait.
        let sent = run.conductor.receive(.finished(run.spoken[0].id), at: run.now)
        #expect(run.conductor.isIncomplete)
        run.write()
        let told = ConductorRun.finished(in: sent).map(\.id) + Self.next(run).finished().map(\.id)
        #expect(Set(told).count == 60 && told.count == 60)
        #expect(Self.next(run).finished().allSatisfy { $0.text == "same" && $0.reason == .spoken && $0.attempts == 1 })
    }

    @Test("D4: each disconnection of an app keeps its outcomes for longer, also one without announcements")
    func longer() {
        var run = ConductorRun(clients: [1, 2])
        for client: UInt64 in 1...2 { run.ask(.hello(Hello(app: "mail")), client: client) }
        run.say("missed", id: "m", client: 1)
        run.add(run.conductor.disconnect(ClientID(1), at: run.now))
        run.finish()
        run.now = run.now + 50
        run.ask(.notification(.elementFocused(.element(Element(id: "e", label: "Inbox")), by: .user)), client: 2)
        run.add(run.conductor.disconnect(ClientID(2), at: run.now))
        run.now = run.now + 20
        var next = Self.next(run, connected: [])
        next.conductor.connect(ClientID(3), name: "client-3")
        next.ask(.hello(Hello(app: "mail")), client: 3)
        #expect(next.finished(of: 3).map(\.id) == ["m"])
    }

    @Test func `A value on the wire that can't be read leaves the rest of the journal as it is`() {
        let client = ClientID(1)
        let hello = Hello(app: String(repeating: "a", count: 300))
        let entry = JournalEntry.client(RememberedClient(id: client, name: "client-1", hello: hello)).reread
        #expect(entry == .client(RememberedClient(id: client, name: "client-1")))
    }

    /// Returns the process that continues from what was written.
    private static func next(_ run: ConductorRun, connected: Set<ClientID> = [ClientID(1)]) -> ConductorRun {
        var next = ConductorRun(isReady: false, clients: [])
        next.now = run.now
        next.add(next.conductor.restore(Remembered(run.journal.map(\.reread)), connected: connected, at: run.now))
        return next
    }
}

extension ConductorRun {
    fileprivate static func finished(in effects: [Effect]) -> [AnnouncementDidFinish] {
        effects.compactMap { if case .send(.announcementDidFinish(let did), _) = $0 { did } else { nil } }
    }
}
