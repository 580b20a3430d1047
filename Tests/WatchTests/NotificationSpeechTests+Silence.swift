import Messages
import Testing

@testable import Watch

// What is not said, or not all of it.
extension NotificationSpeechTests {
    @Test(
        arguments: [
            (Surroundings(), false, ["Mail: Alpha 30s"], "speaks notifications"),
            (
                Surroundings(lockedBy: ["x"]), false, ["Mail 30s"],
                "speaks notifications, only by the names of their apps while the screen is locked"
            ),
            (Surroundings(isInhibited: true), false, [], "notifications are not spoken, because the desktop's do-not-disturb is on"),
            (Surroundings(hasScreenReader: true), false, [], "notifications are not spoken, because a screen reader runs"),
            (Surroundings(hasScreenReader: true), true, ["Mail: Alpha 30s"], "speaks notifications"),
        ] as [(Surroundings, Bool, [String], String)])
    func `W3: Locked, not to be disturbed, or with a screen reader`(
        _ surroundings: Surroundings, _ besideScreenReader: Bool, _ expected: [String], _ note: String
    ) {
        var speech = Self.speech { $0.speaksBesideScreenReader = besideScreenReader }
        _ = speech.update(surroundings)
        #expect(Self.lines(speech.show(Self.notification(), as: .number(1), at: 0)) == expected)
        #expect(speech.note(isMonitoring: true) == note)
        #expect(speech.note(isMonitoring: nil) == NotificationSpeech.noBusNote)
        #expect(speech.note(isMonitoring: false) == NotificationSpeech.refusedNote)
    }

    @Test func `W3: Once the screen is locked, nothing that was shown before is said any more`() {
        var speech = Self.speech()
        for number: UInt32 in 1...4 { _ = speech.show(Self.notification("\(number)"), as: .number(number), at: 0) }
        let taken = speech.update(Surroundings(lockedBy: ["x"]))
        #expect(Self.lines(taken) == ["✗notification-1", "✗notification-2", "✗notification-3"])
        #expect(Self.lines(speech.advance(to: 5)) == ["1 more from Mail 30s"])
        #expect(speech.update(Surroundings()) == [])
        // However long it has waited.
        _ = speech.show(Self.notification("5"), as: .number(5), at: 10)
        #expect(Self.lines(speech.update(Surroundings(lockedBy: ["x"]))) == ["✗notification-5", "✗notifications:Mail"])
    }

    @Test func `W3: After a flood, too, what waits is taken back when the screen is locked, or it is withdrawn`() {
        var speech = Self.speech()
        for number: UInt32 in 1...2 {
            _ = speech.show(Self.notification("Secret", .critical), as: .number(number), at: 0)
        }
        for number: UInt32 in 100..<1100 { _ = speech.show(Self.notification("spam", app: "Page"), as: .number(number), at: 0) }
        #expect(Self.lines(speech.close(.number(2))) == ["✗notification-2"])
        #expect(Self.lines(speech.update(Surroundings(lockedBy: ["x"]))).contains("✗notification-1"))
    }

    @Test func `W3: One that was counted, and forgotten in a flood, is not read out, because it could not be taken back`() {
        var speech = Self.speech()
        for number: UInt32 in 1...4 { _ = speech.show(Self.notification("\(number)", .critical), as: .number(number), at: 0) }
        for number: UInt32 in 100..<1100 { _ = speech.show(Self.notification("spam", app: "Page"), as: .number(number), at: 0) }
        let lines = Self.lines(speech.advance(to: 5))
        #expect(lines.contains("!1 more from Mail"), "\(lines)")
        // The sentence about the counted ones is taken back as well.
        let taken = Self.lines(speech.update(Surroundings(isInhibited: true)))
        #expect(taken.contains("✗notifications!:Mail") && taken.contains("✗notification-3"), "\(taken)")
    }

