import Conductor
import Messages
import Narration
import SpeechQueue

extension Remembered {
    /// The state that results from a journal's entries.
    init(_ entries: [JournalEntry]) {
        var reader = EntryReader()
        for entry in entries { reader.read(entry) }
        self = reader.whole
    }

    /// The outcomes that the clients of a dropped journal still await, because none of their announcements will be heard.
    var outcomesOfDropped: [ClientID: [AnnouncementDidFinish]] {
        var owed: [ClientID: [AnnouncementDidFinish]] = [:]
        for one in announcements where !one.utterance.isFromDaemon {
            guard let known = clients[one.utterance.client], known.hello.replies != .none else { continue }
            let (reason, utterance) = (one.ending ?? .shutdown, one.utterance)
            owed[utterance.client, default: []].append(
                AnnouncementDidFinish(
                    id: utterance.name, text: utterance.clientText ?? utterance.text, successful: reason == .spoken, reason: reason,
                    attempts: one.attempts, spokenSeconds: 0))
        }
        return owed
    }
}

/// Reads a journal's entries one after another.
private struct EntryReader {
    private var state = Remembered()
    private var announcements: [UtteranceID: RememberedAnnouncement] = [:]
    /// The duplicates. Most of them have the text of their original.
    private var repeats: [UtteranceID: JournaledRepeat] = [:]
    /// Why announcements have left the queue.
    private var endings: [UtteranceID: FinishReason] = [:]
    /// The announcement that began last, if it has not finished.
    private var begun: UtteranceID?
    private var missedOutcomes: [RememberedOutcome] = []
    private var screenOf: [ClientID: ScreenID] = [:]
    private var lastScreen: UInt64 = 0

    mutating func read(_ entry: JournalEntry) {
        switch entry {
        case .client(let client): state.clients[client.id] = client
        case .left(let client):
            state.clients[client.id] = nil
            leaveScreen(client.id)
            state.departed[client.id] = client
        case .posted(let utterance, let attempts):
            announcements[utterance.id] = RememberedAnnouncement(utterance, attempts: attempts)
            repeats[utterance.id] = nil
            count(utterance.id)
        case .merged(let merged):
            repeats[merged.id] = merged
            count(merged.id)
        case .lifted(let id, let standing): announcements[id]?.utterance.apply(standing)
        case .begun(let id):
            announcements[id]?.attempts += 1
            begun = id
        case .cut(let id): if begun == id { begun = nil }
        case .ending(let ids, let reason):
            for id in ids { endings[id] = reason }
        case .ended(let id):
            endings[id] = nil
            announcements[id] = nil
            repeats[id] = nil
            if begun == id { begun = nil }
        case .missedAnnouncement(let missed):
            state.missedAnnouncements.append(missed)
            state.missedAnnouncements.removeFirst(max(0, state.missedAnnouncements.count - HistoryEntry.mostMissed))
            state.unreported += 1
        case .unreported(let count): state.unreported = count
        case .missedOutcome(let outcome, let app, let until):
            missedOutcomes.append(RememberedOutcome(outcome, app: app, until: until))
        case .collected(let app): missedOutcomes.removeAll { $0.app == app }
        case .ages(let clock): state.ages = clock
        case .paused(let since): state.pausedSince = since
        case .settings(let changed): state.settings = changed
        case .screen(let client, .screen(let whole)):
            leaveScreen(client)
            state.screens[screen(of: client)] = whole
        case .screen(let client, let entry): state.screens[screen(of: client)]?.read(entry)
        case .shares(let client, let other):
            leaveScreen(client)
            screenOf[client] = screen(of: other)
        case .foreground(let clients, let focusIsKnown): (state.foregrounds, state.focusIsKnown) = (clients, focusIsKnown)
        case .owed(let speech): state.owed = speech
        case .sessions(let all): state.sessions = all
        case .opened(let cause): state.open[cause.number] = cause
        case .settled(let number): state.open[number] = nil
        case .numbered(let last): state.number = max(state.number, last)
        }
    }

    /// The state that results from all entries.
    var whole: Remembered {
        var all = state
        all.missedOutcomes = missedOutcomes
        for (id, screen) in screenOf { all.screens[screen]?.clients.append(id) }
        for screen in all.screens.keys { all.screens[screen]?.complete() }
        var announcements = announcements
        if let begun, endings[begun] == nil { announcements[begun]?.isSpoken = true }
        for (id, merged) in repeats {
            let original = self.announcements[merged.first]
            guard original != nil || endings[id] != nil else { continue }
            announcements[id] = RememberedAnnouncement(
                merged.utterance(repeating: original?.utterance), attempts: original?.attempts ?? 0, original: merged.first)
        }
        for (id, reason) in endings { announcements[id]?.ending = reason }
        all.announcements = announcements.values.sorted { $0.utterance.id < $1.utterance.id }
        return all
    }

    private mutating func leaveScreen(_ client: ClientID) {
        if let id = screenOf.removeValue(forKey: client), !screenOf.values.contains(id) { state.screens[id] = nil }
    }

    /// Returns the number of a client's screen, which is new if the client has none.
    private mutating func screen(of client: ClientID) -> ScreenID {
        if let known = screenOf[client] { return known }
        lastScreen += 1
        let id = ScreenID(lastScreen)
        screenOf[client] = id
        state.screens[id] = RememberedScreen(isFirst: true)
        return id
    }

    private mutating func count(_ id: UtteranceID) { state.number = max(state.number, id.number) }
}

extension RememberedScreen {
    /// Sorts the clients, and leaves out what could not be read.
    fileprivate mutating func complete() {
        clients.sort { $0.number < $1.number }
        elements[""] = nil
        if let focus, elements[focus] == nil { self.focus = nil }
    }

    /// Applies a change.
    fileprivate mutating func read(_ entry: ScreenEntry) {
        switch entry {
        case .screen(let screen): self = screen
        case .element(let element): elements[element.element.id] = element
        case .removed(let id): elements[id] = nil
        case .focus(let id): focus = id
        case .page(let text): page = text
        }
    }
}
