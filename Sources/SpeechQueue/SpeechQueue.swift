import Accessibility

/// Decides which utterance is spoken now, which wait, and how each one ends.
///
///                 post (cuts nothing)            post that cuts, skip, cancel, stop
///               ┌────────────────────┐          ┌──────────────────────────────────┐
///               │                    ▼          │                                  ▼
///     idle ──post──▶ speaking ──finished──▶ speaking the next ──…──▶ idle      cut or kept (Q6)
///                       │ pause ▲
///                       ▼       │ resume
///                     paused: all wait, nothing cuts
///
/// Each call says what time it is and returns what is to be done, in order. Every utterance that is posted ends exactly once, with an
/// ``Action/ended(_:_:)``; at most one is spoken at a time. Calls about utterances that are no longer there do nothing.
package struct SpeechQueue: Sendable {
    /// What is to be done because of a call.
    package enum Action: Sendable, Equatable {
        /// The voice is to speak this now; it is silent, or was told `silence` just before.
        case speak(Utterance)
        /// The voice is to be silent now and to forget what it was given.
        case silence
        case pause
        case resume
        /// This one is spoken no longer, for another is, by this rule. It goes back to its place in the queue (Q6), or ends.
        case cut(Utterance, by: Rule)
        /// This one waits until a media session is over, by this rule (§6).
        case held(Utterance, by: Rule)
        /// This one was not queued: it is the same as another (Q10).
        case merged(Utterance, into: UtteranceID)
        case ended(Utterance, Outcome)
    }

    /// How much may wait. Over it, the oldest goes (Q11).
    package struct Limits: Sendable, Equatable {
        /// Utterances of one client.
        package var count = 256
        /// Bytes of one client's utterances.
        package var clientBytes = 1 << 20
        /// Bytes of all.
        package var totalBytes = 16 << 20

        package init() {}
    }

    /// How often a kept low is begun at most (Q6).
    package static let mostAttempts = 3

    enum State: Sendable {
        case idle
        case speaking(Speaking)
    }

    struct Speaking: Sendable {
        var utterance: Utterance
        /// How often it was begun, this time included.
        var attempts: Int
        /// When its first sample was handed to the device.
        var started: Instant?
    }

    package let limits: Limits
    package internal(set) var isPaused = false
    /// What a media session lets through.
    package internal(set) var gate = Gate.open
    var pausedAt: Instant?

    var state = State.idle
    var waiting = WaitingLines()
    var recent = RecentTexts()
    /// The repeats that share an utterance's outcome.
    var repeats: [UtteranceID: [Utterance]] = [:]
    var repeatCount = 0
    /// What of the repeats the first ones' texts can't serve for, in bytes.
    var repeatBytes = 0
    static let mostRepeats = 4096
    static let mostRepeatBytes = 1 << 20

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    // MARK: What is so

    /// The utterance that is spoken now, or is about to be, or is paused.
    package var speaking: Utterance? {
        guard case .speaking(let speaking) = state else { return nil }
        return speaking.utterance
    }

    package var waitingCount: Int { waiting.count }
    /// The oldest of those that wait, at most `count`.
    package func waiting(atMost count: Int) -> [Utterance] { waiting.ids.prefix(count).compactMap { waiting[$0] } }
    package func waitingCount(of class: UtteranceClass) -> Int { waiting.count(of: `class`) }
    package func isWaiting(_ id: UtteranceID) -> Bool { waiting[id] != nil }
    /// Whether it waits until a media session is over.
    package func isHeld(_ id: UtteranceID) -> Bool { waiting.isHeld(id) }
    /// Whose utterance this is, if it is spoken, waits, or was merged with one that does.
    package func client(of id: UtteranceID) -> ClientID? {
        if let speaking, speaking.id == id { return speaking.client }
        if let waiter = waiting[id] { return waiter.client }
        return findRepeat(id).flatMap { repeats[$0.first]?[$0.place].client }
    }
    /// Nothing speaks and nothing waits.
    package var isIdle: Bool { if case .idle = state { waiting.isEmpty } else { false } }

    /// When ``wake(at:)`` has something to do; nil if never.
    package mutating func nextDeadline() -> Instant? { waiting.nextDeadline() }

    // MARK: Posting

    /// Takes in a new utterance: merges, replaces, cuts, queues or speaks it. Its id is greater than all before.
    package mutating func post(_ utterance: Utterance, at now: Instant) -> [Action] {
        // First of all: what makes no sound may not silence anything, nor wait.
        if utterance.isBlank { return [.ended(utterance, Outcome(reason: .unspeakable, rule: .T8))] }
        var actions: [Action] = []
        let key = RecentTexts.Key(utterance)
        if merge(utterance, key, at: now, &actions) { return actions }
        if utterance.class.isOnlyWhenIdle, !isIdle || isPaused {
            actions.append(.ended(utterance, Outcome(reason: .superseded, rule: .Q2)))
            return actions
        }
        supersede(utterance, at: now, &actions)
        if utterance.class.isFocus {
            dropFocus(at: now, &actions)
            dropPausedFocus(of: utterance.client, at: now, &actions)
        }
        let isHeld = !gate.admits(utterance)
        guard !isHeld || utterance.isAnnouncement else {
            actions.append(.ended(utterance, Outcome(reason: .mediaSession, rule: .M3)))
            return actions
        }
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: 0, isHeld: isHeld))
        if utterance.isAnnouncement { recent.begin(key, utterance.id) }
        if isHeld {
            actions.append(.held(utterance, by: .M3))
            // What it superseded may have been what spoke.
            speakNext(at: now, &actions)
            shed(utterance.client, at: now, &actions)
            return actions
        }
        if case .speaking(let speaking) = state, !isPaused, !utterance.waits, utterance.class.cuts(speaking.utterance.class) {
            cut(speaking, by: utterance.class.cuttingRule, at: now, &actions)
            speakNext(skipping: speaking.utterance.id, at: now, &actions)
        } else {
            speakNext(at: now, &actions)
        }
        shed(utterance.client, at: now, &actions)
        return actions
    }

    /// Q9. An app may replace what it says itself, though it be a high (Q1): the group is its own.
    mutating func supersede(
        _ utterance: Utterance, sparing spared: UtteranceID? = nil, at now: Instant, _ actions: inout [Action]
    ) {
        guard let group = utterance.group, utterance.supersede != .none else { return }
        for id in waiting.ids(in: group) where id != spared { endWaiting(id, .superseded, .Q9, at: now, &actions) }
        if utterance.supersede == .current, case .speaking(let speaking) = state, speaking.utterance.group == group,
            speaking.utterance.id != spared
        {
            endSpeaking(speaking, .superseded, .Q9, at: now, &actions)
        }
    }

    /// Q5, for those that wait.
    mutating func dropFocus(at now: Instant, _ actions: inout [Action]) {
        for id in waiting.ids(of: [.userFocus, .appFocus]) { endWaiting(id, .superseded, .Q5, at: now, &actions) }
    }

    /// Q5, for what is paused: nothing cuts in a pause, but what was being said of the former focus does not go on after it.
    private mutating func dropPausedFocus(of client: ClientID, at now: Instant, _ actions: inout [Action]) {
        guard isPaused, case .speaking(let speaking) = state, speaking.utterance.client == client, !speaking.utterance.isAnnouncement,
            speaking.utterance.class != .user
        else { return }
        actions.append(.cut(speaking.utterance, by: .Q5))
        endSpeaking(speaking, .interrupted, .Q5, at: now, &actions)
    }

    /// Q11, and the bound on all that waits.
    private mutating func shed(_ client: ClientID, at now: Instant, _ actions: inout [Action]) {
        while case let own = waiting.account(of: client), own.count > limits.count || own.cost > limits.clientBytes,
            let id = waiting.dispensable(of: client)
        {
            endWaiting(id, .overflow, .Q11, at: now, &actions)
        }
        while waiting.cost > limits.totalBytes, let client = waiting.greediest, let id = waiting.dispensable(of: client) {
            endWaiting(id, .overflow, .Q11, at: now, &actions)
        }
    }

    // MARK: Steps

    /// - Parameter skipped: what was cut just now: it comes back behind the one that has cut it.
    mutating func speakNext(skipping skipped: UtteranceID? = nil, at now: Instant, _ actions: inout [Action]) {
        guard case .idle = state, !isPaused else { return }
        while let entry = waiting.next(skipping: skipped) {
            if let deadline = entry.utterance.deadline, deadline <= now {
                end(entry.utterance, Outcome(reason: .expired, rule: .Q13, attempts: entry.attempts), at: now, &actions)
                continue
            }
            state = .speaking(Speaking(utterance: entry.utterance, attempts: entry.attempts + 1, started: nil))
            actions.append(.speak(entry.utterance))
            return
        }
    }

    /// Silences the voice for another utterance: a low, and what a screen reader says, goes back to its place (Q6), others are lost.
    mutating func cut(_ speaking: Speaking, by rule: Rule, at now: Instant, _ actions: inout [Action]) {
        let utterance = speaking.utterance
        let isYoung = utterance.deadline.map { now < $0 } ?? true
        state = .idle
        actions.append(.silence)
        actions.append(.cut(utterance, by: rule))
        guard utterance.isKept, isYoung, speaking.attempts < Self.mostAttempts else {
            end(utterance, outcome(of: speaking, .interrupted, rule, at: now), at: now, &actions)
            return
        }
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: speaking.attempts, isHeld: false), comesBack: true)
    }

    mutating func endSpeaking(
        _ speaking: Speaking, _ reason: FinishReason, _ rule: Rule, at now: Instant, _ actions: inout [Action]
    ) {
        state = .idle
        actions.append(.silence)
        end(speaking.utterance, outcome(of: speaking, reason, rule, at: now), at: now, &actions)
    }

    mutating func endWaiting(
        _ id: UtteranceID, _ reason: FinishReason, _ rule: Rule, at now: Instant, _ actions: inout [Action]
    ) {
        guard let entry = waiting.remove(id) else { return }
        end(entry.utterance, Outcome(reason: reason, rule: rule, attempts: entry.attempts), at: now, &actions)
    }

    mutating func end(_ utterance: Utterance, _ outcome: Outcome, at now: Instant, _ actions: inout [Action]) {
        recent.end(RecentTexts.Key(utterance), utterance.id, outcome, at: now)
        actions.append(.ended(utterance, outcome))
        guard let merged = repeats.removeValue(forKey: utterance.id) else { return }
        repeatCount -= merged.count
        repeatBytes -= merged.reduce(0) { $0 + $1.repeatCost }
        for utterance in merged { actions.append(.ended(utterance, outcome)) }
    }

    func outcome(of speaking: Speaking, _ reason: FinishReason, _ rule: Rule, at now: Instant) -> Outcome {
        Outcome(
            reason: reason, rule: rule, attempts: speaking.attempts,
            spokenSeconds: speaking.started.map { max(0, (pausedAt ?? now) - $0) } ?? 0)
    }
}
