import Messages
import Narration
import SpeechQueue

// Announcements, and what their clients should know about them.
extension Conductor {
    mutating func announce(
        _ announcement: Announcement, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) throws(Refusal) {
        let utterance = try narrator.utterance(for: announcement, name: name, from: client, at: now)
        guard queue.hasRoom(for: utterance) else {
            narrator.forgetReading(of: utterance.id)
            throw .tooMuchWaits
        }
        var answer = Reply(id: name, warnings: warnings)
        let place = reply(answer, to: client)
        perform(narrator.didPost(by: client), at: now)
        let replaced = announcement.replaces.flatMap { (try? utterances(.id($0), for: client)) ?? [] }
        let actions = enqueue(utterance, replacing: replaced, at: now)
        answer.state = state(of: utterance.id)
        answer.warnings += self.warnings(about: utterance, actions, &answer.state)
        complete(answer, at: place, to: client)
        carryOut(actions, at: now)
    }

    /// Returns what the client should know about an announcement that it has just posted.
    /// - Parameters:
    ///   - actions: what the queue does with the announcement.
    ///   - state: the announcement's state; a duplicate has the original's.
    private mutating func warnings(
        about utterance: Utterance, _ actions: [SpeechQueue.Action], _ state: inout Reply.State?
    ) -> [Warning] {
        if case .nothing = narrator.hearing(of: utterance) { return [] }
        var warnings: [Warning] = []
        let client = utterance.client
        var overflows = false
        for action in actions {
            switch action {
            case .merged(let merged, into: let first) where merged.id == utterance.id:
                state = self.state(of: first)
                let standing = state == .speaking ? "being spoken" : "waiting"
                warnings.append(Warning(.duplicate, "the same text is \(standing) already: merged with it (Q10)"))
            case .ended(let other, let outcome) where other.client == client && outcome.reason == .overflow: overflows = true
            default: break
            }
        }
        if !utterance.isUnread, !narrator.unreadable.isEmpty {
            warnings.append(Warning(.adjusted, "text: no voice reads \(narrator.unreadable.prefix(32)) as Japanese (T9)"))
        }
        let knewOverflow = clients[client]?.isWarnedOfOverflow == true
        if overflows, !knewOverflow {
            warnings.append(
                Warning(
                    .overflow, "more than \(queue.limits.count) utterances or \(queue.limits.clientBytes) bytes wait: the oldest go (Q11)"))
        }
        if overflows != knewOverflow { clients[client]?.isWarnedOfOverflow = overflows }
        if delivery.device.state == .unavailable, let warning = outageWarning(for: client) { warnings.append(warning) }
        return warnings
    }
}
