import CTestSupport
import Configuration
import Messages
import SpeechQueue
import TestSupport
import Testing

@testable import Conductor
@testable import Narration

/// The memory of the past and of screens is bounded, whatever clients do.
@Suite(.enabled(if: isFiltered, "\(whyFiltered)"))
struct MemoryTests {
    private static let long = String(repeating: "x", count: 200_000)

    @Test("D4: the outcomes that are kept for all apps cost at most 1 MiB, and there is room again when they are fetched or too old")
    func missed() {
        var missed = MissedOutcomes()
        let outcome = AnnouncementDidFinish(id: "1", text: Self.long, successful: true, reason: .spoken, attempts: 1, spokenSeconds: 1)
        func leave(_ now: Double) {
            for client in 1...10 as ClosedRange<UInt64> {
                missed.didDisconnect(ClientID(client), of: "app\(client)", owes: 2, at: Instant(seconds: now))
                for _ in 0..<2 {
                    _ = missed.didFinish(outcome, of: ClientID(client), reachesHeir: false, at: Instant(seconds: now))
                    #expect(missed.cost <= 1 << 20)
                }
            }
        }
        leave(0)
        #expect(missed.cost > 1_000_000, "five of them fit")
        let fetched = (1...10).map { missed.take(of: "app\($0)", by: ClientID(99), at: Instant(seconds: 1)).count }
        #expect(fetched.reduce(0, +) == 5 && missed.cost == 0)
        leave(2)
        leave(100)
        #expect(missed.cost > 1_000_000)
        missed.didDisconnect(ClientID(1), of: "late", owes: 1, at: Instant(seconds: 200))
        #expect(missed.cost == 0)
    }

    @Test("The history counts runs and decisions too, and costs at most 1 MiB")
    func history() {
        var history = History()
        let runs = (0..<2000).map { SpeechRun(text: "\($0)") }
        for number in 1...300 as ClosedRange<UInt64> {
            let utterance = Utterance(
                id: UtteranceID(number), client: ClientID(1), name: "\(number)", class: .high, runs: number % 2 == 0 ? runs : [],
                posted: Instant(seconds: 0))
            history.post(utterance, client: "a")
            for _ in 0..<40 {
                history.note(.event(.cut), utterance.id, rule: .Q2, by: String(repeating: "b", count: 64), at: Instant(seconds: 0))
            }
            #expect(history.cost <= 1 << 20)
        }
        #expect(history.cost > 500_000 && history.latest(300).last?.name == "300")
        history.post(
            Utterance(
                id: UtteranceID(301), client: ClientID(1), name: "301", class: .high,
                runs: (0..<20).map { "\($0) \(Self.long)" }.map { SpeechRun(text: $0) }, posted: Instant(seconds: 0)),
            client: "a")
        #expect(history.cost <= 1 << 20, "one that is too much alone is not remembered")
    }

