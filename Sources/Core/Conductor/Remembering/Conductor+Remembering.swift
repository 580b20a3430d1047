import DequeModule
import Messages
import Narration
import SpeechQueue

// The state with which the next process continues.
extension Conductor {
    /// The whole state with which the next process continues.
    package var remembered: Remembered {
        var all = common(clients.connected.keys, queue.announcements.flatMap { [$0] + queue.duplicates(of: $0) })
        all.announcements += endings.all.map { Self.remembered($0) }
        all.announcements.sort { $0.utterance.id < $1.utterance.id }
        for id in clients.departed.keys { all.departed[id] = departed(id) }
        all.missedOutcomes = missedOutcomes.kept
        all.missedAnnouncements = Array(missedAnnouncements.latest)
        all.screens = narrator.rememberedScreens
        all.sessions = narrator.sessions
        for cause in requests.awaited { all.open[cause.number] = cause }
        return all
    }

    /// Returns the whole state. ``takeChanges()`` returns what changes after it.
    package mutating func takeWhole() -> Remembered {
        _ = takeChanges()
        return remembered
    }

    /// Returns the state that has changed since the last call. The first time, this is the whole state.
    package mutating func takeChanges() -> Remembered {
        let (isPrivate, taken) = (hadPrivateText, (changed.take(), finished.take(), clients.takeChanges(), requests.takeChanges()))
        hadPrivateText = false
        let (screens, sessions) = (narrator.takeChangedScreens(), narrator.takeChangedSessions())
        let (outcomes, missed) = (missedOutcomes.takeChanges(), missedAnnouncements.takeNew())
        guard case (let changed?, let finished?, let changedClients?, let changedRequests?) = taken else { return remembered }
        var changes = common(changedClients, changed.lazy.filter { !finished.contains($0) })
        changes.isWhole = false
        changes.hasPrivateText = isPrivate
        changes.finished = finished.sorted()
        (changes.screens, changes.sessions) = (screens, sessions)
        (changes.missedOutcomes, changes.missedAnnouncements) = (outcomes, missed)
        for cause in changedRequests.opened { changes.open[cause.number] = cause }
        changes.settled = Set(changedRequests.settled)
        for id in changedClients where !clients.isConnected(id) { changes.departed[id] = departed(id) }
        if outcomes != nil { for id in clients.departed.keys { changes.departed[id] = departed(id) } }
        if !endings.isEmpty, changed.count(where: { !finished.contains($0) }) > changes.announcements.count {
            changes.announcements += endings.all.lazy.filter { changed.contains($0.utterance.id) }.map { Self.remembered($0) }
        }
        if changes.announcements.count > 1 { changes.announcements.sort { $0.utterance.id < $1.utterance.id } }
        return changes
    }

    /// The number of announcements without an outcome, not counting duplicates.
    package var announcementCount: Int { queue.announcements.count }

    /// Returns some clients and announcements, and the values that are always compared.
    private func common(_ ids: some Sequence<ClientID>, _ announcements: some Sequence<UtteranceID>) -> Remembered {
        var all = Remembered()
        for id in ids { all.clients[id] = clients[id].map { remembered($0) } }
        all.announcements = announcements.compactMap { remembered($0) }
        all.unreported = missedAnnouncements.unreported
        all.foregrounds = narrator.foregrounds
        // The focus counts as unknown until its description has been heard.
        let isHeard = queue.speaking.map { $0.class.isFocus || $0.class == .screen || $0.class == .update } ?? false
        all.focusIsKnown = narrator.focusIsKnown && !isHeard
        all.owed = narrator.owedSpeech(speaking: queue.speaking)
        all.ages = queue.ages
        all.pausedSince = queue.pauseBegan
        all.settings = choice.changed
        all.number = narrator.lastNumber
        return all
    }

    private func remembered(_ client: Client) -> RememberedClient {
        RememberedClient(
            id: client.id, name: client.connectionName, hello: hello(of: client.id), subscription: client.subscription,
            hasClosedInput: client.hasClosedInput)
    }

    private func departed(_ client: ClientID) -> DepartedClient {
        let debt = missedOutcomes.debt(to: client)
        return DepartedClient(
            id: client, name: clients.departed[client]?.name ?? "", app: debt?.app, at: debt?.since ?? identity.started, heir: debt?.heir)
    }

    /// Returns an announcement that is spoken or waits; nil if there is none with this id. The next process finds the configuration's mistakes
    /// itself.
    private func remembered(_ id: UtteranceID) -> RememberedAnnouncement? {
        if let (utterance, attempts, isSpoken) = queue.announcement(id) {
            guard utterance.isAnnouncement, utterance.client != .daemon else { return nil }
            if utterance.isPrivate { return Self.ended(utterance, attempts: attempts) }
            return RememberedAnnouncement(utterance, attempts: attempts, isSpoken: isSpoken)
        }
        return queue.duplicate(id).map { duplicate, original in
            if duplicate.isPrivate { return Self.ended(duplicate, attempts: 0) }
            let (text, shared) = (duplicate.clientText ?? duplicate.text, original.clientText ?? original.text)
            return RememberedAnnouncement(duplicate, original: original.id, ownText: text == shared ? nil : text)
        }
    }

    private static func remembered(_ ending: Ending) -> RememberedAnnouncement {
        ended(ending.utterance, attempts: ending.outcome.attempts, ending.outcome.reason)
    }

    /// Returns an announcement that the next process does not speak. It only sends the outcome, as for a private one (D7).
    private static func ended(_ utterance: Utterance, attempts: Int, _ reason: FinishReason = .shutdown) -> RememberedAnnouncement {
        var utterance = utterance.withoutSecrets
        if utterance.runs.isEmpty {
            // In memory, duplicates share a text. The next process would have it once for each, so it is shortened.
            utterance.text = utterance.text.shortened(toBytes: TraceEvent.longestText)
            utterance.clientText = nil
        }
        return RememberedAnnouncement(utterance, attempts: attempts, ending: reason)
    }
}
