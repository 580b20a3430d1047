import Messages
import SpeechQueue

/// Outcomes of disconnected clients, kept for the same app's next connection (D4).
struct MissedOutcomes: Sendable {
    /// Seconds for which outcomes are kept.
    static let patience = 60.0
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

    /// The recipient of a disconnected client's outcome.
    enum Addressee: Equatable {
        case noOne
        /// The client that has reconnected as the same app.
        case heir(ClientID)
        /// The app's next connection.
        case nextConnection(app: String, until: Instant)
    }

    private var gone: [ClientID: Gone] = [:]
    private var boxes: [String: Box] = [:]
    /// The memory cost of all kept outcomes, in bytes.
    private(set) var cost = 0

    private static func cost(of outcome: AnnouncementDidFinish) -> Int { 128 + outcome.id.utf8.count + outcome.text.utf8.count }

    /// Adds a disconnected client with unfinished announcements.
    mutating func didDisconnect(_ client: ClientID, of app: String, owes unended: Int, at now: Instant) {
        dropExpired(at: now)
        guard boxes[app] != nil || boxes.count < Self.mostApps else { return }
        boxes[app, default: Box(until: now)].until = now + Self.patience
        gone[client] = Gone(app: app, unended: unended, since: now)
        for (former, left) in gone where left.app == app { gone[former]?.since = now }
    }

    /// Handles the end of a disconnected client's utterance.
    /// - Parameter reachesHeir: whether its heir, if it has one, can receive the outcome.
    mutating func didFinish(_ outcome: AnnouncementDidFinish?, of client: ClientID, reachesHeir: Bool, at now: Instant) -> Addressee {
        guard var left = gone.removeValue(forKey: client) else { return .noOne }
        left.unended -= 1
        if left.unended > 0 { gone[client] = left }
        guard let outcome else { return .noOne }
        // Only an heir receives it: another connection of the app has its own announcements, perhaps with the same ids.
        if let heir = left.heir, reachesHeir { return .heir(heir) }
        guard let box = boxes[left.app], box.until > now else { return .noOne }
        dropExpired(at: now)
        return keep(outcome, of: left.app, until: box.until) ? .nextConnection(app: left.app, until: box.until) : .noOne
    }

    /// Keeps an outcome for a disconnected app until the moment `until`.
    /// - Returns: whether there was room for it.
    @discardableResult
    mutating func keep(_ outcome: AnnouncementDidFinish, of app: String, until: Instant) -> Bool {
        let cost = Self.cost(of: outcome)
        guard boxes[app] != nil || boxes.count < Self.mostApps, boxes[app]?.outcomes.count ?? 0 < Self.mostOutcomes,
            self.cost + cost <= Self.mostBytes
        else { return false }
        var box = boxes[app] ?? Box(until: until)
        box.until = max(box.until, until)
        box.outcomes.append(outcome)
        boxes[app] = box
        self.cost += cost
        return true
    }

    /// Drops the outcomes kept for apps that did not reconnect in time.
    private mutating func dropExpired(at now: Instant) {
        for (app, box) in boxes where box.until <= now {
            boxes[app] = nil
            forget(box.outcomes)
        }
    }

    private mutating func forget(_ outcomes: [AnnouncementDidFinish]) { cost -= outcomes.reduce(0) { $0 + Self.cost(of: $1) } }

    /// Returns the outcomes kept for an app that has reconnected.
    mutating func take(of app: String, by client: ClientID, at now: Instant) -> [AnnouncementDidFinish] {
        for (former, left) in gone where left.app == app { gone[former]?.heir = client }
        guard let box = boxes[app] else { return [] }
        boxes[app]?.outcomes = []
        forget(box.outcomes)
        return box.until > now ? box.outcomes : []
    }

    // MARK: For the journal

    /// Returns the app of a disconnected client, when the client disconnected, and the client that has reconnected as the app. Such an heir
    /// receives the outcomes without a time limit.
    func debt(to client: ClientID) -> (app: String, since: Instant, heir: ClientID?)? {
        gone[client].map { ($0.app, $0.since, $0.heir) }
    }

    /// The outcomes kept for disconnected apps.
    var kept: [(outcome: AnnouncementDidFinish, app: String, until: Instant)] {
        boxes.sorted { $0.key < $1.key }.flatMap { app, box in box.outcomes.map { ($0, app, box.until) } }
    }

    /// Sets the client that has reconnected as the app of a disconnected client.
    mutating func inherit(_ heir: ClientID, for client: ClientID) { gone[client]?.heir = heir }
}
