import Messages
import SpeechQueue
import Testing

/// A queue with a voice that is a value: it refuses what a voice could not do, and remembers what would have been heard.
struct QueueRun {
    var queue: SpeechQueue
    var now = Instant(seconds: 0)
    /// The utterances given to the voice, in order.
    private(set) var spoken: [String] = []
    /// How each utterance ended, by name, in order.
    private(set) var outcomes: [(name: String, outcome: Outcome)] = []
    private(set) var cut: [String] = []
    /// How often the user's own hand has cut each (K5).
    private(set) var cutsByHand: [String: Int] = [:]
    /// Those that were held for a media session, in order.
    private(set) var held: [String] = []
    /// Those that were cut and have not ended.
    var kept: [String] { cut.filter { reason($0) == nil } }
    private(set) var merged: [String] = []
    /// Which was merged into which.
    private(set) var mergers: [(merged: String, first: String)] = []
    /// Those that were begun though they were too old (Q13).
    private(set) var spokenLate: [String] = []
    private var namesByID: [UtteranceID: String] = [:]
    private(set) var speaking: Utterance?
    private(set) var voiceIsPaused = false
    private var lastID: UInt64 = 0
    private(set) var posted: Set<UtteranceID> = []
    private(set) var ended: Set<UtteranceID> = []

    init(limits: SpeechQueue.Limits = SpeechQueue.Limits()) {
        queue = SpeechQueue(limits: limits)
    }

    /// How `name` ended; nil if it has not.
    func reason(_ name: String) -> FinishReason? { outcomes.last { $0.name == name }?.outcome.reason }
    func outcome(_ name: String) -> Outcome? { outcomes.last { $0.name == name }?.outcome }

    mutating func carryOut(_ actions: [SpeechQueue.Action], sourceLocation: SourceLocation = #_sourceLocation) {
        for action in actions {
            switch action {
            case .speak(let utterance):
                #expect(speaking == nil, "two are spoken at once", sourceLocation: sourceLocation)
                #expect(!voiceIsPaused, "spoken while paused", sourceLocation: sourceLocation)
                speaking = utterance
                spoken.append(utterance.name)
                if let deadline = utterance.deadline, deadline < now { spokenLate.append(utterance.name) }
            case .silence:
                #expect(speaking != nil, "silence for nobody", sourceLocation: sourceLocation)
                speaking = nil
            case .pause: voiceIsPaused = true
            case .resume: voiceIsPaused = false
            case .cut(let utterance, let rule):
                cut.append(utterance.name)
                if rule == .K5 { cutsByHand[utterance.name, default: 0] += 1 }
            case .changed: break
            case .held(let utterance, _): held.append(utterance.name)
            case .merged(let utterance, let first):
                merged.append(utterance.name)
                mergers.append((utterance.name, namesByID[first] ?? ""))
            case .ended(let utterance, let outcome):
                #expect(posted.contains(utterance.id), "\(utterance.name) was never posted", sourceLocation: sourceLocation)
                #expect(ended.insert(utterance.id).inserted, "\(utterance.name) ended twice", sourceLocation: sourceLocation)
                if speaking?.id == utterance.id { speaking = nil }
                outcomes.append((utterance.name, outcome))
            }
        }
    }

    @discardableResult
    mutating func post(
        _ name: String, _ kind: UtteranceClass = .default, client: UInt64 = 1, text: String? = nil, waits: Bool = false,
        group: String? = nil, supersede: Announcement.Supersede = .none, maxAge: Double? = nil, retain: Bool = true,
        allowRepeat: Bool = false, isAnnouncement: Bool? = nil, isKept: Bool? = nil, media: MediaPermission = .none,
        hasUsualAge: Bool = false, cutsOtherApps: Bool = true, app: String? = nil, replacing replaced: [UtteranceID] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> UtteranceID {
        lastID += 1
        let id = UtteranceID(lastID)
        posted.insert(id)
        namesByID[id] = name
        var utterance = Utterance(
            id: id, client: ClientID(client), name: name, class: kind, runs: [SpeechRun(text: text ?? name)], waits: waits,
            posted: now, group: group.map { Utterance.Group(app: "app", name: $0) }, supersede: supersede,
            deadline: maxAge.map { now + $0 },
            isKept: isKept ?? (kind == .low && retain), allowRepeat: allowRepeat,
            isAnnouncement: isAnnouncement ?? [.high, .default, .low].contains(kind), media: media)
        utterance.hasUsualAge = hasUsualAge
        utterance.cutsOtherApps = cutsOtherApps
        utterance.app = app ?? "app \(client)"
        carryOut(queue.post(utterance, replacing: replaced, at: now), sourceLocation: sourceLocation)
        return id
    }

    /// The voice speaks what it has to its end, in a second.
    mutating func finish(sourceLocation: SourceLocation = #_sourceLocation) {
        guard let id = speaking?.id else {
            Issue.record("nothing to finish", sourceLocation: sourceLocation)
            return
        }
        start()
        now = now + 1
        carryOut(queue.didFinish(id, at: now), sourceLocation: sourceLocation)
    }

    mutating func start() {
        if let id = speaking?.id { _ = queue.didStart(id, at: now) }
    }

    mutating func finishAll() {
        while speaking != nil { finish() }
    }

    mutating func stop() { carryOut(queue.stop(at: now)) }
    mutating func skip() { carryOut(queue.skip(at: now)) }
    mutating func pause() { carryOut(queue.pause(at: now)) }
    mutating func resume() { carryOut(queue.resume(at: now)) }
    mutating func close(to gate: Gate) { carryOut(queue.set(gate, hold: 10, at: now)) }
    mutating func open(hold: Double = 10) { carryOut(queue.set(.open, hold: hold, at: now)) }
    mutating func wake() { carryOut(queue.wake(at: now)) }
}
