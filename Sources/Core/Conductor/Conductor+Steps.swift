import Messages
import Narration
import SpeechQueue

// The user's steps by sentence or paragraph (Q20).
extension Conductor {
    /// Speaks from another sentence or paragraph of the utterance in progress, or of the last utterance that was heard.
    mutating func step(_ step: ReadingStep, name: String, warnings: [Warning], from client: ClientID, at now: Instant) {
        guard let speaking = queue.speaking else {
            stepInLast(step, name: name, warnings: warnings, from: client, at: now)
            return endPause(at: now)
        }
        endPause(at: now)
        let position = delivery.resumption ?? .start
        if let place = TextSteps.place(in: speaking.runs, from: position, step) {
            return again(speaking, from: place, name: name, warnings: warnings, from: client, at: now)
        }
        if step.direction == .next {
            // The step leads to the end of the utterance; the next utterance follows.
            steps.didSkip(speaking)
            reply(Reply(id: name, warnings: warnings), to: client)
            return carryOut(queue.skip(at: now), at: now)
        }
        let isReadAgain = steps.hasPosted(speaking.id)
        guard let (before, place) = lastPlace(before: steps.record(of: speaking.id), step.unit) else {
            return again(speaking, from: .start, name: name, warnings: warnings, from: client, at: now)
        }
        // The utterance in progress follows from its beginning. If a step has posted it, the two texts become one utterance.
        let rest = isReadAgain ? speaking.runs : []
        readAgain(before, rest, from: place, name: name, warnings: warnings, from: client, at: now)
        guard queue.isWaiting(speaking.id) else { return }
        delivery.forgetPlace(of: speaking.id)
        if isReadAgain { carryOut(queue.cancel([speaking.id], .superseded, .Q9, at: now), at: now) }
    }

    /// Steps within the utterance that the user stopped, otherwise within the last utterance that was heard.
    private mutating func stepInLast(
        _ step: ReadingStep, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) {
        let halted = steps.stopped.flatMap { stopped in history.record(of: stopped.record).map { ($0, stopped.place) } }
            .flatMap { $0.0.runs.isEmpty ? nil : $0 }
        // Skip announced's own notices, such as those about missed announcements: the user was not reading them.
        let last = halted?.0 ?? history.heard(.max).last { $0.clientID != .daemon }
        if let last, let place = TextSteps.place(in: last.runs, from: halted?.1, step) {
            return readAgain(last, from: place, name: name, warnings: warnings, from: client, at: now)
        }
        guard let last, step.direction == .previous else {
            reply(Reply(id: name, state: .silent, warnings: warnings), to: client)
            return
        }
        let (record, place) = lastPlace(before: last.id, step.unit) ?? (last, .start)
        readAgain(record, from: place, name: name, warnings: warnings, from: client, at: now)
    }

    /// Returns the last sentence or paragraph of the preceding part of a text that continues.
    private func lastPlace(before record: UtteranceID?, _ unit: ReadingStep.Unit) -> (History.Record, RunPosition)? {
        guard let before = history.heard(before: record) else { return nil }
        return TextSteps.place(in: before.runs, from: nil, ReadingStep(.again, by: unit)).map { (before, $0) }
    }

    private mutating func endPause(at now: Instant) {
        guard queue.isPaused else { return }
        carryOut(queue.resume(at: now), at: now)
    }

    /// Records the utterance in progress and its sentence, before the user's stop ends it.
    mutating func noteStop() {
        if let speaking = queue.speaking { steps.didStop(speaking.id, at: delivery.resumption ?? .start) }
    }

    /// Speaks the utterance in progress from another position.
    private mutating func again(
        _ utterance: Utterance, from place: RunPosition, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) {
        delivery.begin(at: place)
        reply(Reply(id: name, state: .speaking, warnings: warnings), to: client)
        speak(utterance, from: place, at: now)
    }

    /// Speaks the text of an earlier utterance again, from a position in it.
    /// - Parameter rest: the runs that follow that text.
    private mutating func readAgain(
        _ record: History.Record, _ rest: [SpeechRun] = [], from place: RunPosition, name: String, warnings: [Warning],
        from client: ClientID, at now: Instant
    ) {
        var rest = rest
        if !rest.isEmpty { rest[0].pause = rest[0].pause ?? 0 }
        let utterance = narrator.reading(record.runs + rest, name: name, from: client, at: now)
        delivery.keep(place, of: utterance.id)
        steps.didPost(utterance.id, repeating: record.id)
        var answer = Reply(id: name, warnings: warnings)
        let replyPlace = reply(answer, to: client)
        post(utterance, at: now)
        answer.state = state(of: utterance.id)
        complete(answer, at: replyPlace, to: client)
    }
}

extension RunPosition {
    fileprivate static let start = RunPosition(run: 0, offset: 0)
}
