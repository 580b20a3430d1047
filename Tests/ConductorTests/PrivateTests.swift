import Conductor
import Messages
import SpeechQueue
import Testing

@testable import Continuity

/// A private text is spoken, and stands nowhere.
@Suite struct PrivateTests {
    private static let text = "Your code is 4711"

    private static func say(_ run: inout ConductorRun, _ announcement: Announcement, id: String) {
        run.ask(.announcement(announcement), id: id)
    }

    /// The voice speaks what it was given last.
    private static func hear(_ run: inout ConductorRun) {
        if let id = run.spoken.last?.id { run.voice(.started(id)) }
        run.finish()
    }

    @Test("D7: a private text is heard, and neither events, status, history, explain nor its outcome have it")
    func nowhere() {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.subscribe(Set(SubscribedEvent.allCases)), client: 2)
        Self.say(&run, Announcement(Self.text, isPrivate: true), id: "code")
        run.ask(.status, client: 2)
        #expect(run.spoken.map(\.text) == [Self.text])
        Self.hear(&run)
        for request in [Request.history(limit: 10), .explain(target: "code"), .missed(speaks: false)] { run.ask(request, client: 2) }
        let lines = (run.sent() + run.sent(to: 2)).map { String(decoding: $0.jsonLine, as: UTF8.self) }
        #expect(!lines.contains { $0.contains("4711") })
        // The request, three events, the status, the history and the explanation show what stands in its place.
        #expect(lines.count { $0.contains("[private]") } >= 7)
        #expect(run.finished().map(\.text) == ["[private]"])
    }

    @Test("D7: repeat reads what was heard before a private text")
    func repeating() {
        var run = ConductorRun()
        run.say("before")
        Self.hear(&run)
        Self.say(&run, Announcement(Self.text, isPrivate: true), id: "code")
        Self.hear(&run)
        run.ask(.repeat(count: 1))
        #expect(run.spoken.last?.text == "before")
    }

    @Test("D7, D6: a private text that the user missed is counted without it")
    func missed() {
        var run = ConductorRun()
        run.say("now")
        Self.say(&run, Announcement(Self.text, priority: .low, maxAge: 1, isPrivate: true), id: "code")
        run.now = run.now + 2
        Self.hear(&run)
        run.ask(.missed(speaks: false))
        guard case .missed(let missed) = run.replies.last?.result else { return #expect(Bool(false)) }
        #expect(missed.map(\.text) == ["[private]"])
    }

    @Test("D7, Q10: a private text is merged only with another private one")
    func merging() {
        var run = ConductorRun()
        run.say("now")
        for (id, isPrivate) in [("a", true), ("b", false), ("c", true), ("d", false)] {
            Self.say(&run, Announcement(Self.text, priority: .low, isPrivate: isPrivate), id: id)
        }
        for _ in 0..<3 { Self.hear(&run) }
        #expect(run.spoken.map(\.text) == ["now", Self.text, Self.text])
        #expect(
            run.finished().map { "\($0.id): \($0.text)" }.dropFirst().sorted() == [
                "a: [private]", "b: \(Self.text)", "c: [private]", "d: \(Self.text)",
            ])
    }

    @Test("D7: a private text is not in the journal; the next process sends its outcome")
    func restart() {
        var run = ConductorRun()
        run.say("now")
        Self.say(&run, Announcement(Self.text, priority: .low, isPrivate: true), id: "a")
        Self.say(&run, Announcement(Self.text, priority: .low, isPrivate: true), id: "b")
        run.write()
        #expect(!run.journal.contains { "\($0)".contains("4711") })
        run.restart(connected: [ClientID(1)])
        _ = run.conductor.complete(at: run.now)
        #expect(run.finished().map { "\($0.id) \($0.reason) \($0.text)" }.sorted() == ["a shutdown [private]", "b shutdown [private]"])
    }

    @Test("D7: once a private text was carried out, the journal begins anew, because it has the request")
    func input() {
        var run = ConductorRun()
        _ = run.conductor.takeChanges()
        run.conductor.connect(ClientID(3), name: "client-3")
        #expect(!run.conductor.takeChanges().hasPrivateText)
        _ = run.conductor.receive(.announcement(Announcement(Self.text, isPrivate: true)), id: nil, from: ClientID(3), at: run.now)
        #expect(run.conductor.takeChanges().hasPrivateText)
        // With known voices, the unknown one is refused.
        run.voice(
            .voices(VoiceCatalog(voices: [InstalledVoice(identifier: "gmw/de", name: "German", languages: [.init("de")])], variants: [])))
        let refused = Announcement(Self.text, SpeechAttributes(voice: "nobody"), isPrivate: true)
        _ = run.conductor.receive(.announcement(refused), id: nil, from: ClientID(3), at: run.now)
        #expect(run.conductor.takeChanges().hasPrivateText)
        #expect(!run.conductor.takeChanges().hasPrivateText)
    }
}
