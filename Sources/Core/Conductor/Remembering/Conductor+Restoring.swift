import Messages
import Narration
package import SpeechQueue

// Continues with the state of the previous process.
extension Conductor {
    /// Restores the state of the previous conductor. Called once, before anything else.
    ///
    /// Each announcement without an outcome waits again, and is spoken from its beginning; the announcement in progress comes first in its
    /// class. Ages continue, because the clock is the same (Q13). A client that is no longer connected is disconnected now (Q12).
    /// - Parameter connected: the clients whose connections still exist.
    package mutating func restore(_ remembered: Remembered, connected: Set<ClientID>, at now: Instant) -> [Effect] {
        narrator.skipNumbers(to: remembered.number)
        if let settings = remembered.settings {
            choice.restore(settings)
            narrator.apply(settings)
        }
        for client in remembered.clients.values.sorted(by: { $0.id.number < $1.id.number }) { restore(client, at: now) }
        for (_, screen) in remembered.screens.sorted(by: { $0.key.number < $1.key.number }) { narrator.restore(screen) }
        narrator.restoreForeground(remembered.foregrounds, focusIsKnown: remembered.focusIsKnown, owed: remembered.owed)
        queue.restore(remembered.ages, narrator.restore(remembered.sessions ?? RememberedSessions()))
        let ended = restoreAnnouncements(remembered)
        restoreDeparted(remembered, at: now)
        for missed in remembered.missedAnnouncements { missedAnnouncements.add(missed) }
        missedAnnouncements.unreported = remembered.unreported
        if let since = remembered.pausedSince { _ = queue.pause(at: since) }
        carryOut(queue.restoreAges(at: now) + ended, at: now)
        for client in clients.inOrder where !connected.contains(client.id) {
            remove(client.id, at: now)
        }
        settleRestored(Array(remembered.open.values), at: now)
        perform(narrator.describeRestored(at: now), at: now)
        carryOut(queue.proceed(at: now), at: now)
        return conclude(at: now)
    }

    private mutating func restore(_ client: RememberedClient, at now: Instant) {
        connect(client.id, name: client.name)
        narrator.introduce(client.id, as: client.hello, at: now)
        if client.hasClosedInput { clients.didCloseInput(client.id) }
        clients.subscribe(client.id, to: client.subscription)
    }

    /// - Returns: the actions for the announcements that had left the queue.
    private mutating func restoreAnnouncements(_ remembered: Remembered) -> [SpeechQueue.Action] {
        var ended: [SpeechQueue.Action] = []
        let all = remembered.announcements
        let originals = all.filter { $0.original == nil }
        for announcement in originals.filter({ !$0.isSpoken }) + originals.filter(\.isSpoken) + all.filter({ $0.original != nil }) {
            var utterance = announcement.utterance
            // The mapping from the spoken text to the client's is not remembered; where they differ, words are not reported (D5).
            if utterance.clientText != nil { utterance.wantsWords = false }
            // The announcement's request has already settled.
            utterance.cause = nil
            names[utterance.name, default: []].insert(utterance.id)
            clients.didRestore(utterance)
            history.post(utterance, client: name(of: utterance.client))
            if let reason = announcement.ending {
                ended.append(.ended(utterance, Outcome(reason: reason, rule: .D3, attempts: announcement.attempts)))
            } else if let original = announcement.original {
                queue.restore(repeat: utterance, of: original)
            } else {
                queue.restore(utterance, attempts: announcement.attempts, comesBack: announcement.isSpoken)
            }
        }
        return ended
    }

    private mutating func restoreDeparted(_ remembered: Remembered, at now: Instant) {
        for client in remembered.departed.values.sorted(by: { $0.at < $1.at }) {
            guard let unended = clients.departed[client.id]?.unended else { continue }
            clients.rename(client.id, client.name)
            guard let app = client.app else { continue }
            missedOutcomes.didDisconnect(client.id, of: app, owes: unended, at: client.at)
            if let heir = client.heir { missedOutcomes.inherit(heir, for: client.id) }
        }
        for missed in remembered.missedOutcomes ?? [] where missed.until > now {
            missedOutcomes.keep(missed.outcome, of: missed.app, until: missed.until)
        }
    }
}
