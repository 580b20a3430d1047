import DequeModule
import Messages
import Narration
import SpeechQueue

// Journals changes as they happen.
extension Conductor {
    /// Returns the changes since the last call, in order.
    package mutating func takeUnsaved() -> [JournalEntry] {
        guard isJournaled else { return [] }
        let number = narrator.lastNumber
        if number != savedNumber {
            unsaved.append(.numbered(number))
            savedNumber = number
        }
        if narrator.sessionChanges != savedSessionChanges {
            savedSessionChanges = narrator.sessionChanges
            unsaved.append(.sessions(narrator.sessions))
        }
        if queue.ages != savedAges {
            savedAges = queue.ages
            unsaved.append(.ages(savedAges))
        }
        let foreground = foregroundEntry
        if foreground != savedForeground {
            savedForeground = foreground
            unsaved.append(foreground)
        }
        let owed = owedSpeech
        if owed != savedOwed {
            savedOwed = owed
            unsaved.append(.owed(owed))
        }
        // Most requests settle before they need to be journaled.
        for number in unsavedRequests.sorted() {
            guard let cause = requests[number]?.cause else { continue }
            unsaved.append(.opened(cause))
            requests[number]?.isSaved = true
        }
        unsavedRequests = []
        defer { unsaved = [] }
        return unsaved
    }

    /// The foreground clients. The focus counts as unknown until its description has been heard.
    private var foregroundEntry: JournalEntry {
        let isHeard = queue.speaking.map { $0.class.isFocus || $0.class == .screen || $0.class == .update } ?? false
        return .foreground(narrator.foregrounds, focusIsKnown: narrator.focusIsKnown && !isHeard)
    }

    private var owedSpeech: OwedSpeech { narrator.owedSpeech(speaking: queue.speaking) }

    /// Journals a client's whole screen, because all of it may have changed.
    mutating func journalScreen(of client: ClientID) {
        if isJournaled { unsaved += screenEntries(of: client) }
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
        guard isJournaled, let screen = narrator.screenID(of: client) else { return }
        if case .screenChanged = notification { return journalScreen(of: client) }
        let clients = sharers(of: client)
        if screen != former {
            guard let other = clients.first(where: { $0 != client }) else { return journalScreen(of: client) }
            unsaved.append(.shares(client, with: other))
        }
        unsaved += notification.map { narrator.changes(by: $0, of: client) }?.map { .screen(clients[0], $0) } ?? []
    }

    /// The number of announcements without an outcome, not counting duplicates.
    package var announcementCount: Int { queue.announcements.count }

    func journaled(_ client: Client) -> JournaledClient {
        JournaledClient(
            id: client.id, name: client.connectionName, hello: client.hello, subscription: client.subscription,
            hasClosedInput: client.hasClosedInput)
    }

    /// Journals a client that has connected, or has introduced itself.
    mutating func journal(_ client: ClientID) {
        guard isJournaled, let known = clients[client] else { return }
        unsaved.append(.client(journaled(known)))
    }

    mutating func journal(_ entry: JournalEntry) {
        if isJournaled { unsaved.append(entry) }
    }

    /// Journals an announcement after the queue has received it. The announcement waits or is spoken, was merged with another, or has
    /// already finished.
    mutating func journal(posted utterance: Utterance, _ actions: [SpeechQueue.Action]) {
        // The next process finds the configuration's mistakes itself.
        guard isJournaled, utterance.isAnnouncement, utterance.client != .daemon else { return }
        if let queued = queue.announcement(utterance.id) {
            unsaved += [.posted(queued, attempts: 0)] + journaledAge(queued)
            return
        }
        for case .merged(let merged, into: let first) in actions {
            guard let served = queue.announcement(first) else { continue }
            unsaved.append(.merged(journaledRepeat(merged, of: served)))
            unsaved += [.lifted(first, UtteranceStanding(of: served)), .aged(first, UtteranceAge(of: served))]
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
        if let changedSettings { entries.append(.settings(changedSettings)) }
        if let since = queue.pauseBegan { entries.append(.paused(since: since)) }
        entries += clients.values.sorted { $0.id.number < $1.id.number }.map { .client(journaled($0)) }
        for client in clients.keys.sorted(by: { $0.number < $1.number }) where sharers(of: client).first == client {
            entries += screenEntries(of: client)
        }
        entries += [foregroundEntry, .owed(owedSpeech), .sessions(narrator.sessions)]
        entries += requests.values.filter(\.isSaved).map(\.cause).sorted { $0.number < $1.number }.map { .opened($0) }
        for (id, left) in departed.sorted(by: { $0.key.number < $1.key.number }) {
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
        for ending in endings {
            var utterance = ending.utterance
            if utterance.runs.isEmpty {
                // In memory, duplicates share a text. The journal would contain it once for each, so it is shortened.
                utterance.text = utterance.text.shortened(toBytes: TraceEvent.longestText)
                utterance.clientText = nil
            }
            entries.append(.posted(utterance, attempts: ending.outcome.attempts))
        }
        entries += Self.entries(for: endings.map { ($0.utterance, $0.outcome) })
        return entries
    }
}
