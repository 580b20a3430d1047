/// What identifies a notification.
package enum NotificationID: Sendable, Hashable {
    /// The call that shows it, until the server has answered with a number.
    case call(sender: String, cookie: UInt64)
    /// The number that the notification server gave it.
    case number(UInt32)
    /// The name that its app gave it, of GNOME's interface.
    case name(app: String, name: String)
    /// All with the same tag.
    case tag(app: String, tag: String)
}

/// The groups of the notifications that may be replaced or withdrawn: the latest ones, at least half as many as there is room for.
struct NotificationGroups: Sendable {
    static let most = 256

    struct Entry: Sendable {
        let group: String
        /// When something was last said of it.
        var spoken: Double?
        /// What it said then.
        var percent: Int?
        fileprivate var used = 0
    }

    private var entries: [NotificationID: Entry] = [:]
    private var lastGroup = 0
    private var uses = 0

    /// Returns what is known of a notification; a new group if nothing is.
    mutating func entry(_ id: NotificationID) -> Entry {
        if let known = entries[id] { return known }
        lastGroup += 1
        return Entry(group: "notification-\(lastGroup)")
    }

    subscript(id: NotificationID) -> Entry? {
        get { entries[id] }
        set {
            uses += 1
            entries[id] = newValue
            entries[id]?.used = uses
            if entries.count > Self.most { entries = entries.filter { $0.value.used > uses - Self.most / 2 } }
        }
    }

    mutating func remove(_ id: NotificationID) -> Entry? { entries.removeValue(forKey: id) }

    /// Something is said of a group.
    mutating func didSpeak(of group: String, percent: Int? = nil, at now: Double) {
        guard let id = entries.first(where: { $0.value.group == group })?.key else { return }
        entries[id]?.spoken = now
        if let percent { entries[id]?.percent = percent }
    }

    /// Records that a group's announcement was not posted after all.
    mutating func didNotSpeak(of group: String) {
        guard let id = entries.first(where: { $0.value.group == group })?.key else { return }
        entries[id]?.spoken = nil
        entries[id]?.percent = nil
    }

    /// Returns the groups of which something was said, and forgets that it was. Some may still wait to be heard, however old they are.
    mutating func takeSpoken() -> [String] {
        var groups: [String] = []
        for (id, entry) in entries where entry.spoken != nil {
            groups.append(entry.group)
            entries[id]?.spoken = nil
        }
        return groups.sorted()
    }
}
