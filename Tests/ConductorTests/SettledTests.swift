import Conductor
import Messages
import Narration
import SpeechQueue
import Testing

@testable import Continuity

/// The consequences of a request, and its end: `settled`, and the `cause` in each event that it brought along.
@Suite struct SettledTests {
    private static let play = #""type":"elementFocused","id":"focus","element":{"id":"p","label":"Play","hint":"Plays the song"}"#
    private static let timer =
        #""type":"elementFocused","id":"focus","element":{"id":"t","label":"Timer","value":"1","traits":["updatesFrequently"]}"#

    private static func screen(_ change: (inout Screen) -> Void = { _ in }) -> Screen {
        var screen = Screen { $0.earcons = [.pageBorder] }
        screen.post(#""type":"subscribe","events":["settled","finished"]"#, as: "listener")
        change(&screen)
        return screen
    }

    private static func update(_ id: String, _ value: String) -> String {
        #""type":"elementUpdated","id":"\#(id)","element":"t","value":"\#(value)""#
    }

    @Test func `A hint belongs to the request that moved the focus, which is settled after it`() {
        var screen = Self.screen { $0.post(Self.play) }
        #expect(screen.settled == [])
        screen.waitForSilence()
        #expect(screen.settled == ["2.4 focus spoken D2"])
        #expect(screen.causes == ["", "focus"])
    }

    @Test func `A dropped hint is not a failure of its request`() {
        var screen = Self.screen { $0.post(Self.play) }
        screen.wait(until: 0.7)
        screen.post(#""type":"announcement","id":"a","text":"Hello""#)
        #expect(screen.settled == ["0.7 focus spoken D2"])
        screen.waitForSilence()
        #expect(screen.settled.last == "1.2 a spoken D2")
    }

    @Test func `A request whose speech is cut is settled with the reason`() {
        var screen = Self.screen { $0.post(Self.play) }
        screen.post(#""type":"announcement","id":"a","text":"Hello""#, as: "another")
        #expect(screen.settled == ["0.0 focus interrupted Q2"])
        screen.post(#""type":"stop""#)
        #expect(screen.settled.last == "0.0 a stopped Q4")
    }

    @Test func `U1, U4: a stored value is settled when it is heard, or overtaken`() {
        var screen = Self.screen { $0.post(Self.timer) }
        screen.post(Self.update("two", "2"))
        #expect(screen.replies().last?.state == .stored)
        screen.post(Self.update("three", "3"))
        #expect(screen.settled == ["0.0 two silent U4"])
        screen.waitForSilence()
        #expect(screen.settled == ["0.0 two silent U4", "1.0 focus spoken D2", "1.5 three spoken D2"])
        #expect(screen.causes.last == "three")
    }

    @Test(
        "U6: a stored value whose element loses the focus or is removed is settled by that rule",
        arguments: [
            #""type":"elementRemoved","element":"t""#, #""type":"elementFocused","element":{"id":"p","label":"Play"}"#,
        ])
    func left(line: String) {
        var screen = Self.screen { $0.post(Self.timer) }
        screen.post(Self.update("two", "2"))
        screen.post(line)
        #expect(screen.settled.contains("0.0 two silent U6"), "\(screen.settled)")
    }

    @Test func `D4, U4: a stored value is settled when it is heard, though a copy of the screen has taken the focus along`() {
        var screen = Self.screen {
            $0.post(#""type":"hello","app":"clock""#)
            $0.post(Self.timer)
        }
        screen.post(Self.update("two", "2"))
        screen.post(#""type":"hello","app":"clock""#, as: "run")
        screen.post(#""type":"where""#, as: "run")
        #expect(!screen.settled.contains { $0.contains(" two ") })
        screen.waitForSilence()
        #expect(screen.settled.contains { $0.hasSuffix(" two spoken D2") }, "\(screen.settled)")
    }

    @Test func `U3, U7: an unchanged value is settled at once`() {
        var screen = Self.screen { $0.post(Self.timer) }
        screen.waitForSilence()
        screen.post(Self.update("same", "1"))
        #expect(screen.settled.last == "1.0 same silent U3" && screen.replies().last?.state == .silent)
        screen.post(#""type":"elementFocused","element":{"id":"t","value":"1","valueKind":"percent","traits":["updatesFrequently"]}"#)
        screen.waitForSilence()
        screen.post(Self.update("step", "2"))
        #expect(screen.settled.last?.hasSuffix("step silent U7") == true)
        screen.post(Self.update("last", "100"))
        screen.waitForSilence()
        #expect(screen.settled.last?.hasSuffix("last spoken D2") == true)
    }

    @Test func `Requests about the focus of a background app are settled at once`() {
        var screen = Self.screen { $0.post(Self.play) }
        screen.post(#""type":"elementFocused","id":"other","by":"app","element":{"label":"Other"}"#, as: "b")
        #expect(screen.settled == ["0.0 other silent N5"])
    }

    @Test func `An echo is settled when it is heard, or its app says something itself`() {
        var screen = Self.screen { $0.post(Self.play) }
        screen.waitForSilence()
        screen.post(#""type":"elementActivated","id":"one","element":"p""#)
        #expect(screen.replies().last?.state == .queued)
        screen.post(#""type":"announcement","id":"a","text":"Playing""#)
        #expect(screen.settled.last == "2.4 one silent Q8")
        screen.waitForSilence()
        screen.post(#""type":"elementActivated","id":"two","element":"p""#)
        screen.waitForSilence()
        #expect(screen.settled.last?.hasSuffix("two spoken D2") == true)
    }

    @Test func `Milestones, summaries and the title of a removed focus are caused by their requests`() {
        var screen = Self.screen()
        screen.post(
            #""type":"screenChanged","id":"screen","elements":[{"id":"a","label":"A"},{"id":"s","label":"S","traits":["summaryElement"]}]"#)
        screen.waitForSilence()
        #expect(screen.settled.count == 1 && screen.causes.last == "screen")
        screen.post(#""type":"elementFocused","element":{"id":"t","label":"T","value":"1","milestones":[5]}"#)
        screen.post(#""type":"elementFocused","element":"a""#)
        screen.post(Self.update("crossed", "9"))
        #expect(screen.replies().last?.state == .queued)
        screen.waitForSilence()
        #expect(screen.settled.last?.hasSuffix("crossed spoken D2") == true && screen.causes.last == "crossed")
    }

    @Test func `A page's border is a sound, and heard`() {
        var screen = Self.screen { $0.post(#""type":"pageScrolled","id":"one","text":"Page 1""#) }
        screen.waitForSilence()
        screen.post(#""type":"pageScrolled","id":"two","text":"Page 1""#)
        #expect(screen.settled == ["1.0 one spoken D2", "1.0 two heard N1"])
    }

    @Test func `A merged announcement is settled with the first`() {
        var screen = Self.screen { $0.post(#""type":"announcement","id":"a","text":"Hello""#) }
        screen.post(#""type":"announcement","id":"b","text":"Hello""#)
        screen.waitForSilence()
        #expect(screen.settled == ["0.5 a spoken D2", "0.5 b spoken D2"])
    }

    @Test func `A cancel by a request's id ends all that it brought along`() {
        var screen = Self.screen { $0.post(Self.play) }
        screen.wait(until: 1.2)
        screen.post(#""type":"cancel","target":"focus""#)
        #expect(screen.log.last == "1.2 stopped: Plays the song.")
        #expect(screen.settled == ["1.2 focus spoken D2"])
    }

    @Test func `A client that disconnects leaves nothing open, and appears under its name`() {
        var screen = Self.screen { $0.post(Self.play) }
        screen.wait(until: 0.7)
        screen.leave("a")
        #expect(screen.settled == ["0.7 focus spoken D2"])
        #expect(screen.settledClients == ["a"])
    }

    @Test func `M3, M5: a polled focus that a session kept silent is settled when it is spoken`() {
        var screen = Self.screen { $0.post(#""type":"mediaSession","op":"begin","session":"m","mode":"record""#) }
        screen.post(Self.timer)
        #expect(screen.replies().last?.state == .stored)
        screen.post(#""type":"mediaSession","op":"end","session":"m""#)
        screen.waitForSilence()
        #expect(screen.settled.count == 1 && screen.settled[0].hasSuffix("focus spoken D2"), "\(screen.settled)")
    }

    @Test func `A milestone beside an update is settled with it`() {
        var screen = Self.screen()
        screen.post(#""type":"elementFocused","element":{"id":"t","label":"T","value":"1","milestones":[5]}"#)
        screen.waitForSilence()
        screen.post(Self.update("crossed", "9"))
        screen.waitForSilence()
        #expect(screen.settled.last?.hasSuffix("crossed spoken D2") == true)
    }

    @Test func `A value that is stored and never spoken is explained`() {
        var screen = Self.screen { $0.post(Self.timer) }
        screen.waitForSilence()
        screen.post(Self.update("same", "1"))
        screen.post(#""type":"explain","target":"same""#)
        guard case .explanation(let explanation) = screen.replies().last?.result else { return #expect(Bool(false)) }
        #expect(explanation.steps.first?.text.contains("(U3)") == true)
    }

    @Test func `The journal holds open requests while somebody is subscribed, and nothing of them else`() {
        func entries(subscribes: Bool) -> [JournalEntry] {
            var run = ConductorRun(isReady: false)
            if subscribes { run.ask(.subscribe([.settled])) }
            run.ask(.notification(.elementFocused(.element(Element(id: "p", label: "Play")), by: .user)), id: "focus")
            run.ask(.stop)
            // Settled within its step.
            run.ask(.notification(.elementUpdated(ElementUpdate(id: "p", label: "Play"))), id: "same")
            return run.journal.filter { entry in
                switch entry {
                case .opened, .settled: true
                default: false
                }
            }
        }
        #expect(entries(subscribes: false) == [])
        #expect(entries(subscribes: true) == [.opened(Cause(number: 1, client: ClientID(1), name: "focus")), .settled(1)])
    }

    @Test func `Of what nothing can be spoken for nothing is settled`() {
        var screen = Self.screen { $0.post(#""type":"mediaSession","id":"m","op":"begin""#) }
        screen.post(#""type":"ping","id":"p""#)
        screen.post(#""type":"elementFocused","id":"unknown","element":"nothing""#)
        #expect(screen.settled == [] && screen.replies().allSatisfy { $0.state == nil })
    }
}

extension Screen {
    private func events(_ kind: SubscribedEvent) -> [TraceEvent] {
        sent.compactMap { if $0.client == "listener", case .event(let event) = $0.message, event.event == kind { event } else { nil } }
    }

    /// `2.4 focus spoken D2`.
    fileprivate var settled: [String] {
        events(.settled).map { event in
            let what = event.reason?.rawValue ?? (event.successful == true ? "heard" : "silent")
            return "\((event.at * 100).rounded() / 100) \(event.id) \(what) \(event.rule ?? "")"
        }
    }

    fileprivate var settledClients: [String] { events(.settled).map(\.client) }

    /// The causes of all that was spoken; empty where it is the request itself.
    fileprivate var causes: [String] { events(.finished).map { $0.cause ?? "" } }
}
