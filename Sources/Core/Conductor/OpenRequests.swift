import Messages
import Narration
import SpeechQueue

/// A request about elements, or a user's command, that may still lead to speech.
struct OpenRequest: Sendable {
    let cause: Cause
    /// The number of its utterances that have not finished.
    var unended = 0
    /// How the last of these utterances finished, not counting hints.
    var reason: FinishReason?
    /// The rule of the last decision, or of the silence.
    var rule: Rule?
    /// Whether a sound was played for the request.
    var isHeard = false
    /// Whether a subscriber awaits its end.
    var isAwaited: Bool
}

/// The requests that have led to speech or still may, by the number of their cause.
struct OpenRequests: Sendable {
    private(set) var all: [UInt64: OpenRequest] = [:]
    /// The requests without an unfinished utterance.
    private var quiet: Set<UInt64> = []
    /// The requests whose end a subscriber awaits, and that have been opened or settled.
    private var changed = ChangedKeys<UInt64>()
    private var lastCause: UInt64 = 0

    /// Returns a new cause for a request.
    mutating func nextCause(_ name: String, of client: ClientID) -> Cause {
        lastCause += 1
        return Cause(number: lastCause, client: client, name: name)
    }

    /// Opens a request that may lead to speech.
    /// - Parameter isAwaited: whether a subscriber awaits its end.
    mutating func open(_ cause: Cause, isAwaited: Bool) {
        all[cause.number] = OpenRequest(cause: cause, isAwaited: isAwaited)
        quiet.insert(cause.number)
        if isAwaited { changed.insert(cause.number) }
    }

    /// Counts an utterance of an open request.
    mutating func didPost(_ utterance: Utterance) {
        guard let number = utterance.cause?.number, all[number] != nil else { return }
        all[number]?.unended += 1
        quiet.remove(number)
    }

    /// Records the end of an utterance.
    mutating func didFinish(_ utterance: Utterance, _ outcome: Outcome) {
        guard let number = utterance.cause?.number, var request = all[number] else { return }
        request.unended -= 1
        // A hint's end does not count. A milestone's end does not count after an update that was heard.
        if utterance.class != .hint, utterance.class != .low || request.reason != .spoken {
            (request.reason, request.rule) = (outcome.reason, outcome.rule)
        }
        all[number] = request
        if request.unended == 0 { quiet.insert(number) }
    }

    /// Records a decision about a request that has no utterance.
    mutating func didNote(_ note: Step.Note) {
        guard let number = note.cause?.number else { return }
        if [.silent, .mediaSession, .earcon].contains(note.event) { all[number]?.rule = note.rule }
        if note.event == .earcon { all[number]?.isHeard = true }
    }

    /// The requests without an unfinished utterance, in order.
    var withoutUtterance: [OpenRequest] { quiet.isEmpty ? [] : quiet.sorted().compactMap { all[$0] } }

    /// Removes a request that can't lead to more speech.
    mutating func settle(_ cause: Cause) {
        if all.removeValue(forKey: cause.number)?.isAwaited == true { changed.insert(cause.number) }
        quiet.remove(cause.number)
    }

    /// The requests whose end a subscriber awaits.
    var awaited: [Cause] { all.values.filter(\.isAwaited).map(\.cause) }

    /// Returns the requests of ``awaited`` that have been opened since the last call, and the numbers of the requests that have settled; nil
    /// the first time.
    mutating func takeChanges() -> (opened: [Cause], settled: [UInt64])? {
        changed.take().map { numbers in
            (numbers.compactMap { all[$0]?.cause }, numbers.filter { all[$0] == nil })
        }
    }

    /// Skips the numbers of causes that the previous process used.
    mutating func skipNumbers(of causes: [Cause]) { lastCause = max(lastCause, causes.map(\.number).max() ?? 0) }
}

// `settled`: the result of each request, once all its utterances have finished.
extension Conductor {
    /// Settles the requests that can't lead to more speech.
    mutating func settleRequests(at now: Instant) {
        for request in requests.withoutUtterance where !narrator.owesSpeech(for: request.cause) {
            let rule = request.rule ?? explainSilence(of: request.cause, at: now)
            requests.settle(request.cause)
            narrator.settle(request.cause)
            let successful = request.reason.map { $0 == .spoken } ?? request.isHeard
            publishSettled(request.cause.name, request.cause.client, request.reason, rule, successful, at: now)
        }
    }

    /// Records why a request led to no speech, for `explain`, and returns the rule.
    private mutating func explainSilence(of cause: Cause, at now: Instant) -> Rule {
        let rule = narrator.ruleOfSilence(for: cause)
        history.recordSilent(cause.name, rule: rule, client: name(of: cause.client), at: now)
        return rule
    }

    /// Settles the requests that the previous process left open.
    mutating func settleRestored(_ causes: [Cause], at now: Instant) {
        requests.skipNumbers(of: causes)
        for cause in causes.sorted(by: { $0.number < $1.number }) {
            publishSettled(cause.name, cause.client, .shutdown, .D3, false, at: now)
        }
    }

    mutating func publishSettled(
        _ name: String, _ client: ClientID, _ reason: FinishReason?, _ rule: Rule?, _ successful: Bool, at now: Instant
    ) {
        guard clients.subscribers > 0 else { return }
        publish(
            TraceEvent(
                at: now - identity.started, event: .settled, id: name, client: self.name(of: client), successful: successful,
                reason: reason, rule: rule?.rawValue))
    }
}