    @Test func `W3: A waiting text that says more than changed settings allow is taken back`() {
        let cases: [(change: (inout WatchSettings) -> Void, taken: [String])] = [
            ({ $0.notifications = .off }, ["1", "2", "3"]), ({ $0.isEnabled = false }, ["1", "2", "3"]),
            ({ $0.notifications = .critical }, ["1", "3"]),
            ({ $0.apps["mail"] = .init(notifications: WatchSettings.Detail.none) }, ["1", "2"]),
            ({ $0.apps["chat"] = .init(notifications: .title) }, ["3"]), ({ $0.players = .holdLow }, []),
        ]
        for (change, expected) in cases {
            var speech = Self.speech()
            _ = speech.show(Self.notification(), as: .number(1), at: 0)
            _ = speech.show(Self.notification("Beta", .critical), as: .number(2), at: 0)
            _ = speech.show(Self.notification(app: "Chat"), as: .number(3), at: 0)
            // One that waits for its turn, and those of which too many came.
            _ = speech.show(Self.notification("Gamma"), as: .number(1), at: 0.5)
            for number: UInt32 in 4...8 { _ = speech.show(Self.notification("\(number)"), as: .number(number), at: 0.5) }
            let before = speech.retractions
            var settings = WatchSettings()
            settings.notifications = .all
            change(&settings)
            let taken = Self.lines(speech.apply(settings)).filter { line in ["1", "2", "3"].contains { line == "✗notification-\($0)" } }
            #expect(taken == expected.map { "✗notification-\($0)" })
            #expect((speech.retractions != before) == !taken.isEmpty)
            let later = Self.lines(speech.advance(to: 9))
            #expect(later.isEmpty == expected.contains("1"), "\(later)")
        }
    }

    @Test func `W3: Once the screen reader is to speak alone, what waits is taken back`() {
        var speech = Self.speech { $0.speaksBesideScreenReader = true }
        _ = speech.update(Surroundings(hasScreenReader: true))
        _ = speech.show(Self.notification(), as: .number(1), at: 0)
        var settings = WatchSettings()
        settings.notifications = .all
        #expect(Self.lines(speech.apply(settings)) == ["✗notification-1"])
    }

    @Test func `W3: While the notification server is paused nothing is said, and what comes then is no repeat later`() {
        var speech = Self.speech()
        func copying(_ percent: Int) -> DesktopNotification { DesktopNotification(app: "Files", title: "Copying", percent: percent) }
        let first = speech.show(copying(10), as: .number(1), at: 0)
        #expect(speech.release(first, isPaused: true, since: speech.retractions) == [])
        #expect(speech.note(isMonitoring: true) == "speaks notifications; the last one came in do-not-disturb")
        let second = speech.show(copying(12), as: .number(1), at: 6)
        #expect(Self.lines(speech.release(second, isPaused: false, since: speech.retractions)) == ["Files: Copying, 12% 30s"])
        #expect(speech.note(isMonitoring: true) == "speaks notifications")
        // A withdrawn notification is taken back all the same.
        #expect(Self.lines(speech.release(speech.close(.number(1)), isPaused: true, since: 0)) == ["✗notification-1"])
        // The screen was locked before the server had answered.
        let third = speech.show(Self.notification(), as: .number(2), at: 12)
        let before = speech.retractions
        _ = speech.update(Surroundings(lockedBy: ["x"]))
        #expect(speech.release(third, isPaused: false, since: before) == [])
    }

    @Test(
        arguments: [
            (.all, ["Mail: Alpha 30s"]), (.title, ["Mail: Alpha 30s"]), (.app, ["Mail 30s"]), (.none, []),
        ] as [(WatchSettings.Detail, [String])])
    func `W3: How much is said of an app's notifications`(_ detail: WatchSettings.Detail, _ expected: [String]) {
        // By the name in any case, or by that for programs.
        for name in ["Mail", "mail", "ORG.example.mail"] {
            var speech = Self.speech { $0.apps[name] = .init(notifications: detail) }
            let mail = DesktopNotification(app: "Mail", appID: "org.example.Mail", title: "Alpha")
            #expect(Self.lines(speech.show(mail, as: .number(1), at: 0)) == expected)
            #expect(Self.lines(speech.show(Self.notification(app: "Chat"), as: .number(2), at: 0)) == ["Chat: Alpha 30s"])
        }
    }
}
