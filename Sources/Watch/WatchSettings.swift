// Watch decides what announced-watch does about what other programs do: values and rules, no I/O, no clock, no threads.

/// `[watch]` of the configuration.
package struct WatchSettings: Sendable, Equatable {
    /// What happens while an app uses the microphone.
    package enum Microphone: String, Sendable, CaseIterable { case hold, nothing }
    /// Which of the desktop's notifications are spoken.
    package enum Notifications: String, Sendable, CaseIterable { case off, critical, all }
    /// How much of a notification is said.
    package enum Detail: String, Sendable, CaseIterable { case all, title, app, none }

    /// What happens while a player plays.
    package enum Players: String, Sendable, CaseIterable {
        case nothing
        case holdLow = "hold-low"
    }

    /// `[watch.apps."NAME"]`: nil as for the others.
    package struct App: Sendable, Equatable {
        package var microphone: Microphone?
        package var notifications: Detail?

        package init(microphone: Microphone? = nil, notifications: Detail? = nil) {
            self.microphone = microphone
            self.notifications = notifications
        }
    }

    /// Whether anything is noticed at all.
    package var isEnabled = true
    package var microphone = Microphone.hold
    package var notifications = Notifications.off
    /// Whether notifications are spoken while a screen reader runs, too, which usually reads them itself.
    package var speaksBesideScreenReader = false
    package var players = Players.nothing
    /// Exceptions, by the name that the app gives the sound server, or in its notifications.
    package var apps: [String: App] = [:]

    package init() {}

    /// Whether it matters which app uses a microphone.
    package var noticesMicrophones: Bool { isEnabled && (microphone == .hold || apps.values.contains { $0.microphone == .hold }) }

    /// Whether it matters what the desktop shows.
    package var speaksNotifications: Bool { isEnabled && notifications != .off }

    /// Returns whether speech is held while this app uses the microphone.
    func holds(for app: String) -> Bool { isEnabled && (apps[app]?.microphone ?? microphone) == .hold }

    /// Returns how much is said of an app's notifications.
    func detail(of app: String) -> Detail { apps[app]?.notifications ?? .all }
}
