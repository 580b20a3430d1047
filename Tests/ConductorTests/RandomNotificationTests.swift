import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

/// Whatever apps, users, voice and device do: what must always hold does.
@Suite struct RandomNotificationTests {
    @Test("D1, D4, D6, M3, M4, N5, Q1: one is spoken, one outcome is sent, no session outlasts its lease, nothing is left")
    func invariants() {
        let base = SeededGenerator.seed(for: "random notifications")
        var events: [String: Int] = [:]
        for offset in 0..<100 as Range<UInt64> {
            events.merge(Self.run(seed: base &+ offset)) { $0 + $1 }
        }
        // Else it would show nothing.
        #expect(events["restart", default: 0] > 10)
        for event in SubscribedEvent.allCases { #expect(events[event.rawValue, default: 0] > 100, "\(event.rawValue)") }
        for reason in FinishReason.allCases where reason != .shutdown {
            #expect(events[reason.rawValue, default: 0] > 0, "\(reason.rawValue): TEST_SEED=\(base)")
        }
    }

    @Test(
        "Seeds that found something", arguments: [9_255_838_229_032_846_456, 3_000_080, 9_449_208_857_346_962_115, 141_917_209 as UInt64])
    func found(seed: UInt64) {
        #expect(Self.run(seed: seed)["started", default: 0] > 10)
    }

    private static func run(seed: UInt64) -> [String: Int] {
        var random = RandomApps(seed: seed)
        for _ in 0..<200 where random.screen.problems.isEmpty { random.step() }
        random.screen.comeToRest()
        for problem in random.screen.problems.prefix(5) { Issue.record("TEST_SEED=\(seed): \(problem)") }
        return random.screen.events
    }
}

/// Apps, and a user, that do something at random.
struct RandomApps {
    var screen: RandomScreen
    private var generator: SeededGenerator
    private var posted = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var options = NarrationSettings()
        options.appFocusInterrupts = Bool.random(using: &generator)
        options.prefixesBackground = Bool.random(using: &generator)
        options.updateInterval = Double([0, 1, 4].randomElement(using: &generator) ?? 0)
        options.backgroundInterrupts = Bool.random(using: &generator)
        options.notifiesOfMissed = Int.random(in: 0..<4, using: &generator) > 0
        options.mediaHold = Double([0, 2, 10].randomElement(using: &generator) ?? 0)
        options.implicitLease = Double([0, 2, 5].randomElement(using: &generator) ?? 0)
        options.hintDelay = Double([0, 1].randomElement(using: &generator) ?? 0)
        options.readsDurations = Bool.random(using: &generator)
        if Int.random(in: 0..<4, using: &generator) == 0 { options.apps["app 1", default: .init()].isMuted = true }
        if Int.random(in: 0..<4, using: &generator) == 0 { options.apps["app 0", default: .init()].priorityCap = .low }
        if Int.random(in: 0..<6, using: &generator) == 0 { options.apps["app 0", default: .init()].media = .never }
        if seed.isMultiple(of: 3) { options.apps["app 2", default: .init()].mode = SpeechMode.allCases[Int(seed / 3 % 4)] }
        options.longestLease = Double([10, 600].randomElement(using: &generator) ?? 0)
        var limits = SpeechQueue.Limits()
        limits.count = Int.random(in: 2...12, using: &generator)
        screen = RandomScreen(options, limits: limits, inputsInStep: [1, 7].randomElement(using: &generator) ?? 1)
        for _ in 0..<3 { _ = screen.connect() }
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    private mutating func one<C: Collection>(of all: C) -> C.Element { all.randomElement(using: &generator)! }

    mutating func step() {
        // Mostly in quick succession, at times long after.
        screen.pass(chance(40) ? Double.random(in: 0...40, using: &generator) : Double.random(in: 0...0.5, using: &generator))
        let clients = screen.connections.filter { !$0.value.hasClosedInput }.keys.sorted { $0.number < $1.number }
        guard clients.count > 1, !(clients.count < 5 && chance(20)) else {
            let client = screen.connect()
            if chance(2) { screen.ask(.hello(hello(of: client)), from: client) }
            return
        }
        act(one(of: clients))
    }

