// Watch decides how announced-watch reacts to other programs. It contains only values and rules: no I/O, no clock, no threads.

/// `[watch]` of the configuration.
package struct WatchSettings: Sendable, Equatable {
    /// The effect of an app's use of the microphone.
    package enum Microphone: String, Sendable, CaseIterable { case hold, nothing }
    /// Which of the desktop's notifications are spoken.
    package enum Notifications: String, Sendable, CaseIterable { case off, critical, all }
    /// How much of a notification is spoken.
    package enum Detail: String, Sendable, CaseIterable, Comparable {
        case all, title, app, none

        /// Returns whether `a` reveals less than `b`.
        package static func < (a: Detail, b: Detail) -> Bool { (allCases.firstIndex(of: a) ?? 0) > (allCases.firstIndex(of: b) ?? 0) }
    }

    /// The effect of a player that plays.
    package enum Players: String, Sendable, CaseIterable {
        case nothing
        case holdLow = "hold-low"
    }

    /// `[watch.apps."NAME"]`; nil means the same setting as for other apps.
    package struct App: Sendable, Equatable {
        package var microphone: Microphone?
        package var notifications: Detail?

        package init(microphone: Microphone? = nil, notifications: Detail? = nil) {
            self.microphone = microphone
            self.notifications = notifications
        }
    }

    /// Whether announced-watch notices anything at all.
    package var isEnabled = true
    package var microphone = Microphone.hold
    package var notifications = Notifications.off
    /// Whether notifications are also spoken while a screen reader runs, which usually reads them itself.
    package var speaksBesideScreenReader = false
    package var players = Players.nothing
    /// Exceptions, by a name of the app, in upper or lower case.
    package var apps: [String: App] = [:]

    package init() {}

    /// Whether the settings depend on which app uses a microphone.
    package var noticesMicrophones: Bool { isEnabled && (microphone == .hold || apps.values.contains { $0.microphone == .hold }) }

    /// Whether the settings speak any of the desktop's notifications.
    package var speaksNotifications: Bool { isEnabled && notifications != .off }

    /// Returns whether speech is held while the app with these names uses the microphone.
    func holds(for names: [String]) -> Bool { isEnabled && (exception(\.microphone, for: names) ?? microphone) == .hold }

    /// Returns how much of a notification may be spoken.
    func detail(of source: NotificationSource) -> Detail {
        guard speaksNotifications, source.isCritical || notifications == .all else { return .none }
        return exception(\.notifications, for: source.apps) ?? .all
    }

    /// Returns the exception for an app with these names: the value of the first name that has one.
    private func exception<Value>(_ setting: KeyPath<App, Value?>, for names: [String]) -> Value? {
        guard !apps.isEmpty else { return nil }
        for name in names {
            if let value = apps[name]?[keyPath: setting] { return value }
            for (app, exception) in apps where app.lowercased() == name.lowercased() {
                if let value = exception[keyPath: setting] { return value }
            }
        }
        return nil
    }
}
