import Conductor
import Messages
import Narration
import SpeechQueue

/// The state that the journal contains. It is compared with what has changed in the conductor, which knows nothing of the journal.
struct WrittenState {
    /// The properties of a journaled announcement that can change.
    private struct Announcement: Equatable {
        var standing: UtteranceStanding
        var attempts: Int
        var isSpoken: Bool
        var isDuplicate: Bool

        init(_ announcement: RememberedAnnouncement) {
            standing = UtteranceStanding(of: announcement.utterance)
            (attempts, isSpoken) = (announcement.attempts, announcement.isSpoken)
            isDuplicate = announcement.original != nil
        }
    }

    private var last = Remembered()
    private var announcements: [UtteranceID: Announcement] = [:]
    /// The entries that the present changes require.
    private var entries: [JournalEntry] = []

    /// Returns the entries that make the journal's state the same as the conductor's.
    /// - Parameter changes: what has changed since the last call. If it is a whole state, the entries begin a journal.
    mutating func entries(for changes: Remembered) -> [JournalEntry] {
        defer { entries = [] }
        if changes.isWhole { self = WrittenState() }
        addSettings(changes)
        addMissed(changes)
        for (id, client) in changes.clients.sorted(by: { $0.key.number < $1.key.number }) where last.clients[id] != client {
            last.clients[id] = client
            entries.append(.client(client))
        }
        // A client moves only to a screen with a higher number, so the screens that it has left still have it when they are added.
        for (id, screen) in changes.screens.sorted(by: { $0.key.number < $1.key.number }) { add(screen, id) }
        addDeparted(changes)
        addNarration(changes)
        for announcement in changes.announcements { add(announcement, announcement.utterance.id) }
        addEndings(changes)
        for id in changes.finished where announcements.removeValue(forKey: id) != nil { entries.append(.ended(id)) }
        return entries
    }

    /// Returns whether a value differs from the one written last, which it replaces.
    private static func replace<Value: Equatable>(_ last: inout Value, by now: Value) -> Bool {
        if last == now { return false }
        last = now
        return true
    }

    private mutating func addSettings(_ changes: Remembered) {
        if Self.replace(&last.number, by: changes.number) { entries.append(.numbered(changes.number)) }
        if Self.replace(&last.ages, by: changes.ages) { entries.append(.ages(changes.ages)) }
        if Self.replace(&last.settings, by: changes.settings) { entries.append(.settings(changes.settings)) }
        if Self.replace(&last.pausedSince, by: changes.pausedSince) { entries.append(.paused(since: changes.pausedSince)) }
    }

    private mutating func addDeparted(_ changes: Remembered) {
        if changes.departed.isEmpty { return }
        for (id, client) in changes.departed.sorted(by: { $0.key.number < $1.key.number }) where last.departed[id] != client {
            last.clients[id] = nil
            // A client without a name is forgotten: nothing of it can change any more.
            if client.app != nil || !client.name.isEmpty { last.departed[id] = client }
            entries.append(.left(client))
        }
        last.screens = last.screens.filter { $0.value.clients.contains { last.clients[$0] != nil } }
    }

    private mutating func add(_ screen: RememberedScreen, _ id: ScreenID) {
        guard let first = screen.clients.first else { return }
        let former = last.screens[id]
        var head = screen
        (head.elements, head.removed) = ([:], [])
        last.screens[id] = head
        // In the journal, a client that shows the screen stands for it.
        guard !screen.isWhole, let former, let stands = former.clients.first(where: screen.clients.contains) ?? former.clients.first else {
            var own = screen
            own.clients = []
            entries.append(.screen(first, .screen(own)))
            for other in screen.clients.dropFirst() { entries.append(.shares(other, with: first)) }
            return
        }
        for client in screen.clients where !former.clients.contains(client) { entries.append(.shares(client, with: stands)) }
        for id in screen.removed.sorted() { entries.append(.screen(stands, .removed(id: id))) }
        for (_, element) in screen.elements.sorted(by: { $0.key < $1.key }) { entries.append(.screen(stands, .element(element))) }
        if screen.focus != former.focus { entries.append(.screen(stands, .focus(id: screen.focus))) }
        if let page = screen.page, page != former.page { entries.append(.screen(stands, .page(page))) }
    }

