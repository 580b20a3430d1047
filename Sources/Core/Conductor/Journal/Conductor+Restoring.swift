package import Messages
import Narration
package import SpeechQueue

// Restores what the previous process journaled.
extension Conductor {
    /// Restores the state of the previous conductor. Called once, before anything else.
    ///
    /// Each announcement without an outcome waits again, and is spoken from its beginning; the announcement in progress comes first in its
    /// class. Ages continue, because the clock is the same (Q13). A client that is no longer connected is disconnected now (Q12).
    /// - Parameter connected: the clients whose connections still exist.
    package mutating func restore(_ entries: [JournalEntry], connected: Set<ClientID>, at now: Instant) -> [Effect] {
        let remembered = Remembered(entries)
        narrator.skipNumbers(to: remembered.number)
        if let settings = remembered.settings {
            choice.restore(settings)
            narrator.apply(settings)
        }
        for client in remembered.clients.values.sorted(by: { $0.id.number < $1.id.number }) { restore(client, at: now) }
        for (screen, entries) in remembered.screens.sorted(by: { $0.key.number < $1.key.number }) {
            narrator.restore(entries, of: remembered.clients(of: screen))
        }
        narrator.restoreForeground(remembered.foregrounds, focusIsKnown: remembered.focusIsKnown, owed: remembered.owed)
        queue.restore(remembered.ages, narrator.restore(remembered.sessions))
        let ended = restoreAnnouncements(remembered)
        restoreDeparted(remembered, at: now)
        missedAnnouncements = remembered.missedAnnouncements
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

    /// Returns the pending outcomes for the clients of a journal that is dropped, because none of their announcements will be heard.
    package static func outcomes(ofDropped entries: [JournalEntry]) -> [ClientID: [AnnouncementDidFinish]] {
        let remembered = Remembered(entries)
        var owed: [ClientID: [AnnouncementDidFinish]] = [:]
        func owe(_ number: UtteranceID, _ id: String, _ text: String, attempts: Int, to client: ClientID) {
            let reason = remembered.endings[number] ?? .shutdown
            guard let known = remembered.clients[client], known.hello.replies != .none else { return }
            let outcome = AnnouncementDidFinish(
                id: id, text: text, successful: reason == .spoken, reason: reason, attempts: attempts, spokenSeconds: 0)
            owed[client, default: []].append(outcome)
        }
        for one in remembered.announcements.values.sorted(by: { $0.utterance.id < $1.utterance.id }) where !one.utterance.isFromDaemon {
            owe(
                one.utterance.id, one.utterance.name, one.utterance.clientText ?? one.utterance.text, attempts: one.attempts,
                to: one.utterance.client)
        }
        for merged in remembered.repeats.values.sorted(by: { $0.id < $1.id }) {
            let first = remembered.announcements[merged.first]
            let text = merged.text ?? first?.utterance.clientText ?? first?.utterance.text ?? ""
            owe(merged.id, merged.name, text, attempts: first?.attempts ?? 0, to: merged.client)
        }
        return owed
    }

    private mutating func restore(_ client: JournaledClient, at now: Instant) {
        connect(client.id, name: client.name)
        narrator.introduce(client.id, as: client.hello, at: now)
        clients[client.id]?.hasClosedInput = client.hasClosedInput
        clients.subscribe(client.id, to: client.subscription)
    }

    /// - Returns: the actions for the announcements that had left the queue.
    private mutating func restoreAnnouncements(_ remembered: Remembered) -> [SpeechQueue.Action] {
        var ended: [(utterance: Utterance, attempts: Int)] = []
        func restore(_ announcement: Remembered.Announcement, comesBack: Bool) {
            var utterance = announcement.utterance
            // The mapping from the spoken text to the client's is not journaled; where they differ, words are not reported (D5).
            if utterance.clientText != nil { utterance.wantsWords = false }
            countRestored(utterance)
            guard remembered.endings[utterance.id] == nil else { return ended.append((utterance, announcement.attempts)) }
            queue.restore(utterance, attempts: announcement.attempts, comesBack: comesBack)
        }
        let begun = remembered.begun.flatMap { remembered.announcements[$0] }
        for announcement in remembered.announcements.values.sorted(by: { $0.utterance.id < $1.utterance.id })
        where announcement.utterance.id != begun?.utterance.id {
            restore(announcement, comesBack: false)
        }
        if let begun { restore(begun, comesBack: true) }
        for merged in remembered.repeats.values.sorted(by: { $0.id < $1.id }) {
            let first = remembered.announcements[merged.first]?.utterance
            let hasEnded = remembered.endings[merged.id] != nil
            guard hasEnded || first != nil else { continue }
            var utterance = Utterance(
                id: merged.id, client: merged.client, name: merged.name, class: merged.class, runs: [], posted: merged.posted)
            utterance.text = first?.text ?? ""
            utterance.clientText = merged.text ?? first?.clientText
            utterance.extraCost = merged.text?.utf8.count ?? 0
            countRestored(utterance)
            if hasEnded { ended.append((utterance, 0)) } else { queue.restore(repeat: utterance, of: merged.first) }
        }
        return ended.compactMap { utterance, attempts in
            remembered.endings[utterance.id].map { .ended(utterance, Outcome(reason: $0, rule: .D3, attempts: attempts)) }
        }
    }

    /// Counts an utterance whose client awaits its outcome.
    private mutating func countRestored(_ utterance: Utterance) {
        names[utterance.name, default: []].insert(utterance.id)
        clients.didRestore(utterance)
        history.post(utterance, client: name(of: utterance.client))
    }

    private mutating func restoreDeparted(_ remembered: Remembered, at now: Instant) {
        for client in remembered.departed.values.sorted(by: { $0.at < $1.at }) {
            guard let unended = clients.departed[client.id]?.unended else { continue }
            clients.rename(client.id, client.name)
            guard let app = client.app else { continue }
            missedOutcomes.didDisconnect(client.id, of: app, owes: unended, at: client.at)
            if let heir = client.heir { missedOutcomes.inherit(heir, for: client.id) }
        }
        for missed in remembered.missedOutcomes where missed.until > now {
            missedOutcomes.keep(missed.outcome, of: missed.app, until: missed.until)
        }
    }
}
