import Messages
import Narration
import SpeechQueue

// The user's steps within what is read aloud (Q20).
extension Conductor {
    /// Speaks from another sentence or paragraph of the utterance in progress, or of the last one that was heard.
    mutating func step(_ step: ReadingStep, name: String, warnings: [Warning], from client: ClientID, at now: Instant) throws(Refusal)
        -> [Effect]
    {
        var effects: [Effect] = []
        if queue.isPaused {
            effects += carryOut(queue.resume(at: now), at: now)
            journal(.paused(since: nil))
        }
        guard let speaking = queue.speaking else {
            let last = stopped.flatMap { history.record(of: $0.record) } ?? history.heard(1).last
            guard let last,
                let place = TextSteps.place(in: last.runs, from: stopped?.place, step) ?? (step.direction == .previous ? .start : nil)
            else {
                return reply(Reply(id: name, state: .silent, warnings: warnings), to: client) + effects
            }
            return effects + (try speak(last, from: place, name: name, warnings: warnings, from: client, at: now))
        }
        let position = delivery.resumption ?? .start
        if let place = TextSteps.place(in: speaking.runs, from: position, step) {
            return effects + again(speaking, from: place, name: name, warnings: warnings, from: client, at: now)
        }
        if step.direction == .next {
            // Its end, from which the next one goes on.
            skipped = speaking.name
            return effects + reply(Reply(id: name, warnings: warnings), to: client) + carryOut(queue.skip(at: now), at: now)
        }
        let isStepped = stepped?.utterance == speaking.id
        guard speaking.continues || isStepped, let before = history.heard(before: isStepped ? stepped?.record : speaking.id),
            let place = TextSteps.place(in: before.runs, from: nil, ReadingStep(.again, by: step.unit))
        else {
            return effects + again(speaking, from: .start, name: name, warnings: warnings, from: client, at: now)
        }
        effects += try speak(before, from: place, name: name, warnings: warnings, from: client, at: now)
        // What the user has stepped back from follows from its beginning.
        if queue.isWaiting(speaking.id) { resumptions[speaking.id] = nil }
        return effects
    }

    /// Notes where the user stops what is read aloud.
    mutating func noteStop() {
        guard let speaking = queue.speaking else { return }
        let record = stepped?.utterance == speaking.id ? stepped?.record : speaking.id
        if let record { stopped = (record, delivery.resumption ?? .start) }
    }

    /// Speaks the utterance in progress from another place.
    private mutating func again(
        _ utterance: Utterance, from place: RunPosition, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) -> [Effect] {
        delivery.begin(at: place)
        return reply(Reply(id: name, state: .speaking, warnings: warnings), to: client) + speak(utterance, from: place, at: now)
    }

    /// Speaks the text of an earlier utterance again, as the user's own, from a place in it.
    private mutating func speak(
        _ record: History.Record, from place: RunPosition, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) throws(Refusal) -> [Effect] {
        stepping = (place, record.id)
        defer { stepping = nil }
        return try narrate(name: name, warnings: warnings, from: client, at: now) { narrator in
            narrator.repeat(record.runs, name: name, from: client, at: now)
        }
    }
}

extension RunPosition {
    fileprivate static let start = RunPosition(run: 0, offset: 0)
}
