import DequeModule
import Messages
import Narration
import SpeechQueue

// Journals changes as they happen.
extension Conductor {
    /// Returns the changes since the last call, in order.
    package mutating func takeUnsaved() -> [JournalEntry] {
        guard unsaved.areKept else { return [] }
        unsaved.compare(narrator, queue.ages, foregroundEntry, owedSpeech)
        for cause in requests.takeUnsaved() { unsaved.append(.opened(cause)) }
        return unsaved.take()
    }

    /// The foreground clients. The focus counts as unknown until its description has been heard.
    private var foregroundEntry: JournalEntry {
        let isHeard = queue.speaking.map { $0.class.isFocus || $0.class == .screen || $0.class == .update } ?? false
        return .foreground(narrator.foregrounds, focusIsKnown: narrator.focusIsKnown && !isHeard)
    }

    private var owedSpeech: OwedSpeech { narrator.owedSpeech(speaking: queue.speaking) }

    /// Journals a client's whole screen, because all of it may have changed.
    mutating func journalScreen(of client: ClientID) {
        if unsaved.areKept { for entry in screenEntries(of: client) { unsaved.append(entry) } }
    }

    /// Returns the clients that share a client's screen. The first stands for the screen.
    private func sharers(of client: ClientID) -> [ClientID] { narrator.sharers(of: client).sorted { $0.number < $1.number } }

    /// Returns the entries for the whole screen of a client and of those that share it.
    private func screenEntries(of client: ClientID) -> [JournalEntry] {
        guard let screen = narrator.wholeScreen(of: client), case let clients = sharers(of: client) else { return [] }
        return [.screen(clients[0], .screen(screen))] + clients.dropFirst().map { .shares($0, with: clients[0]) }
    }

    /// Journals the changes that a client's request made to its screen.
    /// - Parameter former: the client's screen before the request.
    mutating func journal(_ notification: Notification?, of client: ClientID, since former: ScreenID?) {
        guard unsaved.areKept, let screen = narrator.screenID(of: client) else { return }
        if case .screenChanged = notification { return journalScreen(of: client) }
        let clients = sharers(of: client)
        if screen != former {
            guard let other = clients.first(where: { $0 != client }) else { return journalScreen(of: client) }
            unsaved.append(.shares(client, with: other))
        }
        guard let notification else { return }
        for change in narrator.changes(by: notification, of: client) { unsaved.append(.screen(clients[0], change)) }
    }

    /// The number of announcements without an outcome, not counting duplicates.
    package var announcementCount: Int { queue.announcements.count }

    func journaled(_ client: Client) -> JournaledClient {
        JournaledClient(
            id: client.id, name: client.connectionName, hello: hello(of: client.id), subscription: client.subscription,
            hasClosedInput: client.hasClosedInput)
    }

    /// Journals a client that has connected, or has introduced itself.
    mutating func journal(_ client: ClientID) {
        guard unsaved.areKept, let known = clients[client] else { return }
        unsaved.append(.client(journaled(known)))
    }

    mutating func journal(_ entry: JournalEntry) { unsaved.append(entry) }

    /// Journals an announcement after the queue has received it. The announcement waits or is spoken, was merged with another, or has
    /// already finished.
    mutating func journal(posted utterance: Utterance, _ actions: [SpeechQueue.Action]) {
        // The next process finds the configuration's mistakes itself.
        guard unsaved.areKept, utterance.isAnnouncement, utterance.client != .daemon else { return }
        if let queued = queue.announcement(utterance.id) {
            unsaved.append(.posted(queued, attempts: 0))
            for entry in journaledAge(queued) { unsaved.append(entry) }
            return
        }
        for case .merged(let merged, into: let first) in actions {
            guard let served = queue.announcement(first) else { continue }
            unsaved.append(.merged(journaledRepeat(merged, of: served)))
            unsaved.append(.lifted(first, UtteranceStanding(of: served)))
            unsaved.append(.aged(first, UtteranceAge(of: served)))
        }
    }

    /// Returns the entry for an age that is suspended during its client's pause. The announcement's own entry does not contain it.
    private func journaledAge(_ utterance: Utterance) -> [JournalEntry] {
        utterance.ageLeft == nil ? [] : [.aged(utterance.id, UtteranceAge(of: utterance))]
    }

    private func journaledRepeat(_ merged: Utterance, of first: Utterance) -> JournaledRepeat {
        let text = merged.clientText ?? merged.text
        return JournaledRepeat(
            id: merged.id, client: merged.client, name: merged.name, class: merged.class, posted: merged.posted,
            text: text == first.clientText ?? first.text ? nil : text, first: first.id)
    }

    /// Returns everything that the next process needs: the beginning of a journal.
    package func present() -> [JournalEntry] {
        var entries: [JournalEntry] = [.numbered(narrator.lastNumber), .ages(queue.ages)]
        if let changed = choice.changed { entries.append(.settings(changed)) }
        if let since = queue.pauseBegan { entries.append(.paused(since: since)) }
        entries += clients.inOrder.map { .client(journaled($0)) }
        for client in clients.inOrder where sharers(of: client.id).first == client.id {
            entries += screenEntries(of: client.id)
        }
        entries += [foregroundEntry, .owed(owedSpeech), .sessions(narrator.sessions)]
        entries += requests.all.values.filter(\.isSaved).map(\.cause).sorted { $0.number < $1.number }.map { .opened($0) }
        for (id, left) in clients.departed.sorted(by: { $0.key.number < $1.key.number }) {
            let debt = missedOutcomes.debt(to: id)
            let client = DepartedClient(
                id: id, name: left.name, app: debt?.app, at: debt?.since ?? identity.started, heir: debt?.heir)
            entries.append(.left(client))
        }
        entries += missedOutcomes.kept.map { .missedOutcome($0.outcome, app: $0.app, until: $0.until) }
        entries += missedAnnouncements.latest.map { .missedAnnouncement($0) } + [.unreported(missedAnnouncements.unreported)]
        for (utterance, attempts, isSpoken) in queue.announcements where utterance.client != .daemon {
            entries += [.posted(utterance, attempts: isSpoken ? attempts - 1 : attempts)] + journaledAge(utterance)
            if isSpoken { entries.append(.begun(utterance.id)) }
            entries += queue.repeats(of: utterance.id).map { .merged(journaledRepeat($0, of: utterance)) }
        }
        for ending in endings.all {
            var utterance = ending.utterance
            if utterance.runs.isEmpty {
                // In memory, duplicates share a text. The journal would contain it once for each, so it is shortened.
                utterance.text = utterance.text.shortened(toBytes: TraceEvent.longestText)
                utterance.clientText = nil
            }
            entries.append(.posted(utterance, attempts: ending.outcome.attempts))
        }
        entries += Self.entries(for: endings.all.map { ($0.utterance, $0.outcome) })
        return entries
    }
}