    private mutating func addNarration(_ changes: Remembered) {
        if last.foregrounds != changes.foregrounds || last.focusIsKnown != changes.focusIsKnown {
            (last.foregrounds, last.focusIsKnown) = (changes.foregrounds, changes.focusIsKnown)
            entries.append(.foreground(changes.foregrounds, focusIsKnown: changes.focusIsKnown))
        }
        if Self.replace(&last.owed, by: changes.owed) { entries.append(.owed(changes.owed)) }
        if let sessions = changes.sessions { entries.append(.sessions(sessions)) }
        for (number, cause) in changes.open.sorted(by: { $0.key < $1.key }) {
            last.open[number] = cause
            entries.append(.opened(cause))
        }
        for number in changes.settled.sorted() where last.open.removeValue(forKey: number) != nil { entries.append(.settled(number)) }
    }

    private mutating func addMissed(_ changes: Remembered) {
        for missed in changes.missedAnnouncements { entries.append(.missedAnnouncement(missed)) }
        last.unreported += changes.missedAnnouncements.count
        if Self.replace(&last.unreported, by: changes.unreported) { entries.append(.unreported(changes.unreported)) }
        guard let kept = changes.missedOutcomes else { return }
        let (former, now) = (Dictionary(grouping: last.missedOutcomes ?? [], by: \.app), Dictionary(grouping: kept, by: \.app))
        last.missedOutcomes = kept
        for app in Set(former.keys).union(now.keys).sorted() {
            var (written, left) = (former[app] ?? [], (now[app] ?? [])[...])
            if written[...] != left.prefix(written.count) {
                entries.append(.collected(app: app))
                written = []
            }
            left = left.dropFirst(written.count)
            for one in left { entries.append(.missedOutcome(one.outcome, app: app, until: one.until)) }
        }
    }

    // MARK: Announcements

    private mutating func add(_ announcement: RememberedAnnouncement, _ id: UtteranceID) {
        let (utterance, now) = (announcement.utterance, Announcement(announcement))
        let former = announcements.updateValue(now, forKey: id)
        if let first = announcement.original {
            guard former == nil else { return }
            entries.append(.merged(JournaledRepeat(utterance, of: first, text: announcement.ownText)))
            return
        }
        if announcement.ending != nil, let former, !former.isDuplicate, former.attempts == announcement.attempts { return }
        // Attempts that have begun are counted by their own entries.
        var begun = announcement.isSpoken ? announcement.attempts - (former?.attempts ?? announcement.attempts - 1) : 0
        let least = announcement.isSpoken && former?.isSpoken != true ? 1 : 0
        if let former, announcement.ending == nil, begun >= least, former.attempts + begun == announcement.attempts {
            if former.standing != now.standing { entries.append(.lifted(id, now.standing)) }
        } else {
            begun = announcement.isSpoken ? 1 : 0
            entries.append(.posted(utterance, attempts: announcement.attempts - begun))
        }
        if former?.isSpoken == true, !announcement.isSpoken { entries.append(.cut(id)) }
        for _ in 0..<begun { entries.append(.begun(id)) }
    }

    /// Adds an entry for each reason for which announcements have left the queue.
    private mutating func addEndings(_ changes: Remembered) {
        let ended = changes.announcements.filter { $0.ending != nil }
        for reason in ended.isEmpty ? [] : FinishReason.allCases {
            let ids = ended.lazy.filter { $0.ending == reason }.map(\.utterance.id)
            if !ids.isEmpty { entries.append(.ending(Array(ids), reason)) }
        }
    }
}
