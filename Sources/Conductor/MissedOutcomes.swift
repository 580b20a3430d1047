import Accessibility
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
    /// - Returns: who is to be told at once; nil: nobody.
    mutating func ended(
        _ outcome: AnnouncementDidFinish?, of client: ClientID, at now: Instant, isConnected: (ClientID) -> Bool
    ) -> ClientID? {
        guard var left = gone.removeValue(forKey: client) else { return nil }
        left.unended -= 1
        if left.unended > 0 { gone[client] = left }
        guard let outcome, let box = boxes[left.app], box.until > now else { return nil }
        // A sibling that was there all along has its own announcements, and perhaps the same ids.
        if let heir = left.heir, isConnected(heir) { return heir }
        forgetLate(at: now)
        let cost = Self.cost(of: outcome)
        if box.outcomes.count < Self.mostOutcomes, self.cost + cost <= Self.mostBytes {
            boxes[left.app]?.outcomes.append(outcome)
            self.cost += cost
        }
        return nil
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
}
