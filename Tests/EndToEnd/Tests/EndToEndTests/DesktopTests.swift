import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// announced-watch: what the desktop shows is heard.
    @Suite(.enabled(if: DesktopStage.canRun, "dunst, libnotify-bin, Xvfb or gdbus is not installed"))
    struct DesktopTests {
        @Test func `W1: Notifications of three urgencies are heard, as lows and as a high`() async throws {
            let recipe = "The desktop's notifications, heard"
            let scene = try await DesktopStage(configuration: RecipeTests.block(of: recipe))
            try await scene.noted()
            for (urgency, kind) in [("low", "low"), ("normal", "low"), ("critical", "high")] {
                let start = SuspendingClock.now
                try await scene.notify("--urgency", urgency, "Alpha bravo", "charlie <b>delta</b> &amp; so on")
                let finished = try await scene.next("finished")
                #expect(
                    finished.text == "Mail: Alpha bravo. charlie delta & so on" && finished.class == kind && finished.reason == "spoken")
                let heard = try await scene.stage.capture.all(since: start)
                #expect(try await heard.isLike(reference("Mail: Alpha bravo. charlie delta & so on")))
            }
            try await scene.notify("Alpha", "bravo", app: "Slack")
            #expect(try await scene.next("finished").text == "Slack")
            try await scene.run("sh", "-c", RecipeTests.block(of: recipe, 1))
            let finished = try await scene.next("finished")
            #expect(finished.text == "Backup: The disk is full" && finished.class == "high" && finished.reason == "spoken")
            try await scene.noted()
            try await awaitSleep(of: scene.watcher, isEndless: true)
            let doctor = try scene.stage.announce("doctor")
            let findings = try await doctor.output.remainingLines()
            #expect(findings.contains("✓ watch: announced-watch \(DesktopStage.note)"), "\(findings)")
        }

        @Test func `W1: Of a notification that is replaced three times only the last is heard`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            let client = try await scene.stage.client()
            let start = SuspendingClock.now
            let high = "Alpha bravo charlie delta echo foxtrot golf hotel india juliett."
            try client.announce("h", high, #""priority":"high""#)
            let number = try await scene.notify("one", app: "")
            for title in ["two", "three"] { try await scene.notify("--replace-id", number, title, app: "") }
            try await scene.notify("--replace-id", number, "Kilo lima mike.", app: "")
            #expect(try await client.finish("h").reason == "spoken")
            var reasons: [String] = []
            for _ in 0..<2 { reasons.append(try await scene.next("finished").reason ?? "") }
            #expect(reasons == ["superseded", "spoken"])
            let heard = try await scene.stage.capture.all(since: start)
            let last = try await heard.place(of: reference("Kilo lima mike."))
            let first = try await heard.place(of: reference(high))
            #expect(try await last - first < reference(high).duration.seconds + 1)

            // One that is dismissed while it speaks falls silent.
            let long = try await scene.notify(high, app: "")
            try await scene.next("started") { $0.text == high }
            try await scene.run("dunstctl", "close-all")
            let dismissed = try await scene.next("finished") { $0.text == high }
            #expect(dismissed.reason == "stopped" && dismissed.rule == "Q18")
            _ = long
        }

        @Test func `W1: GNOME's own notifications, and how far something has got`() async throws {
            let scene = try await DesktopStage()
            try await scene.imitate("org.gtk.Notifications", at: "/org/gtk/Notifications")
            try await scene.noted()
            func gnome(_ method: String, _ arguments: String...) async throws {
                try await scene.run(
                    "gdbus", "call", "--session", "--dest", "org.gtk.Notifications", "--object-path", "/org/gtk/Notifications", "--method",
                    "org.gtk.Notifications.\(method)", arguments[0], arguments[1], arguments.count > 2 ? arguments[2] : "")
            }
            try await gnome(
                "AddNotification", "org.gnome.Todo", "due", "{'title': <'Bread'>, 'body': <'two loaves'>, 'priority': <'urgent'>}")
            let finished = try await scene.next("finished")
            #expect(finished.text == "Todo: Bread. two loaves" && finished.class == "high" && finished.reason == "spoken")

            let number = try await scene.notify("--hint", "int:value:10", "Copying", app: "Files")
            #expect(try await scene.next("finished").text == "Files: Copying, 10%")
            for percent in [12, 18, 45] {
                try await scene.notify("--replace-id", number, "--hint", "int:value:\(percent)", "Copying", app: "Files")
            }
            #expect(try await scene.next("finished").text == "Copying, 45%")
        }

        @Test func `W3: Waiting notifications are taken back when the screen is locked, also while dunst is paused`() async throws {
            let scene = try await DesktopStage()
            let saver = "org.gnome.ScreenSaver"
            let path = "/org/gnome/ScreenSaver"
            try await scene.imitate(saver, at: path)
            try await scene.noted()
            let recorder = try await scene.stage.client()
            try recorder.send(#"{"type":"mediaSession","id":"s","op":"begin","session":"s","mode":"record","lease":300}"#)
            try await recorder.reply("s")
            try await scene.notify("--urgency=critical", "Secret")
            try await scene.next("posted")
            try await scene.run("dunstctl", "set-paused", "true")
            try await scene.mock(saver, at: path, "EmitSignal", "'\(saver)'", "'ActiveChanged'", "'b'", "[<true>]")
            let finished = try await scene.next("finished")
            #expect(finished.text == "Mail: Secret" && finished.reason == "stopped")
        }

        @Test func `W3: On a locked screen only the app is named; nothing is said when the user is not to be disturbed`() async throws {
            let scene = try await DesktopStage()
            let saver = "org.gnome.ScreenSaver"
            let path = "/org/gnome/ScreenSaver"
            try await scene.imitate(saver, at: path)
            try await scene.noted()
            func lock(_ isLocked: Bool) async throws {
                try await scene.mock(saver, at: path, "EmitSignal", "'\(saver)'", "'ActiveChanged'", "'b'", "[<\(isLocked)>]")
            }
            let locked = DesktopStage.note + ", only by the names of their apps while the screen is locked"
            try await lock(true)
            try await scene.noted(locked)
            let start = SuspendingClock.now
            try await scene.notify("Alpha bravo", "charlie")
            #expect(try await scene.next("finished").text == "Mail")
            #expect(try await scene.stage.capture.all(since: start).isLike(reference("Mail")))
            try await lock(false)
            try await scene.noted()
            // The login manager knows of a lock too, and a locker that ends locks nothing.
            let session = DesktopStage.Property(interface: "org.freedesktop.login1.Session", name: "LockedHint", value: "false")
            let manager = (name: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto")
            try await scene.imitate(manager.name, at: manager.path, with: session, on: "system")
            try await scene.set(session, to: "true", of: manager.name, at: manager.path, on: "system")
            try await scene.noted(locked)
            scene.kill(manager.name)
            try await scene.noted()

            // dunst tells nobody that it is paused.
            try await scene.run("dunstctl", "set-paused", "true")
            try await scene.notify("not heard")
            try await scene.noted(DesktopStage.note + "; the last one came in do-not-disturb")
            try await scene.run("dunstctl", "set-paused", "false")
            try await scene.notify("Delta")
            #expect(try await scene.next("finished").text == "Mail: Delta")
            try await scene.noted()

            let reader = DesktopStage.Property(interface: "org.a11y.Status", name: "ScreenReaderEnabled", value: "false")
            try await scene.imitate("org.a11y.Bus", at: "/org/a11y/bus", with: reader)
            try await scene.set(reader, to: "true", of: "org.a11y.Bus", at: "/org/a11y/bus")
            try await scene.noted("notices microphones in use; notifications are not spoken, because a screen reader runs")
            try await scene.notify("not heard")
            try await scene.set(reader, to: "false", of: "org.a11y.Bus", at: "/org/a11y/bus")
            try await scene.noted()
            try await scene.notify("Echo")
            #expect(try await scene.next("finished").text == "Mail: Echo")
        }

        @Test func `W2: 200 notifications in a second are counted; highs are spoken meanwhile, and the watcher stays small`() async throws {
            let scene = try await DesktopStage(flooded: true)
            try await scene.noted()
            func flood() async throws {
                let flood = """
                    for number in range(200): server.Notify('Page', 0, '', 'spam', '', [], {}, -1, ignore_reply=True)
                    server.GetServerInformation()
                    """
                try await scene.script(flood)
                let more = try await scene.next("posted") { $0.text?.contains("more") == true }
                #expect(more.text == "197 more notifications from Page" && more.class == "low")
            }
            try await flood()
            let before = try residentBytes(of: scene.watcher.processID, "RssAnon:")
            // The flood goes on being counted, so its end comes later.
            let client = try await scene.stage.client()
            for number in 0..<3 {
                try client.announce("\(number)", "High \(number).", #""priority":"high""#)
                #expect(try await client.finish("\(number)").reason == "spoken")
            }
            let script = """
                image = dbus.Struct((1000, 1000, 4000, True, 8, 4, dbus.ByteArray(bytes(4000000))), signature='iiibiiay')
                for number in range(4): server.Notify('App %d' % number, 0, '', 'picture', 'x' * 1000000, [], {'image-data': image}, -1)
                """
            try await scene.script(script)
            try await scene.notify("--urgency", "critical", "last")
            try await scene.next("posted") { $0.text == "Mail: last" }
            let after = try residentBytes(of: scene.watcher.processID, "RssAnon:")
            #expect(after - before < 4_000_000, "\(before) and \(after) bytes")
            // A message that is larger than its memory costs it the connection.
            let huge = """
                server.Notify('Huge', 0, '', 'huge', '', [], {'x-huge': dbus.ByteArray(bytes(30000000))}, -1)
                """
            try await scene.script(huge)
            try await look(for: "a notification that is read") {
                try await scene.notify("--urgency", "critical", "again")
                return try await scene.hasPosted("Mail: again")
            }
            #expect(try residentBytes(of: scene.watcher.processID, "RssAnon:") - before < 4_000_000)
        }

        @Test func `The notification server and the bus are killed and come back; the watcher waits for them without polling`() async throws
        {
            let scene = try await DesktopStage()
            try await scene.noted()
            scene.server.close()
            try await scene.startServer()
            try await scene.notify("Alpha")
            #expect(try await scene.next("finished").text == "Mail: Alpha")

            // Once it is connected to a bus, it doesn't look at its folder any more; it does at the daemon's.
            try await scene.noted()
            try await awaitSleep(of: scene.watcher, isEndless: true)
            let before = try scene.wakeUps
            for number in 0..<20 { try scene.makeFile("\(number)") }
            #expect(try scene.watchedFolders.count == 1 && scene.wakeUps == before)

            scene.kill("session")
            try await scene.noted("notices microphones in use; \(DesktopStage.noBus)")
            try await awaitSleep(of: scene.watcher, isEndless: true)
            let doctor = try scene.stage.announce("doctor")
            let findings = try await doctor.output.remainingLines()
            #expect(
                findings.contains { $0.hasSuffix("watch: announced-watch: notices microphones in use; \(DesktopStage.noBus)") },
                "\(findings)")
            try await scene.startBus("session")
            try await scene.startServer()
            try await scene.noted()
            try await scene.notify("Bravo")
            #expect(try await scene.next("finished").text == "Mail: Bravo")

            // Switched off by a reload, it leaves the bus.
            _ = try scene.stage.daemon.folder.write("watch.notifications = 'off'\n", to: "config.toml")
            scene.watcher.signal(SIGHUP)
            try await scene.noted("notices microphones in use")
            // It keeps nothing of that, however often.
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(scene.watcher.processID)/fd").count
            }
            let open = try descriptors()
            for (word, note) in [("all", DesktopStage.note), ("off", "notices microphones in use")] {
                _ = try scene.stage.daemon.folder.write("watch.notifications = '\(word)'\n", to: "config.toml")
                scene.watcher.signal(SIGHUP)
                try await scene.noted(note)
            }
            #expect(try descriptors() == open)
        }

        @Test func `W4: While a player plays, status says so, and lows wait if the user wants that; a player with a session has no second`()
            async throws
        {
            let scene = try await DesktopStage(configuration: "media.hold = 3600\n")
            let status = DesktopStage.Property(interface: "org.mpris.MediaPlayer2.Player", name: "PlaybackStatus", value: "'Stopped'")
            let name = DesktopStage.Property(interface: "org.mpris.MediaPlayer2", name: "Identity", value: "'VLC media player'")
            let player = (name: "org.mpris.MediaPlayer2.vlc.instance7", path: "/org/mpris/MediaPlayer2")
            try await scene.imitate(player.name, at: player.path, with: status, name)
            func play(_ state: String) async throws { try await scene.set(status, to: "'\(state)'", of: player.name, at: player.path) }
            try await play("Playing")
            try await scene.noted("notices microphones in use; VLC media player plays")
            try await scene.awaitSessions([])
            _ = try scene.stage.daemon.folder.write("watch.players = 'hold-low'\n", to: "config.toml")
            scene.watcher.signal(SIGHUP)
            try await scene.awaitSessions(["VLC media player plays"])
            let client = try await scene.stage.client()
            try client.announce("low", "Alpha bravo charlie.", #""priority":"low""#)
            #expect(try await client.reply("low").state == "held")
            try client.announce("default", "Delta echo.")
            #expect(try await client.finish("default").reason == "spoken")

            let vlc = try await scene.stage.client(hello: #""app":"org.videolan.VLC""#)
            try vlc.send(#"{"type":"mediaSession","id":"own","op":"begin","session":"own","announcements":"pass"}"#)
            try await scene.awaitSessions(["own"])
            vlc.close()
            try await scene.awaitSessions(["VLC media player plays"])
            let start = SuspendingClock.now
            try await play("Paused")
            try await scene.awaitSessions([])
            try await scene.noted("notices microphones in use")
            #expect(try await client.finish("low").reason == "spoken")
            #expect(try await scene.stage.capture.all(since: start).isLike(reference("Alpha bravo charlie.")))
            try await play("Playing")
            try await scene.awaitSessions(["VLC media player plays"])
            scene.kill(player.name)
            try await scene.awaitSessions([])
        }

    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
