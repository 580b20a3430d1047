import Messages

/// Counts the notifications that come too fast to be read out (W2).
struct NotificationBursts: Sendable {
    /// How many notifications are read out within the window: of one app, and of all apps.
    static let mostOfApp = 3
    static let mostOfAll = 6
    static let window = 5.0
    /// The maximum time for which a flood is counted, in seconds: first the window's length, then twice as long each time.
    static let longestWait = 60.0
    /// How many groups a count stores.
    private static let mostGroups = 256

    /// The notifications that are counted together.
    struct Source: Sendable, Hashable {
        /// Nil: all apps together.
        var app: String?
        /// Critical notifications are counted separately, so that no other app's flood hides them.
        var isCritical: Bool
    }

    /// The announcement at the end of a count.
    enum Sum: Sendable, Equatable {
        case one(Announcement)
        case count(Int)
    }

    private struct Count: Sendable {
        var number = 0
        /// The groups of the counted notifications. A replacement in one of these groups is not counted again.
        var groups: Set<String> = []
        var latest: Announcement?
        var wait = window
        var end: Double
    }

    private struct State: Sendable {
        /// When the latest notifications were read out.
        var times: [Double] = []
        var count: Count?
    }

    private var states: [Source: State] = [:]

    /// When a count ends; nil if nothing is counted.
    var nextEnd: Double? { states.values.compactMap { $0.count?.end }.min() }

    /// Returns whether a notification is read out now; otherwise it is counted.
    mutating func admit(_ announcement: Announcement, of app: String, isCritical: Bool, at now: Double) -> Bool {
        for source in states.keys {
            states[source]?.times.removeAll { $0 <= now - Self.window }
            if let state = states[source], state.times.isEmpty, state.count == nil { states[source] = nil }
        }
        let own = Source(app: app, isCritical: isCritical)
        let all = Source(app: nil, isCritical: isCritical)
        for (source, most) in [(own, Self.mostOfApp), (all, Self.mostOfAll)] {
            guard let state = states[source], state.count != nil || state.times.count >= most else { continue }
            count(announcement, of: source, at: now)
            return false
        }
        for source in [own, all] { states[source, default: State()].times.append(now) }
        return true
    }

    /// Counts a notification of an app, because too many others already wait for their turn.
    mutating func count(_ announcement: Announcement, of app: String, isCritical: Bool, at now: Double) {
        count(announcement, of: Source(app: app, isCritical: isCritical), at: now)
    }

    private mutating func count(_ announcement: Announcement, of source: Source, at now: Double) {
        var count = states[source]?.count ?? Count(end: now + Self.window)
        let group = announcement.group ?? ""
        if !count.groups.contains(group) {
            count.number += 1
            if count.groups.count < Self.mostGroups { count.groups.insert(group) }
        }
        count.latest = announcement
        states[source, default: State()].count = count
    }

    /// Returns the counts that end now. A flood continues to be counted.
    mutating func take(at now: Double) -> [(source: Source, sum: Sum)] {
        var sums: [(source: Source, sum: Sum)] = []
        for (source, state) in states {
            guard var count = state.count, count.end <= now else { continue }
            if count.number > Self.mostOfApp {
                sums.append((source, .count(count.number)))
                let wait = min(count.wait * 2, Self.longestWait)
                count = Count(wait: wait, end: now + wait)
                states[source]?.count = count
                continue
            }
            if count.number > 0 { sums.append((source, count.number == 1 ? count.latest.map(Sum.one) ?? .count(1) : .count(count.number))) }
            states[source] = count.number > 0 ? State(times: [now]) : nil
        }
        return sums.sorted { ($0.source.app ?? "", $0.source.isCritical ? 0 : 1) < ($1.source.app ?? "", $1.source.isCritical ? 0 : 1) }
    }

    /// Removes the stored texts, so that the notifications are only counted from now on.
    mutating func forgetTexts() { for source in states.keys { states[source]?.count?.latest = nil } }

    /// Removes a withdrawn notification from the counts.
    mutating func remove(_ group: String) {
        for (source, state) in states {
            guard state.count?.groups.contains(group) == true else { continue }
            states[source]?.count?.number -= 1
            states[source]?.count?.groups.remove(group)
            if state.count?.latest?.group == group { states[source]?.count?.latest = nil }
        }
    }

    mutating func clear() { states = [:] }
}
