import Conductor
import Messages
import SpeechQueue
import Testing

/// Others' requests as subscribers see them.
@Suite struct RecordingTests {
    private static func run() -> ConductorRun {
        var run = ConductorRun(clients: [1, 2])
        run.ask(.subscribe([.received]))
        _ = run.taken()
        return run
    }

    private static func received(_ run: inout ConductorRun) -> [TraceEvent] {
        defer { _ = run.taken() }
        return run.sent().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    private static func notifications(_ run: inout ConductorRun) -> [Notification] {
        received(&run).compactMap { if case .request(.notification(let notification), _) = $0.request { notification } else { nil } }
    }

    @Test func `A request is seen with its client before what follows from it, and so is a client that goes`() {
        var run = Self.run()
        run.ask(.subscribe([.received, .posted]))
        run.ask(.hello(Hello(app: "mail")), client: 2)
        run.say("one", id: "x", .low, client: 2)
        run.say("two", client: 2)
        run.add(run.conductor.disconnect(ClientID(2), at: run.now))
        let events = Self.received(&run)
        #expect(events.map(\.event) == [.received, .received, .posted, .received, .posted, .received])
        #expect(events.allSatisfy { $0.client == "mail" && ($0.event == .posted || $0.connection == "client-2") })
        let one = Announcement(runs: [SpeechRun(text: "one")], priority: .low)
        #expect(events[1].request == .request(.announcement(one), id: "x") && events[1].id == "x")
        let two = Announcement(runs: [SpeechRun(text: "two")])
        #expect(events[3].request == .request(.announcement(two), id: nil) && events[3].id == events[4].id)
        #expect(events[5].request == .disconnect)
    }

    @Test func `A request without an id is seen with the id of its reply`() {
        var run = Self.run()
        run.ask(.notification(.elementFocused(.element(Element(id: "b", label: "Play")), by: .user)), client: 2)
        let change = ScreenChange(argument: .element(.element(Element(id: "c", label: "Stop"))), title: "Title")
        run.ask(.notification(.screenChanged(change)), client: 2)
        let replies = run.sent(to: 2).compactMap { if case .reply(let reply) = $0 { reply.id } else { nil } }
        #expect(Self.received(&run).map(\.id) == replies && replies.count == 2)
    }

    @Test func `Queries and refused requests are not seen`() {
        var run = Self.run()
        for request in [
            Request.ping, .status, .history(limit: 1), .missed(speaks: false), .settings(UserSettings()), .subscribe([]),

            .cancel(.id("none")), .notification(.elementActivated(id: "none")), .explain(target: "none"),
        ] {
            run.ask(request, client: 2)
        }
        #expect(Self.received(&run) == [])
        for request in [
            Request.stop, .skip, .pause, .resume, .where(), .details, .repeat(count: 1), .missed(speaks: true),
            .settings(UserSettings(hints: false)),
        ] {
            run.ask(request, client: 2)
            #expect(Self.received(&run).map(\.request) == [.request(request, id: nil)])
        }
    }

    @Test func `A new subscriber receives the clients already there, as apps launched before`() {
        var run = ConductorRun(clients: [1, 2, 3])
        run.ask(.hello(Hello(app: "mail", replies: .none)), client: 2)
        _ = run.taken()
        run.ask(.subscribe([.received]))
        let events = Self.received(&run)
        #expect(events.map(\.request) == [.request(.hello(Hello(app: "mail", launch: false, replies: .none)), id: nil)])
        #expect(events.map(\.connection) == ["client-2"])
    }

    @Test("K3: Others do not see what is in a secure text field, nor the keys that go there") func secrets() {
        var run = Self.run()
        let key = Element(id: "k", label: "q", traits: [.keyboardKey])
        func field(_ value: String, _ traits: Traits = [.secureTextEntry]) -> Element {
            Element(id: "p", label: "Password", value: value, traits: traits)
        }
        func shown(_ sent: Notification) -> [Notification] {
            run.ask(.notification(sent), client: 2)
            return Self.notifications(&run)
        }
        let screen = ScreenChange(argument: .element(.element(field("geheim"))), elements: [key, field("geheim")])
        let masked = ScreenChange(argument: .element(.element(field("••••••"))), elements: [key, field("••••••")])
        #expect(shown(.screenChanged(screen)) == [.screenChanged(masked)])
        #expect(
            shown(.elementUpdated(ElementUpdate(id: "p", value: "geheimx", inserted: "x", deleted: "")))
                == [.elementUpdated(ElementUpdate(id: "p", value: "•••••••", inserted: "•", deleted: ""))])
        #expect(
            shown(.elementUpdated(ElementUpdate(id: "p", attributedValue: AttributedText([SpeechRun(text: "ge"), SpeechRun(text: "im")]))))
                == [.elementUpdated(ElementUpdate(id: "p", value: "••••"))])
        #expect(shown(.elementActivated(id: "k")) == [])
        #expect(
            shown(.elementFocused(.element(field("geheim")), by: .user)) == [.elementFocused(.element(field("••••••")), by: .user)])
        var inParts = field("")
        inParts.attributedValue = AttributedText([SpeechRun(text: "g", attributes: SpeechAttributes(spell: true))])
        #expect(shown(.elementFocused(.element(inParts), by: .user)) == [.elementFocused(.element(field("•")), by: .user)])
        #expect(shown(.layoutChanged(.element(.element(field("a"))))) == [.layoutChanged(.element(.element(field("•"))))])
        // The field is shown from now on, but what was in it was secret.
        let plain: Traits = [.textEntry]
        #expect(
            shown(.elementUpdated(ElementUpdate(id: "p", value: "ab", traits: plain)))
                == [.elementUpdated(ElementUpdate(id: "p", value: "••", traits: plain))])
        #expect(shown(.elementActivated(id: "k")) == [.elementActivated(id: "k")])
        let update = Notification.elementUpdated(ElementUpdate(id: "p", value: "abc"))
        #expect(shown(update) == [update])
    }
}
