import Messages
import SpeechQueue

/// What became of announcements whose client had gone, kept for the same app's next connection (D4).
struct MissedOutcomes: Sendable {
    /// Seconds for which an app that has gone may come back.
    static let patience = 60.0
    private static let mostOutcomes = 256
    private static let mostApps = 64
    /// What the outcomes of all apps may cost together, in bytes.
    static let mostBytes = 1 << 20

    private struct Gone: Sendable {
        var app: String
        var unended: Int
        /// Who has come back as this app since.
        var heir: ClientID?
    }
    private struct Box: Sendable {
        var until: Instant
        var outcomes: [AnnouncementDidFinish] = []
    }

    /// Who is to be told an outcome of a client that has gone.
    enum Addressee: Equatable {
        case nobody
        /// Who is connected as the same app since.
        case heir(ClientID)
        /// It is kept for the app's next connection.
        case whoComesBack(app: String, until: Instant)
    }

    private var gone: [ClientID: Gone] = [:]
    private var boxes: [String: Box] = [:]
    /// What all outcomes that are kept cost, in bytes.
    private(set) var cost = 0

    private static func cost(of outcome: AnnouncementDidFinish) -> Int { 128 + outcome.id.utf8.count + outcome.text.utf8.count }

    /// A client has gone with announcements that have not ended.
    mutating func gone(_ client: ClientID, of app: String, owes unended: Int, at now: Instant) {
        forgetLate(at: now)
        guard boxes[app] != nil || boxes.count < Self.mostApps else { return }
        boxes[app, default: Box(until: now)].until = now + Self.patience
        gone[client] = Gone(app: app, unended: unended)
    }

    /// An utterance of a client that has gone has ended.
    /// - Parameter isConnected: whether somebody is there to be told.
    mutating func ended(
        _ outcome: AnnouncementDidFinish?, of client: ClientID, at now: Instant, isConnected: (ClientID) -> Bool
    ) -> Addressee {
        guard var left = gone.removeValue(forKey: client) else { return .nobody }
        left.unended -= 1
        if left.unended > 0 { gone[client] = left }
        guard let outcome else { return .nobody }
        // A sibling that was there all along has its own announcements, and perhaps the same ids.
        if let heir = left.heir, isConnected(heir) { return .heir(heir) }
        guard let box = boxes[left.app], box.until > now else { return .nobody }
        forgetLate(at: now)
        return keep(outcome, of: left.app, until: box.until) ? .whoComesBack(app: left.app, until: box.until) : .nobody
    }

    /// Keeps an outcome for an app that may come back until then.
    /// - Returns: whether there is room for it.
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

    /// Who has not come back by now does not.
    private mutating func forgetLate(at now: Instant) {
        for (app, box) in boxes where box.until <= now {
            boxes[app] = nil
            forget(box.outcomes)
        }
    }

    private mutating func forget(_ outcomes: [AnnouncementDidFinish]) { cost -= outcomes.reduce(0) { $0 + Self.cost(of: $1) } }

    /// An app has come back.
    mutating func take(of app: String, by client: ClientID, at now: Instant) -> [AnnouncementDidFinish] {
        guard let box = boxes[app] else { return [] }
        for (former, left) in gone where left.app == app { gone[former]?.heir = client }
        boxes[app]?.outcomes = []
        forget(box.outcomes)
        return box.until > now ? box.outcomes : []
    }
    // MARK: To be remembered beyond the process

    /// As which app a client that has gone is owed outcomes, since when, and who has come back as it.
    func debt(to client: ClientID) -> (app: String, since: Instant, heir: ClientID?)? {
        guard let left = gone[client], let box = boxes[left.app] else { return nil }
        return (left.app, Instant(nanoseconds: box.until.nanoseconds - Int64(Self.patience * 1e9)), left.heir)
    }

    /// What is kept for apps that have gone.
    var kept: [(outcome: AnnouncementDidFinish, app: String, until: Instant)] {
        boxes.sorted { $0.key < $1.key }.flatMap { app, box in box.outcomes.map { ($0, app, box.until) } }
    }

    /// Somebody has come back as the app that a client was.
    mutating func inherit(_ heir: ClientID, for client: ClientID) { gone[client]?.heir = heir }
}
