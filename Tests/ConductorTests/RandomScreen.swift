import Messages
import SpeechQueue

@testable import Conductor
@testable import Continuity
@testable import Narration

/// A simulation in which the voice and the device may fail, and a ledger of what each client is owed: after each input what must
/// always hold is checked, and what does not is written down in ``problems``.
struct RandomScreen {
    private var run: ConductorRun
    private(set) var problems: [String] = []
    /// How often each event came to pass: a test in which nothing happens shows nothing.
    private(set) var events: [String: Int] = [:]

    /// A client that is connected, and who it says it is.
    struct Connection {
        var hello = Hello()
        var hasClosedInput = false
    }
    private(set) var connections: [ClientID: Connection] = [:]
    private var lastClient: UInt64 = 0
    private static let listener = ClientID(0)

    private var ledger = OutcomeLedger()
    /// How often each request was settled that something might be spoken for.
    private var settled: [String: Int] = [:]
    private var asked = 0
    /// The announcements that began to be heard, and those that were merged with another.
    private var begun: Set<String> = []
    private var merged: Set<String> = []

    init(_ options: NarrationSettings, limits: SpeechQueue.Limits, inputsInStep: Int = 1) {
        run = ConductorRun(.new(options: options, limits: limits), at: Instant(seconds: 0), secondsPerWord: 0.3)
        run.secondsToBegin = 0.02
        run.inputsInStep = inputsInStep
        run.conductor.connect(Self.listener, name: "listener")
        for request in [Request.hello(Hello(replies: .errors)), .subscribe(Set(SubscribedEvent.allCases))] {
            carryOut(run.conductor.receive(request, id: nil, from: Self.listener, at: now))
        }
        beginSpeaking()
    }

    var conductor: Conductor { run.conductor }
    var now: Instant { run.now }

    private mutating func beginSpeaking() {
        run.ready()
        carryOut(run.conductor.receive(.voices(Screen.voices), at: now))
    }

    // MARK: Clients

    mutating func connect() -> ClientID {
        lastClient += 1
        let client = ClientID(lastClient)
        connections[client] = Connection()
        run.conductor.connect(client, name: "client-\(lastClient)")
        return client
    }

    mutating func ask(_ request: Request, id: String? = nil, from client: ClientID) {
        if case .announcement = request, let id { ledger.posts(id, client) }
        asked += 1
        let id = id ?? "request \(asked)"
        if case .hello(let hello) = request {
            connections[client]?.hello = hello
            ledger.returns(hello, client, at: now)
        }
        carryOut(run.conductor.receive(request, id: id, from: client, at: now))
        check("\(request)")
    }

    mutating func disconnect(_ client: ClientID) {
        guard let gone = connections.removeValue(forKey: client) else { return }
        ledger.leaves(client, gone.hello, at: now)
        carryOut(run.conductor.disconnect(client, at: now))
        check("disconnect")
    }

    /// The client closes its sending end.
    mutating func closeInput(_ client: ClientID) {
        connections[client]?.hasClosedInput = true
        carryOut(run.conductor.didCloseInput(client))
        check("says no more")
    }

    // MARK: Voice and device

    mutating func loseVoice() {
        guard run.isReady else { return }
        run.loseVoice(for: 0.3)
        read()
        check("voice lost")
    }

    mutating func fail(_ reason: FinishReason) {
        run.fail(reason)
        read()
        check("failed")
    }

    mutating func breakDevice() {
        run.deviceIsBroken = true
        fail(.deviceFailed)
    }

    mutating func repairDevice() { run.deviceIsBroken = false }

    // MARK: Restarts

    /// Kills the process; another continues from its journal.
    /// - Parameter gone: who left meanwhile.
    mutating func restart(without gone: ClientID?) {
        if let gone, let left = connections.removeValue(forKey: gone) { ledger.leaves(gone, left.hello, at: now) }
        let connected = Set(connections.keys).union([Self.listener])
        var summary = run.fresh
        _ = summary.restore(Remembered(run.conductor.journal.map(\.reread)), connected: connected, at: now)
        while summary.isIncomplete { _ = summary.complete(at: now) }
        run.restart(connected: connected)
        let (was, written) = (summary.journal, run.journal)
        read()
        for client in connections.filter({ $0.value.hasClosedInput }).keys { carryOut(run.conductor.didCloseInput(client)) }
        if was != written {
            let odd = was.filter { !written.contains($0) } + written.filter { !was.contains($0) }
            let texts = odd.prefix(2).map { "\($0)" }
            let same = zip(texts.first ?? "", texts.last ?? "").prefix { $0 == $1 }.count
            for text in texts { problem("restart: what was written down is not what was so: …\(text.dropFirst(max(0, same - 40)))") }
        }
        beginSpeaking()
        events["restart", default: 0] += 1
        check("restart")
    }

    // MARK: Time

    mutating func pass(_ seconds: Double) {
        let end = now + seconds
        var steps = 0
        while steps < 2_000, step(until: end) { steps += 1 }
        if steps == 2_000 { problem("it is woken again and again") }
        run.now = end
    }

    /// Lets all come to its end: no speech, no session, nothing due.
    mutating func comeToRest() {
        repairDevice()
        if let client = connections.first(where: { !$0.value.hasClosedInput })?.key { ask(.resume, from: client) }
        for _ in 0..<5_000 {
            guard let next = run.nextEvent, step(until: next) else { break }
        }
        if let next = run.nextEvent { problem("never at rest, next at \(next.seconds)") }
        problems += run.problems
        for (id, count) in settled where count != 1 { problems.append("\(id) was settled \(count) times") }
        for (name, count) in leftovers where count != 0 { problems.append("at rest: \(count) \(name) are left") }
        problems += ledger.problems()
    }

