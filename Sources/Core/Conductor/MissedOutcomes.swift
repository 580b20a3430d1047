import Messages
import SpeechQueue

/// Outcomes of disconnected clients, kept for the same app's next connection (D4).
struct MissedOutcomes: Sendable {
    private static let mostOutcomes = 256
    private static let mostApps = 64
    /// The memory limit for the outcomes of all apps, in bytes.
    static let mostBytes = 1 << 20

    private struct Gone: Sendable {
        var app: String
        var unended: Int
        /// When a client of this app last disconnected.
        var since: Instant
        /// The client that has reconnected as this app.
        var heir: ClientID?
    }
    private struct Box: Sendable {
        var until: Instant
        var outcomes: [AnnouncementDidFinish] = []
    }

    private var gone: [ClientID: Gone] = [:]
    private var boxes: [String: Box] = [:]
    /// The memory cost of all kept outcomes, in bytes.
    private(set) var cost = 0
    /// Whether an outcome was kept or dropped, or an app has left or returned.
    private var haveChanged = true

    private static func cost(of outcome: AnnouncementDidFinish) -> Int { 128 + outcome.id.utf8.count + outcome.text.utf8.count }

    /// Adds a disconnected client with unfinished announcements.
    mutating func didDisconnect(_ client: ClientID, of app: String, owes unended: Int, at now: Instant) {
        dropExpired(at: now)
        guard boxes[app] != nil || boxes.count < Self.mostApps else { return }
        haveChanged = true
        boxes[app, default: Box(until: now)].until = now + RememberedOutcome.patience
        gone[client] = Gone(app: app, unended: unended, since: now)
        for (former, left) in gone where left.app == app { gone[former]?.since = now }
    }

    /// Handles the end of a disconnected client's utterance, and keeps its outcome for the app's next connection.
    /// - Parameter reachesHeir: whether its heir, if it has one, can receive the outcome.
    /// - Returns: the heir that receives the outcome now; nil if there is none.
    mutating func didFinish(_ outcome: AnnouncementDidFinish?, of client: ClientID, reachesHeir: Bool, at now: Instant) -> ClientID? {
        guard var left = gone.removeValue(forKey: client) else { return nil }
        left.unended -= 1
        if left.unended > 0 { gone[client] = left }
        guard let outcome else { return nil }
        // Only an heir receives it: another connection of the app has its own announcements, perhaps with the same ids.
        if let heir = left.heir, reachesHeir { return heir }
        guard let box = boxes[left.app], box.until > now else { return nil }
        dropExpired(at: now)
        keep(outcome, of: left.app, until: box.until)
        return nil
    }

    /// Keeps an outcome for a disconnected app until the moment `until`, if there is room for it.
    mutating func keep(_ outcome: AnnouncementDidFinish, of app: String, until: Instant) {
        let cost = Self.cost(of: outcome)
        guard boxes[app] != nil || boxes.count < Self.mostApps, boxes[app]?.outcomes.count ?? 0 < Self.mostOutcomes,
            self.cost + cost <= Self.mostBytes
        else { return }
        var box = boxes[app] ?? Box(until: until)
        box.until = max(box.until, until)
        box.outcomes.append(outcome)
        boxes[app] = box
        haveChanged = true
        self.cost += cost
    }

    /// Drops the outcomes kept for apps that did not reconnect in time.
    private mutating func dropExpired(at now: Instant) {
        for (app, box) in boxes where box.until <= now {
            boxes[app] = nil
            haveChanged = true
            forget(box.outcomes)
        }
    }

    private mutating func forget(_ outcomes: [AnnouncementDidFinish]) { cost -= outcomes.reduce(0) { $0 + Self.cost(of: $1) } }

    /// Returns the outcomes kept for an app that has reconnected.
    mutating func take(of app: String, by client: ClientID, at now: Instant) -> [AnnouncementDidFinish] {
        haveChanged = true
        for (former, left) in gone where left.app == app { gone[former]?.heir = client }
        guard let box = boxes[app] else { return [] }
        boxes[app]?.outcomes = []
        forget(box.outcomes)
        return box.until > now ? box.outcomes : []
    }

    // MARK: What the next process continues with

    /// Returns the app of a disconnected client, when the client disconnected, and the client that has reconnected as the app. Such an heir
    /// receives the outcomes without a time limit.
    func debt(to client: ClientID) -> (app: String, since: Instant, heir: ClientID?)? {
        gone[client].map { ($0.app, $0.since, $0.heir) }
    }

    /// The outcomes kept for disconnected apps.
    var kept: [RememberedOutcome] {
        boxes.sorted { $0.key < $1.key }.flatMap { app, box in box.outcomes.map { RememberedOutcome($0, app: app, until: box.until) } }
    }

    /// Returns the kept outcomes if they or their apps have changed since the last call.
    mutating func takeChanges() -> [RememberedOutcome]? {
        defer { haveChanged = false }
        return haveChanged ? kept : nil
    }

    /// Sets the client that has reconnected as the app of a disconnected client.
    mutating func inherit(_ heir: ClientID, for client: ClientID) { gone[client]?.heir = heir }
}
