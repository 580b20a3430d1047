// Watch decides what announced-watch does about what other programs do: values and rules, no I/O, no clock, no threads.

/// `[watch]` of the configuration.
package struct WatchSettings: Sendable, Equatable {
    /// What happens while an app uses the microphone.
    package enum Microphone: String, Sendable, CaseIterable { case hold, nothing }

    /// Whether anything is noticed at all.
    package var isEnabled = true
    package var microphone = Microphone.hold
    /// Exceptions, by the name that the app gives the sound server.
    package var apps: [String: Microphone] = [:]

    package init() {}

    /// Whether it matters which app uses a microphone.
    package var noticesMicrophones: Bool { isEnabled && (microphone == .hold || apps.values.contains(.hold)) }

    /// Returns whether speech is held while this app uses the microphone.
    func holds(for app: String) -> Bool { isEnabled && (apps[app] ?? microphone) == .hold }
}
