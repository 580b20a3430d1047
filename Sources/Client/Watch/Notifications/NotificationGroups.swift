/// The identity of a notification.
package enum NotificationID: Sendable, Hashable {
    /// The call that shows the notification, until the server has answered with a number.
    case call(sender: String, cookie: UInt64)
    /// The number that the server gave to the notification.
    case number(UInt32)
    /// The name that its app gave to the notification, in GNOME's interface.
    case name(app: String, name: String)
    /// All notifications with the same tag.
    case tag(app: String, tag: String)
    /// The count of further notifications, by its group.
    case count(group: String)
}

/// The groups of the notifications that may be replaced or withdrawn: the latest ones.
struct NotificationGroups: Sendable {
    /// The minimum number of groups stored: as many spoken ones as the daemon lets wait, and as many others.
    static let mostSpoken = 256
    static let mostCounted = 64

    struct Entry: Sendable {
        let group: String
        let source: NotificationSource
        /// When the notification was last spoken.
        var spoken: Double?
        /// The percentage that was spoken then.
        var percent: Int?
        fileprivate var used = 0
    }

    private var entries: [NotificationID: Entry] = [:]
    /// Unanswered calls that replace a number: the server may answer with another number.
    private var replacing: [NotificationID: UInt32] = [:]
    private static let mostReplacing = 64
    private var lastGroup = 0
    private var uses = 0

    /// Returns the stored entry for a notification; a new group if there is none.
    mutating func entry(_ id: NotificationID, of source: NotificationSource) -> Entry {
        if let known = entries[id] { return known }
        lastGroup += 1
        return Entry(group: "notification-\(lastGroup)", source: source)
    }

    subscript(id: NotificationID) -> Entry? {
        get { entries[id] }
        set {
            uses += 1
            entries[id] = newValue
            entries[id]?.used = uses
            if entries.count > 2 * Self.mostSpoken { trim() }
        }
    }

    /// Removes the oldest entries. A flood that is only counted displaces no notification that may still be heard.
    private mutating func trim() {
        for (isSpoken, most) in [(false, Self.mostCounted), (true, Self.mostSpoken)] {
            let uses = entries.values.filter { ($0.spoken != nil) == isSpoken }.map(\.used).sorted()
            guard let oldest = uses.suffix(most).first else { continue }
            entries = entries.filter { ($0.value.spoken != nil) != isSpoken || $0.value.used >= oldest }
        }
    }

    /// Records that a call shows a notification in place of the one with a number.
    mutating func noteCall(_ call: NotificationID, inPlaceOf number: UInt32) {
        if replacing.count >= Self.mostReplacing { replacing = [:] }
        replacing[call] = number
    }

    /// Records the number that the server gave to a call's notification.
    mutating func number(_ call: NotificationID, as number: UInt32) {
        let former = replacing.removeValue(forKey: call).map { NotificationID.number($0) } ?? call
        guard former != .number(number), let entry = remove(former) else { return }
        self[.number(number)] = entry
    }

    mutating func remove(_ id: NotificationID) -> Entry? { entries.removeValue(forKey: id) }

    /// Records that a group is spoken.
    /// - Returns: whether the group is still stored, so that its speech can be cancelled.
    mutating func noteSpeech(of group: String, percent: Int? = nil, at now: Double) -> Bool {
        guard let id = entries.first(where: { $0.value.group == group })?.key else { return false }
        entries[id]?.spoken = now
        if let percent { entries[id]?.percent = percent }
        return true
    }

    /// Records that a count is spoken.
    mutating func noteCount(_ group: String, of source: NotificationSource, at now: Double) {
        self[.count(group: group)] = Entry(group: group, source: source, spoken: now)
    }

    /// Records that a group's announcement was not posted after all.
    mutating func didNotSpeak(of group: String) {
        guard let id = entries.first(where: { $0.value.group == group })?.key else { return }
        entries[id]?.spoken = nil
        entries[id]?.percent = nil
    }

    /// Returns the groups that were spoken, and marks them as not spoken. Some may still be waiting, however old they are.
    mutating func takeSpoken(where matches: (NotificationSource) -> Bool = { _ in true }) -> [String] {
        var groups: [String] = []
        for (id, entry) in entries where entry.spoken != nil && matches(entry.source) {
            groups.append(entry.group)
            entries[id]?.spoken = nil
        }
        return groups.sorted()
    }
}