    private mutating func act(_ client: ClientID) {
        switch number(0..<100) {
        case 0..<25:
            posted += 1
            let announcement = announcement()
            screen.ask(.announcement(announcement), id: "announcement \(posted)", from: client)
        case 25..<31: screen.ask(.notification(.layoutChanged(argument())), from: client)
        case 31..<37:
            let elements = (0..<number(0..<5)).map { element("\($0)") }
            let change = ScreenChange(argument: argument(), title: chance(2) ? "Title" : nil, elements: elements)
            screen.ask(.notification(.screenChanged(change)), from: client)
        case 37..<40: screen.ask(.notification(.pageScrolled("page \(number(0..<3))")), from: client)
        case 40..<50: screen.ask(.notification(.elementFocused(reference(), by: chance(2) ? .user : .app)), from: client)
        case 50..<64: screen.ask(.notification(.elementUpdated(update())), from: client)
        case 64..<70: screen.ask(.notification(.elementActivated(id: id())), from: client)
        case 70..<72: screen.ask(.notification(.elementRemoved(id: id())), from: client)
        case 72..<79: screen.ask(.mediaSession(session()), from: client)
        case 79..<81: screen.ask(.hello(hello(of: client)), from: client)
        case 81: chance(2) ? screen.ask(.stop, from: client) : visit()
        case 82: screen.ask(.skip, from: client)
        case 83: screen.ask(.pause, from: client)
        case 84..<87: screen.ask(.resume, from: client)
        case 87:
            let target: CancelTarget = chance(2) ? .group("group") : .id("announcement \(number(0..<posted + 1))")
            screen.ask(.cancel(target), from: client)
        case 88: screen.ask(.repeat(count: number(1..<4)), from: client)
        case 89: screen.ask(one(of: [.where(isFull: chance(2)), .details, .settings(settings())]), from: client)
        case 90:
            screen.ask(
                one(of: [.status, .history(limit: 5), .explain(target: "announcement \(posted)"), .ping, .missed(speaks: chance(2))]),
                from: client)
        case 91..<93: screen.disconnect(client)
        case 93: screen.closeInput(client)
        case 94: screen.loseVoice()
        case 95: screen.fail(chance(2) ? .unspeakable : .synthesizerFailed)
        case 96: if chance(3) { screen.breakDevice() }
        case 97: if chance(3) { screen.restart(without: chance(3) ? client : nil) }
        default: screen.repairDevice()
        }
    }

    /// A run of a command: it connects, posts, and leaves.
    private mutating func visit() {
        let client = screen.connect()
        screen.ask(.hello(Hello(app: chance(2) ? Utterance.commandApp : "app 0")), from: client)
        posted += 1
        switch number(0..<3) {
        case 0: screen.ask(.notification(.elementFocused(reference(), by: .user)), from: client)
        case 1: screen.ask(.notification(.elementUpdated(update())), from: client)
        default: break
        }
        let announcement = announcement()
        screen.ask(.announcement(announcement), id: "announcement \(posted)", from: client)
        screen.disconnect(client)
    }

    private mutating func settings() -> UserSettings {
        UserSettings(
            SpeechAttributes(rate: chance(2) ? number(100..<400) : nil, pitch: chance(3) ? number(0..<100) : nil),
            verbosity: chance(3) ? one(of: Verbosity.allCases) : nil, dialect: chance(3) ? one(of: Dialect.allCases) : nil,
            hints: chance(3) ? chance(2) : nil, gestures: chance(3) ? one(of: Gestures.allCases) : nil,
            interval: chance(3) ? Double(number(0..<6)) : nil, earcons: chance(3) ? chance(2) : nil,
            typing: chance(2) ? one(of: TypingEcho.allCases) : nil)
    }

    /// Whether a client reads its answers does not change, so that it is known what it is owed.
    private mutating func hello(of client: ClientID) -> Hello {
        let former = screen.connections[client]?.hello
        let isSilent = former == Hello() ? chance(8) : former?.replies == Hello.Replies.none
        return Hello(
            app: chance(4) ? nil : "app \(number(0..<3))", language: chance(4) ? "de" : nil, launch: chance(2),
            onDisconnect: one(of: Hello.OnDisconnect.allCases), replies: isSilent ? .none : chance(2) ? .all : .errors,
            progress: chance(2), gestures: chance(3) ? one(of: Gestures.allCases) : nil)
    }

    private mutating func announcement() -> Announcement {
        let text = one(of: [
            "text \(number(0..<8))", "one two three four five six seven eight", "1:02:55 remain", "======", "a \(number(0..<99))", " ",
        ])
        return Announcement(
            runs: [SpeechRun(text: text, context: chance(6) ? one(of: TextualContext.allCases) : nil)],
            priority: one(of: Announcement.Priority.allCases), queue: chance(5),
            group: chance(3) ? "group" : nil, supersede: one(of: Announcement.Supersede.allCases),
            maxAge: chance(4) ? Double(number(0..<20)) : nil, retain: !chance(4), force: chance(6), allowRepeat: chance(4))
    }

    private mutating func id() -> String { "\(number(0..<5))" }
    private mutating func reference() -> ElementReference { chance(2) ? .id(id()) : .element(element(id())) }

    private mutating func argument() -> ChangeArgument {
        switch number(0..<3) {
        case 0: .none
        case 1: .text("text \(number(0..<4))")
        default: .element(reference())
        }
    }

