package import Accessibility

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

    private enum State: Sendable {
        case idle
        case speaking(Speaking)
    }

    private struct Speaking: Sendable {
        var utterance: Utterance
        /// How often it was begun, this time included.
        var attempts: Int
        /// When its first sample was handed to the device.
        var started: Instant?
    }

    package let limits: Limits
    package private(set) var isPaused = false
    private var pausedAt: Instant?

    private var state = State.idle
    private var waiting = WaitingLines()
    private var recent = RecentTexts()
    /// The repeats that share an utterance's outcome.
    private var repeats: [UtteranceID: [Utterance]] = [:]
    private var repeatCount = 0
    private static let mostRepeats = 4096

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
    /// Whose utterance this is, if it is spoken, waits, or was merged with one that does.
    package func client(of id: UtteranceID) -> ClientID? {
        if let speaking, speaking.id == id { return speaking.client }
        if let waiter = waiting[id] { return waiter.client }
        return findRepeat(id).flatMap { repeats[$0.first]?[$0.place].client }
    }
    /// Nothing speaks and nothing waits.
    package var isIdle: Bool { speaking == nil && waiting.isEmpty }

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
        if utterance.class.isFocus { dropFocus(at: now, &actions) }
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: 0))
        recent.begin(key, utterance.id)
        if case .speaking(let speaking) = state, !isPaused, !utterance.waits, utterance.class.cuts(speaking.utterance.class) {
            cut(speaking, by: utterance.class.cuttingRule, at: now, &actions)
        }
        speakNext(at: now, &actions)
        shed(utterance.client, at: now, &actions)
        return actions
    }

    /// Q10. A repeat of higher class lifts the one it repeats to its own class, so that it is heard no later than asked.
    private mutating func merge(
        _ utterance: Utterance, _ key: RecentTexts.Key, at now: Instant, _ actions: inout [Action]
    ) -> Bool {
        guard !utterance.allowRepeat else { return false }
        if let outcome = recent.outcome(key, at: now) {
            supersede(utterance, at: now, &actions)
            actions.append(.ended(utterance, outcome))
            speakNext(at: now, &actions)
            return true
        }
        guard let first = recent.live(key) else { return false }
        // What stands between the first and this repeat in their group is out of date, and would be heard last.
        supersede(utterance, sparing: first, at: now, &actions)
        var utterance = utterance
        if case .speaking(var speaking) = state, speaking.utterance.id == first {
            if utterance.class.rawValue < speaking.utterance.class.rawValue {
                speaking.utterance.class = utterance.class
                state = .speaking(speaking)
            }
        } else if let waiter = waiting[first], utterance.class.rawValue < waiter.class.rawValue, var entry = waiting.remove(first) {
            entry.utterance.class = utterance.class
            entry.utterance.deadline = utterance.deadline
            entry.utterance.waits = utterance.waits
            waiting.insert(entry)
            if case .speaking(let speaking) = state, !isPaused, !utterance.waits, utterance.class.cuts(speaking.utterance.class) {
                cut(speaking, by: utterance.class.cuttingRule, at: now, &actions)
                speakNext(at: now, &actions)
            }
        }
        // It will not be spoken: its outcome is all that is still owed, and the first one's text serves for both.
        utterance.runs = []
        if let text = speaking?.id == first ? speaking?.text : waiting[first]?.text { utterance.text = text }
        utterance.group = nil
        actions.append(.merged(utterance, into: first))
        // A repeat waits for an outcome too, and costs memory: beyond a bound it is told at once that nobody keeps count.
        if repeatCount < Self.mostRepeats {
            repeats[first, default: []].append(utterance)
            repeatCount += 1
        } else {
            actions.append(.ended(utterance, Outcome(reason: .overflow, rule: .Q11)))
        }
        speakNext(at: now, &actions)
        return true
    }

    /// Q9. An app may replace what it says itself, though it be a high (Q1): the group is its own.
    private mutating func supersede(
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
    private mutating func dropFocus(at now: Instant, _ actions: inout [Action]) {
        for id in waiting.ids(of: [.userFocus, .appFocus]) { endWaiting(id, .superseded, .Q5, at: now, &actions) }
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

    // MARK: The user's commands and the client's

    /// The user's stop: all ends (Q4).
    package mutating func stop(at now: Instant) -> [Action] { endAll(.stopped, .Q4, at: now) }

    /// The daemon ends: so does all else.
    package mutating func shutDown(at now: Instant) -> [Action] { endAll(.shutdown, .D3, at: now) }

    private mutating func endAll(_ reason: FinishReason, _ rule: Rule, at now: Instant) -> [Action] {
        var actions: [Action] = []
        if case .speaking(let speaking) = state { endSpeaking(speaking, reason, rule, at: now, &actions) }
        for id in waiting.ids { endWaiting(id, reason, rule, at: now, &actions) }
        return actions
    }

    /// Cuts what is spoken; the next follows (Q4).
    package mutating func skip(at now: Instant) -> [Action] {
        var actions: [Action] = []
        if case .speaking(let speaking) = state {
            endSpeaking(speaking, .stopped, .Q4, at: now, &actions)
            speakNext(at: now, &actions)
        }
        return actions
    }

    /// Ends these, whether they wait or are spoken, or were merged with one that does.
    package mutating func cancel(_ ids: [UtteranceID], at now: Instant) -> [Action] {
        var actions: [Action] = []
        for id in ids {
            if case .speaking(let speaking) = state, speaking.utterance.id == id {
                endSpeaking(speaking, .stopped, .Q4, at: now, &actions)
            } else if waiting[id] != nil {
                endWaiting(id, .stopped, .Q4, at: now, &actions)
            } else if let (first, place) = findRepeat(id), let merged = repeats[first]?.remove(at: place) {
                repeatCount -= 1
                actions.append(.ended(merged, Outcome(reason: .stopped, rule: .Q4)))
            }
        }
        speakNext(at: now, &actions)
        return actions
    }

    private func findRepeat(_ id: UtteranceID) -> (first: UtteranceID, place: Int)? {
        for (first, all) in repeats {
            if let place = all.firstIndex(where: { $0.id == id }) { return (first, place) }
        }
        return nil
    }

    /// Every utterance of `group` that waits or is spoken.
    package func ids(in group: Utterance.Group) -> [UtteranceID] {
        var ids = waiting.ids(in: group)
        if let speaking, speaking.group == group { ids.append(speaking.id) }
        return ids
    }

    /// The focus is elsewhere, or nowhere: its description is dropped, and cut if it is spoken (Q5).
    package mutating func focusMoved(at now: Instant) -> [Action] {
        var actions: [Action] = []
        dropFocus(at: now, &actions)
        if case .speaking(let speaking) = state, speaking.utterance.class.isFocus {
            actions.append(.cut(speaking.utterance, by: .Q5))
            endSpeaking(speaking, .interrupted, .Q5, at: now, &actions)
            speakNext(at: now, &actions)
        }
        return actions
    }

    /// The client closed its connection. Its announcements stay, unless it wanted otherwise (Q12); what else it said ends.
    package mutating func disconnect(_ client: ClientID, keepsAnnouncements: Bool, at now: Instant) -> [Action] {
        var actions: [Action] = []
        let announcements: Set<UtteranceClass> = [.user, .high, .default, .low]
        for id in waiting.ids(of: client) {
            guard let utterance = waiting[id] else { continue }
            if !keepsAnnouncements || !announcements.contains(utterance.class) {
                endWaiting(id, .disconnected, .Q12, at: now, &actions)
            }
        }
        if !keepsAnnouncements, case .speaking(var speaking) = state, speaking.utterance.client == client {
            speaking.utterance.isKept = false
            state = .speaking(speaking)
        }
        return actions
    }

    /// Stops sounding, to go on at the same word later (O5). While paused all wait and nothing cuts.
    package mutating func pause(at now: Instant) -> [Action] {
        guard !isPaused else { return [] }
        isPaused = true
        pausedAt = now
        return [.pause]
    }

    package mutating func resume(at now: Instant) -> [Action] {
        guard isPaused else { return [] }
        isPaused = false
        // The pause was not heard: what was heard began so much later.
        if case .speaking(var speaking) = state, let started = speaking.started, let pausedAt {
            speaking.started = started + max(0, now - max(pausedAt, started))
            state = .speaking(speaking)
        }
        pausedAt = nil
        var actions: [Action] = [.resume]
        speakNext(at: now, &actions)
        return actions
    }

    // MARK: What the voice tells

    /// The first sample of `id` was handed to the device.
    /// - Returns: whether it is the one that is spoken, and this its first start in this attempt.
    package mutating func started(_ id: UtteranceID, at now: Instant) -> Bool {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id, speaking.started == nil else { return false }
        speaking.started = now
        state = .speaking(speaking)
        return true
    }

    /// The last sample of `id` was heard.
    package mutating func finished(_ id: UtteranceID, at now: Instant) -> [Action] {
        ended(id, .spoken, .D2, at: now)
    }

    /// `id` can't be spoken.
    package mutating func failed(_ id: UtteranceID, _ reason: FinishReason, at now: Instant) -> [Action] {
        ended(id, reason, reason == .unspeakable ? .T8 : .O4, at: now)
    }

    /// The sound device can't be used since `since` (O4). What is spoken ages like what waits (Q13); what is neither high nor low, and has
    /// waited for the device for `patience` seconds, is given up.
    package mutating func giveUpOnDevice(since: Instant, patience: Double, at now: Instant) -> [Action] {
        var actions: [Action] = []
        func isTired(_ utterance: Utterance) -> Bool {
            guard utterance.class != .high, utterance.class != .low else { return false }
            return max(utterance.posted, since) + patience <= now
        }
        if case .speaking(let speaking) = state {
            if let deadline = speaking.utterance.deadline, deadline <= now {
                endSpeaking(speaking, .expired, .Q13, at: now, &actions)
            } else if isTired(speaking.utterance) {
                endSpeaking(speaking, .deviceFailed, .O4, at: now, &actions)
            }
        }
        for id in waiting.ids where waiting[id].map(isTired) == true { endWaiting(id, .deviceFailed, .O4, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }

    private mutating func ended(_ id: UtteranceID, _ reason: FinishReason, _ rule: Rule, at now: Instant) -> [Action] {
        guard case .speaking(let speaking) = state, speaking.utterance.id == id else { return [] }
        var actions: [Action] = []
        state = .idle
        end(speaking.utterance, outcome(of: speaking, reason, rule, at: now), at: now, &actions)
        speakNext(at: now, &actions)
        return actions
    }

    /// Time has passed: what is too old ends (Q13).
    package mutating func wake(at now: Instant) -> [Action] {
        var actions: [Action] = []
        for id in waiting.overdue(at: now) { endWaiting(id, .expired, .Q13, at: now, &actions) }
        return actions
    }

    // MARK: Steps

    private mutating func speakNext(at now: Instant, _ actions: inout [Action]) {
        guard case .idle = state, !isPaused else { return }
        while let entry = waiting.next() {
            if let deadline = entry.utterance.deadline, deadline <= now {
                end(entry.utterance, Outcome(reason: .expired, rule: .Q13, attempts: entry.attempts), at: now, &actions)
                continue
            }
            state = .speaking(Speaking(utterance: entry.utterance, attempts: entry.attempts + 1, started: nil))
            actions.append(.speak(entry.utterance))
            return
        }
    }

    /// Silences the voice for another utterance: a low goes back to its place (Q6), others are lost.
    private mutating func cut(_ speaking: Speaking, by rule: Rule, at now: Instant, _ actions: inout [Action]) {
        let utterance = speaking.utterance
        let isYoung = utterance.deadline.map { now < $0 } ?? true
        state = .idle
        actions.append(.silence)
        actions.append(.cut(utterance, by: rule))
        guard utterance.class == .low, utterance.isKept, isYoung, speaking.attempts < Self.mostAttempts else {
            end(utterance, outcome(of: speaking, .interrupted, rule, at: now), at: now, &actions)
            return
        }
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: speaking.attempts), comesBack: true)
    }

    private mutating func endSpeaking(
        _ speaking: Speaking, _ reason: FinishReason, _ rule: Rule, at now: Instant, _ actions: inout [Action]
    ) {
        state = .idle
        actions.append(.silence)
        end(speaking.utterance, outcome(of: speaking, reason, rule, at: now), at: now, &actions)
    }

    private mutating func endWaiting(
        _ id: UtteranceID, _ reason: FinishReason, _ rule: Rule, at now: Instant, _ actions: inout [Action]
    ) {
        guard let entry = waiting.remove(id) else { return }
        end(entry.utterance, Outcome(reason: reason, rule: rule, attempts: entry.attempts), at: now, &actions)
    }

    private mutating func end(_ utterance: Utterance, _ outcome: Outcome, at now: Instant, _ actions: inout [Action]) {
        recent.end(RecentTexts.Key(utterance), utterance.id, outcome, at: now)
        actions.append(.ended(utterance, outcome))
        guard let merged = repeats.removeValue(forKey: utterance.id) else { return }
        repeatCount -= merged.count
        for utterance in merged { actions.append(.ended(utterance, outcome)) }
    }

    private func outcome(of speaking: Speaking, _ reason: FinishReason, _ rule: Rule, at now: Instant) -> Outcome {
        Outcome(
            reason: reason, rule: rule, attempts: speaking.attempts,
            spokenSeconds: speaking.started.map { max(0, (pausedAt ?? now) - $0) } ?? 0)
    }
}