    private mutating func step(until end: Instant) -> Bool {
        guard run.step(until: end) else { return false }
        read()
        check("time")
        return true
    }

    // MARK: What must hold

    private mutating func carryOut(_ effects: [Effect]) {
        run.add(effects)
        read()
    }

    /// Reads what the last input has led to.
    private mutating func read() {
        var closed: [ClientID] = []
        for effect in run.taken() {
            switch effect {
            case .voice(.speak(let utterance, _)): speak(utterance)
            case .publish(let event, let subscribers): if subscribers.contains(Self.listener) { note(event) }
            case .send(.reply(let reply), _):
                if reply.state != nil { settled[reply.id] = 0 }
            case .send(.announcementDidFinish(let did), let client): ledger.told(did.id, to: client)
            case .send(.error(let error), _): if let id = error.id { ledger.refused(id) }
            case .close(let client): closed.append(client)
            default: break
            }
        }
        for client in closed { disconnect(client) }
    }

    private mutating func speak(_ utterance: Utterance) {
        let narrator = conductor.narrator
        if let subject = narrator.subjects[utterance.id], let screen = narrator.screens[subject.screen],
            narrator.media.mutes(subject.element.id, of: screen.clients)
        {
            problem("M2: \(utterance.class) \(utterance.text) is spoken, though its element is muted")
        }
        admit(utterance)
    }

    /// M3, from the sessions themselves.
    private mutating func admit(_ utterance: Utterance) {
        let silencing = conductor.narrator.media.active.filter {
            utterance.isAnnouncement ? $0.announcements == .mode : $0.mute.isEmpty
        }
        let modes = Set(silencing.map(\.mode))
        let gate: Gate = modes.isEmpty ? .open : modes == [.play] ? .play : .record
        if !gate.admits(utterance) { problem("M3: \(utterance.class) \(utterance.text) is spoken in a session, \(gate)") }
    }

    private mutating func note(_ event: TraceEvent) {
        events[event.event.rawValue, default: 0] += 1
        if let reason = event.reason { events[reason.rawValue, default: 0] += 1 }
        let request = event.cause ?? event.id
        if event.event == .settled {
            settled[request]? += 1
        } else if event.class != nil, let count = settled[request], count > 0 {
            problem("\(request) was settled, and then \(event.event): \(event.text ?? "")")
        }
        switch event.event {
        case .cut:
            if event.class == "high", event.rule != "Q4", event.rule != "M1" {
                problem("Q1: \(event.text ?? "") was cut by \(event.rule ?? "")")
            }
        case .started: begun.insert(event.id)
        case .refused: merged.insert(event.id)
        case .finished:
            if !countsAsMissed(event) { problem("D6: \(event.id) ended unspoken, \(event.reason?.rawValue ?? ""), and is not counted") }
            if event.class == "high", event.reason == .interrupted, event.rule != "Q4" {
                problem("Q1: \(event.text ?? "") ended by \(event.rule ?? "")")
            }
            ledger.ended(event.id, among: connections, at: now)
        default: break
        }
    }

    /// D6: Returns whether an announcement had its turn, was ended by the user or its app, or is among those that were missed.
    private func countsAsMissed(_ event: TraceEvent) -> Bool {
        guard event.id.hasPrefix("announcement"), !begun.contains(event.id), !merged.contains(event.id), let reason = event.reason else {
            return true
        }
        return switch reason {
        case .spoken, .stopped, .muted, .interrupted, .disconnected, .unspeakable: true
        case .superseded where event.rule == "Q9": true
        case .mediaSession where event.rule == "M1": true
        default: conductor.missedAnnouncements.latest.contains { $0.name == event.id }
        }
    }

    private mutating func check(_ input: @autoclosure () -> String) {
        let narrator = conductor.narrator
        if narrator.media.gate != conductor.queue.gate { problem("\(input()): gates \(narrator.media.gate), \(conductor.queue.gate)") }
        if let speaking = conductor.speaking { admit(speaking) }
        for session in narrator.media.active where session.until < now || session.until - now > session.lease {
            problem("M4: \(input()): \(session.name) is on until \(session.until.seconds)")
        }
        var screens = narrator.screens
        if screens.mostKnown > connections.count + screens.kept.count {
            problem("\(input()): \(screens.mostKnown) screens are known for \(connections.count) clients")
        }
        for (id, screen) in narrator.screens {
            let (room, counted) = (screens.recountedRoom(for: id), screens.room(for: id))
            if counted != room { problem("\(input()): room for \(counted) bytes is counted, but there are \(room)") }
            if screen.focus != nil, screen.focused == nil {
                problem("\(input()): screen \(id.number)'s focus \(screen.focus ?? "") is no element")
            }
            if screen.clients.isEmpty != (screen.kept != nil) { problem("D4: \(input()): a screen is kept, or shown, but not both") }
            for client in screen.clients where screens.id(of: client) != id || connections[client] == nil {
                problem("N5: \(input()): client \(client.number) has another screen, or has gone")
            }
        }
        if narrator.foreground != nil, narrator.foregroundClient == nil {
            problem("N5: \(input()): a screen without clients is in the foreground")
        }
        if narrator.recency.count > connections.count { problem("N5: \(input()): more were in the foreground than are here") }
        if conductor.speaking == nil, conductor.queue.waitingCount > 0, !conductor.queue.isPaused, conductor.queue.gate == .open,
            conductor.queue.lowsWaitUntil.map({ $0 <= now }) ?? true
        {
            problem("\(input()): idle, but some wait")
        }
    }

    private mutating func problem(_ text: String) { problems.append("at \(now.seconds): \(text.prefix(600))") }
}
