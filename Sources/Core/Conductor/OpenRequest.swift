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
    /// Whether the request was journaled.
    var isSaved = false
}

// `settled`: the result of each request, once all its utterances have finished.
extension Conductor {
    /// Opens a request that may lead to speech.
    mutating func open(_ cause: Cause) {
        requests[cause.number] = OpenRequest(cause: cause)
        quietRequests.insert(cause.number)
        if isJournaled, subscribers > 0 { unsavedRequests.insert(cause.number) }
    }

    /// Counts an utterance of an open request.
    mutating func didPost(_ utterance: Utterance) {
        guard let number = utterance.cause?.number, requests[number] != nil else { return }
        requests[number]?.unended += 1
        quietRequests.remove(number)
    }

    /// Records the end of an utterance. An announcement's end settles its request.
    mutating func didFinish(_ utterance: Utterance, _ outcome: Outcome, at now: Instant) {
        if utterance.isAnnouncement, !utterance.isFromDaemon {
            return publishSettled(utterance.name, utterance.client, outcome.reason, outcome.rule, outcome.isSuccessful, at: now)
        }
        guard let number = utterance.cause?.number, var request = requests[number] else { return }
        request.unended -= 1
        // A hint's end does not count. A milestone's end does not count after an update that was heard.
        if utterance.class != .hint, utterance.class != .low || request.reason != .spoken {
            (request.reason, request.rule) = (outcome.reason, outcome.rule)
        }
        requests[number] = request
        if request.unended == 0 { quietRequests.insert(number) }
    }

    /// Records a decision about a request that has no utterance.
    mutating func didNote(_ note: Step.Note) {
        guard let number = note.cause?.number else { return }
        if [.silent, .mediaSession, .earcon].contains(note.event) { requests[number]?.rule = note.rule }
        if note.event == .earcon { requests[number]?.isHeard = true }
    }

    /// Settles the requests that can't lead to more speech.
    mutating func settleRequests(at now: Instant) {
        guard !quietRequests.isEmpty else { return }
        for number in quietRequests.sorted() {
            guard let request = requests[number], !narrator.owesSpeech(for: request.cause) else { continue }
            let rule = request.rule ?? explainSilence(of: request.cause, at: now)
            quietRequests.remove(number)
            requests[number] = nil
            unsavedRequests.remove(number)
            if request.isSaved { journal(.settled(number)) }
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
        lastCause = max(lastCause, causes.map(\.number).max() ?? 0)
        for cause in causes.sorted(by: { $0.number < $1.number }) {
            journal(.settled(cause.number))
            publishSettled(cause.name, cause.client, .shutdown, .D3, false, at: now)
        }
    }

    private mutating func publishSettled(
        _ name: String, _ client: ClientID, _ reason: FinishReason?, _ rule: Rule?, _ successful: Bool, at now: Instant
    ) {
        guard subscribers > 0 else { return }
        publish(
            TraceEvent(
                at: now - identity.started, event: .settled, id: name, client: self.name(of: client), successful: successful,
                reason: reason, rule: rule?.rawValue))
    }
}