    @Test("The screens of all clients are bounded together; each has a little of its own, and the old screen stays")
    func screens() throws {
        var screen = Screen()
        let many = (0..<9000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        for client in 1...8 { screen.post(#""type":"screenChanged","elements":[\#(many)]"#, as: "c\(client)") }
        let served = (1...8).filter { screen.errors(of: "c\($0)").isEmpty }.count
        #expect(served < 8 && served * 9000 * Element.tableCost <= Narrator.mostBytes)
        #expect(screen.errors(of: "c8").first?.message.contains("\(Narrator.mostBytes) bytes") == true)
        screen.post(#""type":"screenChanged","elements":[{"id":"b","label":"Play"},{"id":"c","label":"Stop"}]"#, as: "small")
        #expect(screen.errors(of: "small").isEmpty)
        screen.post(#""type":"screenChanged","elements":[]"#, as: "c1")
        screen.post(#""type":"screenChanged","elements":[\#(many)]"#, as: "c8")
        #expect(screen.errors(of: "c8").count == 1, "there is room again")
        func expectRightCount() {
            var screens = screen.conductor.narrator.screens
            let room = screens.recountedRoom(for: nil)
            #expect(room < Narrator.ownBytes + Narrator.sharedBytes && screens.room(for: nil) == room)
        }
        expectRightCount()
        screen.leave("c8")
        expectRightCount()
        screen.post(#""type":"screenChanged","elements":[\#(many)]"#, as: "new")
        #expect(screen.errors(of: "new").isEmpty, "a client that leaves makes room")
        expectRightCount()
    }

    @Test(arguments: [
        #""type":"announcement","text":"Saved.""#, #""type":"hello","app":"mail","onDisconnect":"cancel""#,
        #""type":"screenChanged","elements":[{"id":"a","label":"Play"}]"#,
    ])
    func `The states of screens keep nothing of a client that has gone, even if no other client shows a screen`(message: String) {
        var screen = Screen()
        for client in 1...300 {
            screen.post(message, as: "c\(client)")
            screen.leave("c\(client)")
        }
        #expect(screen.conductor.narrator.screens.mostKnown <= screen.conductor.narrator.screens.kept.count)
    }

    @Test("D4: what is kept of the screens of apps that have gone is bounded by its bytes")
    func parked() {
        var narrator = Narrator(settings: SpeechAttributes(language: "en"), words: [:])
        for client in 1...20 as ClosedRange<UInt64> {
            narrator.connect(ClientID(client))
            narrator.introduce(ClientID(client), as: Hello(app: "app\(client)"), at: Instant(seconds: 0))
            let elements = (0..<1000).map { Element(id: "\($0)", label: "An element with a label that is long enough to cost something") }
            _ = try? narrator.screenChanged(
                ScreenChange(elements: elements), name: "s", from: ClientID(client), at: Instant(seconds: 0))
            _ = narrator.disconnect(ClientID(client), at: Instant(seconds: 0))
            #expect(narrator.screens.kept.reduce(0) { $0 + $1.screen.footprint } <= 8 << 20)
        }
        #expect(narrator.screens.kept.count > 4)
    }

    @Test("D5: the way back from what is spoken counts for what waits")
    func reading() throws {
        var narrator = Narrator(settings: SpeechAttributes(language: "en"), words: WordTables.all)
        narrator.connect(ClientID(1))
        narrator.introduce(ClientID(1), as: Hello(progress: true), at: Instant(seconds: 0))
        let text = String(repeating: "\u{FF57} ", count: 100)
        let announcement = Announcement(runs: [SpeechRun(text: text + "1:02:55 " + String(repeating: "---- ", count: 100))])
        let utterance = try narrator.utterance(for: announcement, name: "a", from: ClientID(1), at: Instant(seconds: 0))
        #expect(utterance.extraCost > 3000)
    }

    /// Apps that come and go, with screens, values that change, recordings, and announcements of which some are cut, replaced or missed.
    @Test func `A day leaves no more memory behind than its first two hours`() {
        var screen = Screen()
        var inUse: [Int] = []
        for minute in stride(from: 0, to: 24 * 60, by: 3) {
            let app = "app\(minute)"
            screen.post(#""type":"hello","app":"app\#(minute % 50)","onDisconnect":"\#(minute % 2 == 0 ? "keep" : "cancel")""#, as: app)
            screen.post(
                #""type":"screenChanged","title":"Page \#(minute)","elements":[{"id":"t\#(minute)","label":"Timer","value":"0","traits":["updatesFrequently"]}]"#,
                as: app)
            if minute % 9 == 0 { screen.post(#""type":"mediaSession","op":"begin","session":"take \#(minute)","mode":"play""#, as: app) }
            for part in 0..<4 {
                let (id, text) = ("\(minute).\(part)", "Message \(part) of minute \(minute)")
                let priority = ["low", "default", "high", "low"][part]
                screen.post(
                    #""type":"announcement","id":"\#(id)","text":"\#(text)","priority":"\#(priority)","group":"g\#(minute % 7)""#, as: app)
                screen.post(#""type":"elementUpdated","element":"t\#(minute)","value":"\#(part)""#, as: app)
                screen.wait(until: Double(minute) * 60 + Double(part))
            }
            screen.leave(app)
            screen.wait(until: Double(minute + 3) * 60)
            screen.forgetPast()
            if minute % 60 == 57 { inUse.append(Self.heapInUse) }
        }
        #expect(inUse[23] - inUse[1] < 64 << 10, "after each hour: \(inUse)")
    }

    /// The bytes that this process has allocated and not freed.
    private static var heapInUse: Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }
}

extension Screens {
    /// The maximum number of screens or clients about which anything is known.
    var mostKnown: Int { ["screens", "screenOf", "uncounted", "taken"].map { RandomScreen.count($0, of: self) }.max()! }

    /// Adds up what the other screens leave, in bytes.
    func recountedRoom(for id: ScreenID?) -> Int {
        let others = filter { $0.key != id && $0.value.kept == nil }
        let taken = others.reduce(0) { $0 + Swift.max(0, $1.value.footprint - Narrator.ownBytes) }
        return Narrator.ownBytes + Swift.max(0, Narrator.sharedBytes - taken)
    }
}
