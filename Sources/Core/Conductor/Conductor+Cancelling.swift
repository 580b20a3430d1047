import Messages
import Narration
package import SpeechQueue

// Q18: a client or the user cancels speech.
extension Conductor {
    /// Returns the speech that a target names, after pending echoes and hints with that name were cancelled: the client's own, otherwise the
    /// only other client's.
    mutating func speech(
        cancelledBy target: CancelTarget, for client: ClientID
    ) throws(Refusal) -> (utterances: [UtteranceID], steps: [Step]) {
        var ids: [UtteranceID]
        var steps: [Step] = []
        if case .id(let name) = target, case let silent = narrator.clientsYetToSay(name), !silent.isEmpty {
            ids = (names[name] ?? []).sorted().filter { queue.client(of: $0) == client }
            if silent.contains(client) {
                steps = narrator.cancel(name, of: client)
            } else if ids.isEmpty {
                let others = Set(silent + (names[name] ?? []).compactMap { queue.client(of: $0) })
                guard let other = others.first, others.count == 1 else { throw .ambiguousAnnouncement(name) }
                ids = (names[name] ?? []).sorted()
                steps = narrator.cancel(name, of: other)
            }
        } else {
            ids = try utterances(target, for: client)
        }
        return (ids, steps)
    }

    /// Returns the utterances to cancel: the client's own with that id, otherwise the only other client's.
    func utterances(_ target: CancelTarget, for client: ClientID) throws(Refusal) -> [UtteranceID] {
        switch target {
        case .group(let name):
            return queue.ids(in: Narrator.group(name, of: client, hello(of: client)))
        case .id(let name):
            // A finished utterance may keep its name until its outcome is sent.
            let ids = (names[name] ?? []).filter { queue.client(of: $0) != nil }.sorted()
            let own = ids.filter { queue.client(of: $0) == client }
            if !own.isEmpty { return own }
            guard !ids.isEmpty else { throw .unknownAnnouncement(name) }
            guard Set(ids.map { queue.client(of: $0) }).count == 1 else { throw .ambiguousAnnouncement(name) }
            return ids
        }
    }

    /// Ends announcements that belong together, such as all messages of an SSIP client. Thousands may wait, so all end in one step.
    /// - Parameters:
    ///   - announcements: their ids. Ids of finished announcements are ignored.
    ///   - client: the client that posted them; if it has disconnected, they count as another client's.
    ///   - rule: why they end: they were cancelled (Q18), or another announcement of their message was skipped (Q4).
    package mutating func cancel(_ announcements: [String], from client: ClientID, _ rule: Rule, at now: Instant) -> [Effect] {
        // Some may still wait for the voices. The announcement being spoken ends last, so that none begins only to end at once.
        guard pending.waiting.isEmpty else {
            let spoken = speaking?.name
            return (announcements.filter { $0 != spoken } + announcements.filter { $0 == spoken })
                .flatMap { ask(.cancel(.id($0)), id: nil, from: client, at: now).effects }
        }
        var ids: [UtteranceID] = []
        for name in announcements {
            let own = names[name] ?? []
            for id in own where own.count == 1 || queue.client(of: id) == client { ids.append(id) }
        }
        if ids.isEmpty { return [] }
        carryOut(queue.cancel(ids.sorted(), .stopped, rule, at: now), at: now)
        return conclude(at: now)
    }
}
