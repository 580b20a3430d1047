import Messages
import Testing

@testable import Watch

@Suite struct NotificationSpeechTests {
    static func speech(_ change: (inout WatchSettings) -> Void = { _ in }) -> NotificationSpeech {
        var settings = WatchSettings()
        settings.notifications = .all
        change(&settings)
        return NotificationSpeech(settings: settings) { count, app in "\(count) more\(app.map { " from \($0)" } ?? "")" }
    }

    static func notification(
        _ title: String = "Alpha", app: String = "Mail", _ urgency: DesktopNotification.Urgency = .normal
    ) -> DesktopNotification {
        DesktopNotification(app: app, title: title, urgency: urgency)
    }

    /// The requests as lines: a priority's sign, the text, "→" and the group that it replaces, "s" and the age limit; "✗" and a group that is
    /// taken back.
    static func lines(_ requests: [Request]) -> [String] {
        requests.map { request in
            switch request {
            case .announcement(let announcement):
                let sign = announcement.priority == .high ? "!" : ""
                let replaced = announcement.supersede == .none ? "" : " \(announcement.supersede)→\(announcement.group ?? "")"
                return sign + announcement.text + replaced + (announcement.maxAge.map { " \(Int($0))s" } ?? "")
            case .cancel(.group(let group)): return "✗\(group)"
            default: return "\(request)"
            }
        }
    }

    @Test(
        arguments: [
            (.low, ["Mail: Alpha"], []),
            (.normal, ["Mail: Alpha 30s"], []),
            (.critical, ["!Mail: Alpha"], ["!Mail: Alpha"]),
        ] as [(DesktopNotification.Urgency, [String], [String])])
    func `W1: The urgency is the priority; only critical ones, or none, if the user says so`(
        _ urgency: DesktopNotification.Urgency, _ all: [String], _ critical: [String]
    ) {
        for (setting, expected) in [(WatchSettings.Notifications.all, all), (.critical, critical), (.off, [])] {
            var speech = Self.speech { $0.notifications = setting }
            #expect(Self.lines(speech.show(Self.notification(urgency), as: .number(1), at: 0)) == expected)
        }
        var off = Self.speech { $0.isEnabled = false }
        #expect(off.show(Self.notification(urgency), as: .number(1), at: 0) == [])
    }

    static func notification(_ urgency: DesktopNotification.Urgency) -> DesktopNotification { notification("Alpha", urgency) }

    @Test func `W1: A notification in another's place replaces it, and soon after it cuts it`() {
        var speech = Self.speech()
        let call = NotificationID.call(sender: ":1.7", cookie: 3)
        #expect(Self.lines(speech.show(Self.notification("one"), as: call, at: 0)) == ["Mail: one 30s"])
        speech.number(call, as: 9)
        #expect(speech.show(Self.notification("two"), as: .number(9), at: 0.3) == [])
        #expect(speech.show(Self.notification("three"), as: .number(9), at: 0.5) == [])
        #expect(speech.nextTime == 1)
        #expect(Self.lines(speech.advance(to: 1)) == ["Mail: three current→notification-1 30s"])
        #expect(Self.lines(speech.show(Self.notification("four"), as: .number(9), at: 2.1)) == ["Mail: four pending→notification-1 30s"])
        // Of another notification, and of one that was shown before this began.
        #expect(Self.lines(speech.show(Self.notification("x"), as: .number(10), at: 9)) == ["Mail: x 30s"])
        #expect(Self.lines(speech.show(Self.notification("y"), as: .number(10), at: 11)) == ["Mail: y pending→notification-2 30s"])
    }

