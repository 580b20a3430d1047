import Messages
import Narration
import SpeechQueue

/// The state that results from a journal's entries.
struct Remembered: Sendable {
    /// An announcement without an outcome.
    struct Announcement: Sendable {
        var utterance: Utterance
        var attempts: Int
    }
    struct Missed: Sendable {
        var outcome: AnnouncementDidFinish
        var app: String
        var until: Instant
    }

    private(set) var clients: [ClientID: JournaledClient] = [:]
    private(set) var departed: [ClientID: DepartedClient] = [:]
    private(set) var announcements: [UtteranceID: Announcement] = [:]
    private(set) var repeats: [UtteranceID: JournaledRepeat] = [:]
    /// The announcements that have left the queue without their outcome having been sent, and why they finished.
    private(set) var endings: [UtteranceID: FinishReason] = [:]
    private(set) var missedOutcomes: [Missed] = []
    /// The announcement that began last, if it has not finished.
    private(set) var begun: UtteranceID?
    private(set) var ages = AgeClock()
    private(set) var pausedSince: Instant?
    private(set) var settings: UserSettings?
    /// The changes to each screen since it was journaled as a whole, and the screen that each client shows.
    private(set) var screens: [ScreenID: [ScreenEntry]] = [:]
    private var screenOf: [ClientID: ScreenID] = [:]
    private var lastScreen: UInt64 = 0
    private(set) var foregrounds: [ClientID] = []
    private(set) var focusIsKnown = true
    private(set) var owed = OwedSpeech()
    private(set) var sessions = RememberedSessions()
    private(set) var open: [UInt64: Cause] = [:]
    private(set) var number: UInt64 = 0
    private(set) var missedAnnouncements = MissedAnnouncements()

    init(_ entries: [JournalEntry]) {
        for entry in entries { apply(entry) }
    }

    private mutating func apply(_ entry: JournalEntry) {
        switch entry {
        case .client(let client): clients[client.id] = client
        case .left(let client):
            clients[client.id] = nil
            leaveScreen(client.id)
            departed[client.id] = client
            // Each disconnection of an app extends the retention of everything kept for it (D4).
            guard let app = client.app else { return }
            for (id, left) in departed where left.app == app { departed[id]?.at = max(left.at, client.at) }
            missedOutcomes.removeAll { $0.app == app && $0.until <= client.at }
            for index in missedOutcomes.indices where missedOutcomes[index].app == app {
                missedOutcomes[index].until = max(missedOutcomes[index].until, client.at + MissedOutcomes.patience)
            }
        case .posted(let utterance, let attempts):
            var utterance = utterance
            // The announcement's request has already settled.
            utterance.cause = nil
            announcements[utterance.id] = Announcement(utterance: utterance, attempts: attempts)
            count(utterance.id)
        case .merged(let merged):
            repeats[merged.id] = merged
            count(merged.id)
        case .lifted(let id, let standing):
            announcements[id]?.utterance.isKept = standing.isKept
            announcements[id]?.utterance.cutsOtherApps = standing.cutsOtherApps
            announcements[id]?.utterance.class = standing.class
            announcements[id]?.utterance.deadline = standing.deadline
            announcements[id]?.utterance.waits = standing.waits
            announcements[id]?.utterance.media = standing.media
            announcements[id]?.utterance.posted = standing.posted
        case .aged(let id, let age):
            announcements[id]?.utterance.deadline = age.deadline
            announcements[id]?.utterance.hasUsualAge = age.isUsual
            announcements[id]?.utterance.ageLeft = age.left
        case .begun(let id):
            announcements[id]?.attempts += 1
            begun = id
        case .cut(let id): if begun == id { begun = nil }
        case .ending(let ids, let reason):
            for id in ids { endings[id] = reason }
            if let begun, endings[begun] != nil { self.begun = nil }
        case .ended(let id):
            endings[id] = nil
            announcements[id] = nil
            repeats[id] = nil
            if begun == id { begun = nil }
        case .missedAnnouncement(let missed): missedAnnouncements.add(missed)
        case .unreported(let count): missedAnnouncements.unreported = count
        case .missedOutcome(let outcome, let app, let until):
            missedOutcomes.append(Missed(outcome: outcome, app: app, until: until))
        case .collected(let app, let client):
            missedOutcomes.removeAll { $0.app == app }
            for (id, left) in departed where left.app == app { departed[id]?.heir = client }
        case .ages(let clock): ages = clock
        case .paused(let since): pausedSince = since
        case .settings(let changed): settings = changed
        case .screen(let client, let entry):
            if case .screen = entry { leaveScreen(client) }
            screens[screen(of: client), default: []].append(entry)
        case .shares(let client, let other):
            leaveScreen(client)
            screenOf[client] = screen(of: other)
        case .foreground(let clients, let focusIsKnown):
            foregrounds = clients
            self.focusIsKnown = focusIsKnown
        case .owed(let speech): owed = speech
        case .sessions(let all): sessions = all
        case .opened(let cause): open[cause.number] = cause
        case .settled(let number): open[number] = nil
        case .numbered(let last): number = max(number, last)
        }
    }

    private mutating func leaveScreen(_ client: ClientID) {
        if let id = screenOf.removeValue(forKey: client), clients(of: id).isEmpty { screens[id] = nil }
    }

    /// Returns the clients that show a screen.
    func clients(of screen: ScreenID) -> [ClientID] {
        screenOf.filter { $0.value == screen }.keys.sorted { $0.number < $1.number }
    }

    /// Returns the number of a client's screen, which is new if the client has none.
    private mutating func screen(of client: ClientID) -> ScreenID {
        if let known = screenOf[client] { return known }
        lastScreen += 1
        screenOf[client] = ScreenID(lastScreen)
        return ScreenID(lastScreen)
    }

    private mutating func count(_ id: UtteranceID) { number = max(number, id.number) }
}
