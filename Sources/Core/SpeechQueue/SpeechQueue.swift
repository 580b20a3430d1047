import Messages

/// Decides which utterance is spoken now, which utterances wait, and how each of them finishes.
///
///                 post (cuts nothing)            post that cuts, skip, cancel, stop
///               ┌────────────────────┐          ┌──────────────────────────────────┐
///               │                    ▼          │                                  ▼
///     idle ──post──▶ speaking ──finished──▶ speaking the next ──…──▶ idle      cut or kept (Q6)
///                       │ pause ▲
///                       ▼       │ resume
///                     paused: all wait, nothing cuts
///
/// Each call takes the current time and returns the actions to carry out, in order. Every posted utterance finishes exactly once, with
/// ``Action/ended(_:_:)``, and at most one is spoken at a time. Calls about utterances that have already finished do nothing.
package struct SpeechQueue: Sendable {
    /// An action that a call requires.
    package enum Action: Sendable, Equatable {
        /// The voice speaks this utterance now. The voice is idle, or has just received `silence`.
        case speak(Utterance)
        /// The voice falls silent and discards its utterance.
        case silence
        case pause
        case resume
        /// The utterance was cut under this rule. It returns to its place in the queue (Q6), or ends.
        case cut(Utterance, by: Rule)
        /// The utterance's age is suspended because of its client's pause, or continues after it (O5); or the utterance is not spoken again
        /// after a cut, because its client has disconnected (Q12).
        case changed(Utterance)
        /// The utterance waits for the end of a media session (§6) or of its client's pause (O5), under this rule.
        case held(Utterance, by: Rule)
        /// The utterance was not queued, because it is a duplicate of another (Q10).
        case merged(Utterance, into: UtteranceID)
        case ended(Utterance, Outcome)
    }

    /// How much may wait. Beyond that, the oldest utterances are removed, or, for a screen reader's texts, the newest is refused (Q11).
    package struct Limits: Sendable, Equatable {
        /// The number of one client's utterances.
        package var count = 256
        /// The size of one client's utterances, in bytes.
        package var clientBytes = 1 << 20
        /// The size of all clients' utterances, in bytes.
        package var totalBytes = 16 << 20
        /// The size of one screen reader's texts, which may be books, in bytes.
        package var readingBytes = 16 << 20
        /// The size of all screen readers' texts, in bytes, and the size that each screen reader may always have.
        package var totalReadingBytes = 32 << 20
        package var sureReadingBytes = 64 << 10

        package init() {}
    }

    /// The maximum number of attempts for an utterance that is cut (Q6, Q16).
    package static let mostAttempts = 3

    enum State: Sendable {
        case idle
        case speaking(Speaking)
    }

    struct Speaking: Sendable {
        var utterance: Utterance
        /// The number of attempts, including this one.
        var attempts: Int
        /// When the utterance's first sample was handed to the device; nil before that.
        var started: Instant?
        /// When the hold before this attempt ended.
        var heldUntil: Instant?
    }

    package let limits: Limits
    package internal(set) var isPaused = false
    /// The speech that media sessions let through.
    package internal(set) var gate = Gate.open
    /// The clients that are paused while other clients are heard, and whether their highs are spoken nevertheless (O5).
    var withheld: [ClientID: Bool] = [:]
    var pausedAt: Instant?
    /// When the gate closed; nil if it is open, or closed before the process began.
    var closedAt: Instant?
    /// The clock of the usual ages (Q13).
    package internal(set) var ages = AgeClock()
    /// Whether there is an outage of the voice or the device.
    var isOutage = false
    /// When a pause last ended. Waiting for the device counts only from this moment on (O4).
    var resumedAt: Instant?
    /// When lows may be spoken again, because the user is doing something (K4).
    package private(set) var lowsWaitUntil: Instant?
    private var typingBegan: Instant?
    private var typedAt: Instant?

    /// When the last utterance was heard to its end, if nothing has been spoken or silenced since (E11).
    var heardAt: Instant?

    var state = State.idle
    var waiting = WaitingLines()
    var recent = RecentTexts()
    /// The default that the user's own action cut last, and that returns to the queue (K5).
    var cutByHand: UtteranceID?
    /// The defaults that wait instead of cutting another of their app (Q19), oldest first.
    var burst: [UtteranceID] = []
    var repeats = Repeats()

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    // MARK: State

    /// The utterance that is being spoken, is about to be, or is paused.
    package var speaking: Utterance? {
        guard case .speaking(let speaking) = state else { return nil }
        return speaking.utterance
    }

    package var waitingCount: Int { waiting.count }
    /// The memory for the waiting utterances, in bytes.
    package var waitingBytes: Int { waiting.all.cost + waiting.all.readingCost }
    /// Returns the oldest waiting utterances, up to `count`.
    package func waiting(atMost count: Int) -> [Utterance] { waiting.oldest(count).compactMap { waiting[$0] } }
    package func waitingCount(of class: UtteranceClass) -> Int { waiting.count(of: `class`) }
    package func isWaiting(_ id: UtteranceID) -> Bool { waiting[id] != nil }
    /// Returns whether the utterance waits for the end of a media session or of its client's pause.
    package func isHeld(_ id: UtteranceID) -> Bool { waiting.isHeld(id) }
    /// Returns the client of an utterance that is being spoken, is waiting, or was merged with one of these.
    package func client(of id: UtteranceID) -> ClientID? {
        if let speaking, speaking.id == id { return speaking.client }
        if let waiter = waiting[id] { return waiter.client }
        return repeats[id]?.client
    }
    /// Whether nothing is spoken and nothing waits, except for the end of clients' pauses (O5) or of sessions that hold only lows (M2).
    package var isIdle: Bool {
        guard case .idle = state else { return false }
        // While the gate is open, only clients' pauses hold announcements. If the gate holds only lows, they don't count.
        return waiting.isEmpty || gate.announcements <= .low && !waiting.hasOpen
    }

    /// Returns when ``wake(at:)`` next has something to do; nil: never.
    package mutating func nextDeadline() -> Instant? {
        let ends = [waiting.first(.ownDeadline), waiting.first(.usualDeadline).flatMap(ages.moment)].compactMap(\.self)
        guard let lowsWaitUntil, case .idle = state, !isPaused, waiting.hasOpen(.low) else { return ends.min() }
        return (ends + [lowsWaitUntil]).min()
    }

    /// Seconds without typing or other actions of the user before a low is spoken (K4).
    private static let quietTime = 0.5

    /// Makes lows wait for ``quietTime``, but in total for no longer than ``longestTyping`` (K4). During the wait their usual age is
    /// suspended (Q13).
    package mutating func delayLows(at now: Instant) {
        if typedAt.map({ $0 + Self.typingEnds < now }) ?? true { typingBegan = now }
        typedAt = now
        let began = max(now, lowsWaitUntil ?? now)
        let end = min(now + Self.quietTime, (typingBegan ?? now) + Self.longestTyping)
        lowsWaitUntil = max(end, lowsWaitUntil ?? end)
        if end > began { ages.delay(by: end - began) }
    }

    /// Returns whether a new utterance cuts the one in progress. If lows have waited for ``longestTyping``, the user's actions do not cut a
    /// low (K4).
    func cuts(_ utterance: Utterance, _ speaking: Utterance, at now: Instant) -> Bool {
        let isLong = typingBegan.map { now - $0 >= Self.longestTyping } ?? false
        let goesOn = typedAt.map { now - $0 <= Self.typingEnds } ?? false
        if utterance.isByHand, speaking.class == .low, isLong, goesOn { return false }
        return utterance.cuts(speaking)
    }

    func lowsMayBegin(at now: Instant) -> Bool { lowsWaitUntil.map { $0 <= now } ?? true }
    /// The maximum time for which typing delays lows, and the time without typing after which that time begins again, in seconds.
    private static let longestTyping = 30.0
    private static let typingEnds = 1.0

    // MARK: Steps

    /// - Parameters:
    ///   - skipped: an utterance that was just cut, and is spoken after the utterance that cut it.
    ///   - cutter: the utterance that cut it.
    mutating func speakNext(
        skipping skipped: UtteranceID? = nil, cutter: UtteranceID? = nil, at now: Instant, _ actions: inout [Action]
    ) {
        guard case .idle = state, !isPaused else { return }
        defer { adjustAges(at: now) }
        while let entry = waiting.next(skipping: skipped, withLows: lowsMayBegin(at: now), cutter: cutter) {
            if entry.utterance.isTooOld(on: ages, at: now) {
                end(entry.utterance, Outcome(reason: .expired, rule: .Q13, attempts: entry.attempts), at: now, &actions)
                continue
            }
            state = .speaking(
                Speaking(utterance: entry.utterance, attempts: entry.attempts + 1, started: nil, heldUntil: entry.heldUntil))
            var spoken = entry.utterance
            spoken.follows = heardAt.map { now - $0 }
            heardAt = nil
            actions.append(.speak(spoken))
            return
        }
    }

    /// Silences the voice for another utterance. Three kinds of utterances return to their place in the queue: a low, a text that continues
    /// (Q6), and an utterance that is cut too soon (Q16). Others are lost.
    mutating func cut(_ speaking: Speaking, by cutter: Utterance, at now: Instant, _ actions: inout [Action]) {
        var utterance = speaking.utterance
        let isYoung = utterance.deadline(on: ages).map { now < $0 } ?? true
        // The user's own actions may cut an utterance any number of times (K5).
        let isKept = utterance.isKept && cutter.isByHand || mayReturn(speaking)
        let isSpared = !isKept && speaking.attempts < Self.mostAttempts && utterance.isSpared(by: cutter, begun: speaking.started, at: now)
        let rule = isSpared && !cutter.isByHand ? .Q16 : cutter.cuttingRule
        state = .idle
        actions.append(.silence)
        actions.append(.cut(utterance, by: rule))
        if cutter.isByHand, utterance.class == .low { delayLows(at: now) }
        // A new screen's tones have already sounded.
        if isSpared, speaking.started != nil { utterance.runs.removeAll { $0.earcon != nil } }
        // A text that continues can't expire once it has begun.
        if utterance.continues { (utterance.deadline, utterance.hasUsualAge) = (nil, false) }
        guard isKept || isSpared, isYoung || utterance.continues, !utterance.isBlank else {
            end(speaking.utterance, outcome(of: speaking, .interrupted, cutter.cuttingRule, at: now), at: now, &actions)
            return
        }
        // Q2: a later default of the same app ends this one.
        if cutter.isByHand, utterance.class == .default, !utterance.continues { cutByHand = utterance.id }
        let after = isSpared && cutter.class == .screen ? cutter.id : nil
        let attempts = speaking.attempts - (utterance.isKept && cutter.isByHand ? 1 : 0)
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: attempts, isHeld: false, after: after), comesBack: true)
    }

    /// Q6: Returns whether the utterance in progress is spoken again after a cut.
    func mayReturn(_ speaking: Speaking) -> Bool {
        speaking.utterance.isKept && (speaking.utterance.continues || speaking.attempts < Self.mostAttempts)
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
        recent.end(RecentTexts.Key(utterance), utterance, outcome, at: now)
        actions.append(.ended(utterance, outcome))
        for utterance in repeats.removeAll(of: utterance.id) { actions.append(.ended(utterance, outcome)) }
    }

    func outcome(of speaking: Speaking, _ reason: FinishReason, _ rule: Rule, at now: Instant) -> Outcome {
        Outcome(
            reason: reason, rule: rule, attempts: speaking.attempts,
            spokenSeconds: speaking.started.map { max(0, (pausedAt ?? now) - $0) } ?? 0)
    }
}