    private mutating func element(_ id: String) -> Element {
        var traits: Traits = []
        let all: [Messages.Trait] = [
            .button, .searchField, .updatesFrequently, .adjustable, .startsMediaSession, .summaryElement, .causesPageTurn, .notEnabled,
            .keyboardKey, .toggleButton, .checkBox, .slider, .progressBar, .tab,
        ]
        for _ in 0..<number(0..<3) { traits.insert(one(of: all)) }
        return Element(
            id: chance(9) ? "" : id, label: chance(4) ? nil : "Label \(number(0..<9))", value: chance(2) ? nil : value(), traits: traits,
            hint: chance(3) ? "Hint." : nil, attributedLabel: chance(6) ? parts() : nil, attributedValue: chance(6) ? parts() : nil,
            attributedHint: chance(9) ? parts() : nil, content: chance(4) ? [content()] : [], actions: chance(4) ? ["Delete"] : [],
            states: chance(4) ? states() : ElementStates(), live: chance(3) ? liveRegion() : LiveRegion(),
            language: chance(6) ? "de" : nil,
            valueKind: one(of: Element.ValueKind.allCases),
            container: chance(3) ? container() : nil, speaksDuringMedia: chance(6),
            milestones: chance(4) ? [.number(50), .seconds(60)] : [])
    }

    private mutating func parts() -> AttributedText {
        AttributedText(
            (0..<number(1..<4)).map { _ in
                SpeechRun(
                    text: one(of: ["part \(number(0..<5))", value(), " ", ""]),
                    attributes: SpeechAttributes(language: chance(3) ? "de" : nil, spell: chance(4) ? true : nil),
                    context: chance(3) ? one(of: TextualContext.allCases) : nil)
            })
    }

    private mutating func content() -> CustomContent {
        CustomContent(label: "Age", value: "\(number(0..<9))", importance: one(of: CustomContent.Importance.allCases))
    }

    private mutating func states() -> ElementStates {
        ElementStates(
            checked: chance(2) ? one(of: ElementStates.Toggle.allCases) : nil,
            pressed: chance(3) ? one(of: ElementStates.Toggle.allCases) : nil,
            current: chance(3) ? one(of: ElementStates.Current.allCases) : nil, isVisited: chance(3) ? chance(2) : nil,
            isExpanded: chance(3) ? chance(2) : nil, error: chance(3) ? "Error \(number(0..<3))" : nil)
    }

    private mutating func liveRegion() -> LiveRegion {
        LiveRegion(
            chance(3) ? nil : one(of: LiveRegion.Politeness.allCases), isAtomic: chance(3) ? chance(2) : nil,
            isBusy: chance(3) ? chance(2) : nil)
    }

    private mutating func container() -> Container {
        func one() -> Container {
            let places = (0..<3).map { _ in chance(2) ? number(1..<4) : nil }
            return Container(
                kind: self.one(of: Container.Kind.allCases), label: chance(2) ? "Label" : nil, index: places[0], count: 3, row: places[1],
                column: places[2], headers: chance(3) ? ["Header"] : [])
        }
        var container = one()
        container.enclosing = (0..<number(0..<3)).map { _ in one() }
        return container
    }

    private mutating func value() -> String { chance(3) ? "\(number(0..<3)):\(number(10..<60))" : "\(number(0..<101))" }

    private mutating func update() -> ElementUpdate {
        if chance(4) {
            // A key that is typed.
            return ElementUpdate(
                id: id(), value: String("abc de".prefix(number(0..<7))), traits: chance(2) ? [.textEntry, .isEditing] : nil)
        }
        return ElementUpdate(
            id: id(), label: chance(8) ? "Other" : nil, value: chance(6) ? "\(number(0..<2))" : value(),
            traits: chance(12)
                ? [.updatesFrequently] : chance(12) ? [.textEntry, .isEditing] : chance(12) ? [.startsMediaSession, .toggleButton] : nil,
            hint: chance(20) ? "Other hint" : nil, attributedLabel: chance(20) ? parts() : nil,
            attributedValue: chance(9) ? parts() : nil, content: chance(20) ? [content()] : nil,
            states: chance(4) ? states() : ElementStates(), inserted: chance(20) ? "a" : nil, deleted: chance(40) ? "b c" : nil)
    }

    private mutating func session() -> MediaSessionRequest {
        let name = chance(2) ? nil : "session \(number(0..<2))"
        switch number(0..<5) {
        case 0..<2:
            return .begin(
                MediaSession(
                    name: name, mode: one(of: MediaSession.Mode.allCases), lease: chance(30) ? 5000 : Double(number(0..<20)),
                    mute: chance(3) ? [id()] : [], allow: chance(3) ? [id(), id()] : [],
                    announcements: chance(4) ? .pass : .mode))
        case 2 where chance(4): return .endAll(of: chance(2) ? nil : "app \(number(0..<2))")
        case 2: return .extend(name: name, lease: chance(2) ? Double(number(0..<20)) : nil)
        default: return .end(name: name)
        }
    }
}
