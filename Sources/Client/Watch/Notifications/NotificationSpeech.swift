package import Messages

/// Speaks the desktop's notifications (W1 to W3). Each input returns requests to the daemon, in order. Times are in seconds from any fixed
/// moment.
package struct NotificationSpeech {
    /// How long a low announcement is worth speaking, in seconds.
    private static let maxAge = 30.0
    private static let briefMaxAge = 5.0
    /// The difference between two percentages of one notification that is worth speaking, in points.
    private static let percentStep = 10
    /// The pause between a notification and its replacement, in seconds: with a tag, and without one. Up to `mostPaced` replacements wait.
    private static let tagInterval = 0.2
    private static let interval = 1.0
    private static let mostPaced = 8

    private var settings: WatchSettings
    package private(set) var surroundings = Surroundings()
    /// How often the requested speech was cancelled.
    package private(set) var retractions = 0
    /// Whether the notification server was paused when the last notification came.
    private var wasPaused = false
    private var groups = NotificationGroups()
    private var bursts = NotificationBursts()
    /// The newest replacement of each group, until enough time has passed since the previous notification.
    private var paced: [String: Paced] = [:]

    private struct Paced {
        var announcement: Announcement
        var source: DesktopNotification
        var due: Double
    }

    /// Returns a sentence for a count of further notifications, of one app or of all.
    private let more: (_ count: Int, _ app: String?) -> String

    package init(settings: WatchSettings, more: @escaping (_ count: Int, _ app: String?) -> String) {
        self.settings = settings
        self.more = more
    }

    /// Whether notifications must not be spoken.
    private var isSilent: Bool {
        surroundings.isInhibited || surroundings.hasScreenReader && !settings.speaksBesideScreenReader
    }

    private mutating func forget() {
        bursts.clear()
        paced = [:]
    }

    /// Applies new settings. Cancels waiting speech that reveals more than they allow.
    package mutating func apply(_ new: WatchSettings) -> [Request] {
        guard new != settings else { return [] }
        let old = settings
        settings = new
        let isOff = !settings.speaksNotifications || isSilent
        if isOff { forget() }
        func saysLess(_ source: NotificationSource) -> Bool { isOff || settings.detail(of: source) < old.detail(of: source) }
        paced = paced.filter { !saysLess($0.value.source.source) }
        bursts.forgetTexts()
        let taken = groups.takeSpoken(where: saysLess)
        if !taken.isEmpty { retractions += 1 }
        return taken.map { .cancel(.group($0)) }
    }

    /// Receives new surroundings. When the screen is locked, cancels speech that is still waiting (W3).
    package mutating func update(_ new: Surroundings) -> [Request] {
        let wasLocked = surroundings.isLocked
        surroundings = new
        if isSilent { forget() }
        guard isSilent || !wasLocked && new.isLocked else { return [] }
        bursts.forgetTexts()
        paced = [:]
        retractions += 1
        return groups.takeSpoken().map { .cancel(.group($0)) }
    }

    /// Speaks a notification that is shown, possibly in place of another.
    /// - Parameter replaced: the number of the notification that this one should replace. Many servers assign another number if that one is
    ///   gone.
    package mutating func show(
        _ notification: DesktopNotification, as id: NotificationID, replacing replaced: UInt32? = nil, at now: Double
    ) -> [Request] {
        if let replaced { groups.noteCall(id, inPlaceOf: replaced) }
        let id = notification.tag.map { .tag(app: notification.app, tag: $0) } ?? replaced.map { .number($0) } ?? id
        let isCritical = notification.urgency == .critical
        let allowed = settings.detail(of: notification.source)
        guard !isSilent else { return [] }
        guard allowed != .none else { return close(id) }
        let detail = surroundings.isLocked ? .app : allowed

        var entry = groups.entry(id, of: notification.source)
        let isRepeated = entry.spoken != nil
        if isRepeated, let percent = notification.percent, let last = entry.percent {
            let isStep = abs(percent - last) >= Self.percentStep || percent >= 100 && last < 100
            if !isStep, notification.tag == nil { return [] }
        }
        let text = notification.text(detail, isRepeated: isRepeated)
        guard !text.isEmpty else { return [] }
        let isBrief = notification.isTransient || notification.tag != nil
        let due = entry.spoken.map { $0 + (notification.tag == nil ? Self.interval : Self.tagInterval) } ?? now
        let cuts = notification.tag != nil || now < due
        let announcement = Announcement(
            runs: [SpeechRun(text: text)], priority: isCritical ? .high : .low, group: entry.group,
            supersede: !isRepeated ? .none : cuts ? .current : .pending,
            maxAge: isCritical ? nil : isBrief ? Self.briefMaxAge : notification.urgency == .normal ? Self.maxAge : nil,
            countsAsMissed: false)
        paced[entry.group] = nil
        if now < due {
            if isCritical || paced.count < Self.mostPaced {
                paced[entry.group] = Paced(announcement: announcement, source: notification, due: due)
            } else {
                bursts.count(announcement, of: notification.app, isCritical: isCritical, at: now)
            }
        }
        let isSpoken = now >= due && admit(announcement, of: notification, isRepeated: isRepeated, at: now)
        if isSpoken {
            entry.spoken = now
            entry.percent = notification.percent
        }
        groups[id] = entry
        return isSpoken ? [.announcement(announcement)] : []
    }

    /// Returns the requests that remain once it is known whether the notification server is paused.
    /// - Parameter before: the value of ``retractions`` when the requests were made.
    package mutating func release(_ requests: [Request], isPaused: Bool, since before: Int) -> [Request] {
        wasPaused = isPaused
        guard isPaused || retractions != before else { return requests }
        return requests.filter { request in
            guard case .announcement(let announcement) = request else { return true }
            if let group = announcement.group { groups.didNotSpeak(of: group) }
            return false
        }
    }

    /// Returns whether the notification is spoken now. The newest notification of a tag replaces the others, so they are not a burst.
    private mutating func admit(
        _ announcement: Announcement, of notification: DesktopNotification, isRepeated: Bool, at now: Double
    ) -> Bool {
        isRepeated && notification.tag != nil
            || bursts.admit(announcement, of: notification.app, isCritical: notification.urgency == .critical, at: now)
    }

    /// Records the number that the server gave to a call's notification.
    package mutating func number(_ call: NotificationID, as number: UInt32) {
        groups.number(call, as: number)
    }

    /// Cancels the speech of a notification that was withdrawn, or dismissed by the user.
    package mutating func close(_ id: NotificationID) -> [Request] {
        guard let entry = groups.remove(id) else { return [] }
        bursts.remove(entry.group)
        paced[entry.group] = nil
        return entry.spoken == nil ? [] : [.cancel(.group(entry.group))]
    }

    package static let noBusNote = "no session bus answers, so notifications are not spoken"
    package static let refusedNote = "the session bus lets no one read notifications"

    /// Returns the text for `announce status`; nil if notifications are off.
    /// - Parameter isMonitoring: whether the bus allows notifications to be read; nil: it does not answer.
    package func note(isMonitoring: Bool?) -> String? {
        guard settings.speaksNotifications else { return nil }
        guard let isMonitoring else { return Self.noBusNote }
        guard isMonitoring else { return Self.refusedNote }
        if surroundings.isInhibited { return "notifications are not spoken, because the desktop's do-not-disturb is on" }
        if isSilent { return "notifications are not spoken, because a screen reader runs" }
        let what = settings.notifications == .critical ? "speaks critical notifications" : "speaks notifications"
        if surroundings.isLocked { return "\(what), only by the names of their apps while the screen is locked" }
        return wasPaused ? "\(what); the last one came in do-not-disturb" : what
    }

    /// When to call ``advance(to:)``; nil: not before the next input.
    package var nextTime: Double? { ([bursts.nextEnd] + paced.values.map(\.due)).compactMap(\.self).min() }

    /// Speaks the notifications that waited, and the number of notifications that were not read out.
    package mutating func advance(to now: Double) -> [Request] {
        var announcements: [Announcement] = []
        for (group, next) in paced.filter({ $0.value.due <= now }).sorted(by: { $0.key < $1.key }) {
            paced[group] = nil
            if admit(next.announcement, of: next.source, isRepeated: true, at: now),
                groups.noteSpeech(of: group, percent: next.source.percent, at: now)
            {
                announcements.append(next.announcement)
            }
        }
        for (source, sum) in bursts.take(at: now) {
            var count = 1
            switch sum {
            // A notification that could no longer be cancelled is only counted.
            case .one(let announcement) where groups.noteSpeech(of: announcement.group ?? "", at: now):
                announcements.append(announcement)
                continue
            case .one: break
            case .count(let number): count = number
            }
            let counted = NotificationSource(apps: source.app.map { [$0] } ?? [], isCritical: source.isCritical)
            guard settings.detail(of: counted) != .none else { continue }
            let announcement = self.announcement(of: count, from: source)
            groups.noteCount(announcement.group ?? "", of: counted, at: now)
            announcements.append(announcement)
        }
        return announcements.map(Request.announcement)
    }

    /// Returns the announcement of a count. It neither replaces nor repeats an earlier one, because each counts others.
    private func announcement(of count: Int, from source: NotificationBursts.Source) -> Announcement {
        let app = source.app.map(DesktopNotification.name)
        return Announcement(
            runs: [SpeechRun(text: more(count, app?.isEmpty == true ? nil : app))], priority: source.isCritical ? .high : .low,
            group: "notifications\(source.isCritical ? "!" : ""):\(app ?? "")", maxAge: source.isCritical ? nil : Self.maxAge,
            allowRepeat: true, countsAsMissed: false)
    }
}