    @Test func `W1: What replaces another may get a number of its own`() {
        var speech = Self.speech()
        _ = speech.show(Self.notification("one"), as: .number(5), at: 0)
        let call = NotificationID.call(sender: ":1.7", cookie: 3)
        #expect(
            Self.lines(speech.show(Self.notification("two"), as: call, replacing: 5, at: 2)) == ["Mail: two pending→notification-1 30s"])
        speech.number(call, as: 7)
        #expect(Self.lines(speech.close(.number(7))) == ["✗notification-1"])
        // It is not known any more, and so shown as another.
        let next = NotificationID.call(sender: ":1.7", cookie: 4)
        #expect(Self.lines(speech.show(Self.notification("three"), as: next, replacing: 7, at: 9)) == ["Mail: three 30s"])
    }

    @Test func `W1: What takes another's place, but may not be spoken, takes it back`() {
        var speech = Self.speech { $0.notifications = .critical }
        #expect(Self.lines(speech.show(Self.notification("Empty", .critical), as: .number(1), at: 0)) == ["!Mail: Empty"])
        #expect(Self.lines(speech.show(Self.notification("Charging"), as: .number(1), at: 5)) == ["✗notification-1"])
        // Nor does one follow that has waited for its turn.
        _ = speech.show(Self.notification("Empty", .critical), as: .number(2), at: 10)
        _ = speech.show(Self.notification("Almost empty", .critical), as: .number(2), at: 10.1)
        _ = speech.show(Self.notification("Charging"), as: .number(2), at: 10.2)
        #expect(speech.nextTime == nil)
    }

    @Test func `W1: A notification that is withdrawn or dismissed is taken back, however long it has waited`() {
        var speech = Self.speech()
        _ = speech.show(Self.notification(), as: .number(1), at: 0)
        #expect(Self.lines(speech.close(.number(1))) == ["✗notification-1"])
        #expect(speech.close(.number(1)) == [])
        _ = speech.show(Self.notification(), as: .name(app: "a", name: "b"), at: 1)
        #expect(Self.lines(speech.close(.name(app: "a", name: "b"))) == ["✗notification-2"])
    }

    @Test func `W1: Of a percentage that changes, steps of 10 points and the last are said`() {
        var speech = Self.speech()
        var said: [String] = []
        for (second, percent) in [0, 4, 12, 15, 22, 95, 99, 100, 100].enumerated() {
            let notification = DesktopNotification(app: "Files", title: "Copying", percent: percent)
            said += Self.lines(speech.show(notification, as: .number(1), at: Double(second) * 6))
        }
        #expect(
            said == [
                "Files: Copying, 0% 30s", "Copying, 12% pending→notification-1 30s", "Copying, 22% pending→notification-1 30s",
                "Copying, 95% pending→notification-1 30s", "Copying, 100% pending→notification-1 30s",
            ])
    }

    @Test func `W1: Of the volume keys the newest is heard, five times a second at most; what is transient is soon too old`() {
        var speech = Self.speech()
        func volume(_ percent: Int) -> DesktopNotification {
            DesktopNotification(app: "Keys", title: "Volume", percent: percent, tag: "volume")
        }
        #expect(Self.lines(speech.show(volume(40), as: .number(1), at: 0)) == ["Volume, 40% 5s"])
        #expect(speech.show(volume(41), as: .number(2), at: 0.05) == [])
        #expect(speech.show(volume(42), as: .number(3), at: 0.1) == [])
        #expect(speech.nextTime == 0.2)
        #expect(Self.lines(speech.advance(to: 0.2)) == ["Volume, 42% current→notification-1 5s"])
        #expect(speech.nextTime == nil)
        #expect(Self.lines(speech.show(volume(43), as: .number(4), at: 1)) == ["Volume, 43% current→notification-1 5s"])
        let transient = DesktopNotification(app: "Mail", title: "Sent", isTransient: true)
        #expect(Self.lines(speech.show(transient, as: .number(5), at: 1)) == ["Mail: Sent 5s"])
    }

    @Test func `W2: No count replaces another, or is taken for a repeat of one`() {
        var speech = Self.speech()
        var counts: [Announcement] = []
        for start in [0.0, 100] {
            for number in 0..<7 { _ = speech.show(Self.notification("\(number)"), as: .number(UInt32(start) + UInt32(number)), at: start) }
            for case .announcement(let count) in speech.advance(to: start + 5) { counts.append(count) }
            #expect(speech.advance(to: start + 90) == [])
        }
        #expect(counts.map(\.text) == ["4 more from Mail", "4 more from Mail"])
        #expect(counts.allSatisfy { $0.supersede == .none && $0.allowRepeat })
    }

    @Test func `W2: After three of an app in five seconds the others are counted; a single one is read out then`() {
        var speech = Self.speech()
        func show(_ number: Int, at now: Double) -> [String] {
            Self.lines(speech.show(Self.notification("\(number)"), as: .number(UInt32(number)), at: now))
        }
        for number in 1...3 { #expect(show(number, at: Double(number)) == ["Mail: \(number) 30s"]) }
        #expect(show(4, at: 4) == [] && show(5, at: 4.5) == [])
        #expect(speech.nextTime == 9)
        // Another app's is read out meanwhile.
        #expect(Self.lines(speech.show(Self.notification(app: "Chat"), as: .number(6), at: 5)) == ["Chat: Alpha 30s"])
        #expect(Self.lines(speech.advance(to: 9)) == ["2 more from Mail 30s"])
        #expect(speech.nextTime == nil)
        #expect(show(7, at: 10) == ["Mail: 7 30s"] && show(8, at: 10) == ["Mail: 8 30s"])
        #expect(show(9, at: 10) == [])
        // Its replacement is not counted again.
        #expect(show(9, at: 11) == [])
        #expect(Self.lines(speech.advance(to: 15)) == ["Mail: 9 30s"])
        #expect(show(9, at: 15.5) == [])
        #expect(Self.lines(speech.advance(to: 16)) == ["Mail: 9 current→notification-9 30s"])
    }

    @Test func `W2: A flood is counted for longer and longer; neither many apps nor many notifications take room or time`() {
        var speech = Self.speech()
        var said: [(time: Double, lines: [String])] = []
        var number: UInt32 = 0
        for step in 0..<20_000 {
            let now = Double(step) / 200
            if let next = speech.nextTime, next <= now { said.append((next, Self.lines(speech.advance(to: now)))) }
            number += 1
            let lines = Self.lines(speech.show(Self.notification("x", app: "Page"), as: .call(sender: ":1.\(number)", cookie: 1), at: now))
            if !lines.isEmpty { said.append((now, lines)) }
        }
        #expect(said.map { $0.time.rounded() } == [0, 0, 0, 5, 15, 35, 75])
        #expect(said[3].lines == ["1000 more from Page 30s"])
        var apps = Self.speech()
        let lines = (0..<2000).flatMap { number in
            let now = Double(number) / 200
            return Self.lines(apps.nextTime.map { $0 <= now } == true ? apps.advance(to: now) : [])
                + Self.lines(apps.show(Self.notification("x", app: "App \(number)"), as: .number(UInt32(number)), at: now))
        }
        #expect(lines.count == 7 && lines.last?.hasSuffix(" more 30s") == true, "\(lines)")
        // Critical ones have a count of their own.
        #expect(Self.lines(speech.show(Self.notification("Fire", app: "Page", .critical), as: .number(1), at: 100)) == ["!Page: Fire"])
    }

    @Test func `W2: Notifications that replace themselves by turns are counted once each`() {
        var speech = Self.speech()
        for number: UInt32 in 1...3 { _ = speech.show(Self.notification("\(number)"), as: .number(number), at: 0) }
        for step in 0..<10 {
            for number: UInt32 in 4...5 { _ = speech.show(Self.notification("\(step)"), as: .number(number), at: 1 + Double(step) / 10) }
        }
        #expect(Self.lines(speech.advance(to: 6)) == ["2 more from Mail 30s"])
    }

    @Test func `W2: A withdrawn notification is not counted`() {
        var speech = Self.speech()
        for number: UInt32 in 1...5 { _ = speech.show(Self.notification("\(number)"), as: .number(number), at: 0) }
        #expect(speech.close(.number(5)) == [])
        #expect(Self.lines(speech.advance(to: 5)) == ["1 more from Mail 30s"])
    }

    @Test func `W1: Where too many replacements wait, one more is counted`() {
        var speech = Self.speech()
        let shown: [(app: String, urgency: DesktopNotification.Urgency)] =
            ["C", "D"].flatMap { [($0, .critical), ($0, .critical), ($0, .critical)] }
            + ["A", "B"].flatMap { [($0, .low), ($0, .low), ($0, .low)] }
        for now in [0, 0.5] {
            for (number, (app, urgency)) in shown.enumerated() {
                _ = speech.show(Self.notification("\(now)", app: app, urgency), as: .number(UInt32(number)), at: now)
            }
        }
        // Six highs and two of A's wait for their turn, and are counted then with the others.
        _ = speech.advance(to: 1)
        let lines = Self.lines(speech.advance(to: 5.5))
        #expect(
            lines == ["3 more from A 30s", "3 more from B 30s"], "\(lines)")
    }

    @Test(arguments: [
        ("\u{1B}[2J\nMail", "5 more from [2J Mail 30s"), ("", "5 more 30s"),
    ])
    func `W2: An app is counted by its name as it is said`(_ app: String, _ expected: String) {
        var speech = Self.speech()
        for number: UInt32 in 1...8 { _ = speech.show(Self.notification(app: app), as: .number(number), at: 0) }
        #expect(Self.lines(speech.advance(to: 5)) == [expected])
    }
}
