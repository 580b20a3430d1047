import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// announced-watch: what programs say about notifications, and about the user, in their various ways.
    @Suite(.enabled(if: DesktopStage.canRun, "dunst, libnotify-bin, Xvfb or gdbus is not installed"))
    struct DesktopSignTests {
        private let gnome = (name: "org.gtk.Notifications", path: "/org/gtk/Notifications")

        /// Calls a method of GNOME's interface, with its arguments in the notation of GVariant.
        private func call(_ method: String, _ arguments: String..., of scene: DesktopStage) async throws {
            let name = (arguments + [""])
            try await scene.run(
                "gdbus", "call", "--session", "--dest", gnome.name, "--object-path", gnome.path, "--method", "\(gnome.name).\(method)",
                name[0], name[1], name[2])
        }

        @Test func `W1: Hints and priorities, as the daemon receives them`() async throws {
            let scene = try await DesktopStage()
            try await scene.imitate(gnome.name, at: gnome.path)
            try await scene.noted()
            let client = try await scene.stage.client()
            try client.send(#"{"type":"subscribe","id":"subscribe","events":["received"]}"#)
            try await client.reply("subscribe")
            func received(_ text: String) async throws -> Message.Received {
                try await #require(client.message { $0.event == "received" && $0.request?.text == text }.request)
            }
            try await scene.notify("--hint", "boolean:transient:true", "Alpha", app: "Sender")
            #expect(try await received("Sender: Alpha").maxAge == 5)
            for (app, hint) in [("Keys", "x-canonical-private-synchronous"), ("Script", "x-dunst-stack-tag")] {
                try await scene.notify("--hint", "string:\(hint):volume", "Alpha", app: app)
                let first = try await received("\(app): Alpha")
                // Another notification with the same tag.
                try await scene.notify("--hint", "string:\(hint):volume", "Beta", app: app)
                let second = try await received("\(app): Beta")
                #expect(first.maxAge == 5 && second.maxAge == 5)
                #expect(first.group != nil && first.group == second.group && second.supersede == "current")
            }
            try await call("AddNotification", "org.gnome.Todo", "due", "{'title': <'Bread'>, 'priority': <'low'>}", of: scene)
            let low = try await received("Todo: Bread")
            #expect(low.priority == "low" && low.maxAge == nil)
        }

        @Test func `W1: A notification that its app withdraws is taken back; one whose time is over is still spoken`() async throws {
            let scene = try await DesktopStage()
            try await scene.imitate(gnome.name, at: gnome.path)
            try await scene.noted()
            let recorder = try await scene.stage.client()
            try recorder.send(#"{"type":"mediaSession","id":"s","op":"begin","session":"s","mode":"record","lease":300}"#)
            try await recorder.reply("s")
            // notify-send ends when its notification is closed.
            try await scene.notify("--wait", "--expire-time", "1", "Alpha")
            let number = try await scene.notify("Beta")
            try await scene.script("server.CloseNotification(\(number))")
            let closed = try await scene.next("finished")
            #expect(closed.text == "Mail: Beta" && closed.reason == "stopped" && closed.rule == "Q18")
            try await call("AddNotification", "org.gnome.Todo", "due", "{'title': <'Bread'>}", of: scene)
            try await scene.next("posted") { $0.text == "Todo: Bread" }
            try await call("RemoveNotification", "org.gnome.Todo", "due", of: scene)
            let removed = try await scene.next("finished")
            #expect(removed.text == "Todo: Bread" && removed.reason == "stopped")
            try recorder.send(#"{"type":"mediaSession","id":"e","op":"end","session":"s"}"#)
            let expired = try await scene.next("finished")
            #expect(expired.text == "Mail: Alpha" && expired.reason == "spoken")
        }

        @Test func `W3: KDE's do-not-disturb, Xfce's, and Orca`() async throws {
            let scene = try await DesktopStage()
            let server = (name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications")
            let inhibited = DesktopStage.Property(interface: server.name, name: "Inhibited", value: "false")
            let silent = "notices microphones in use; notifications are not spoken, because "
            let disturbed = silent + "the desktop's do-not-disturb is on"
            scene.server.close()
            try await scene.imitate(server.name, at: server.path, with: inhibited)
            try await scene.noted()
            try await scene.set(inhibited, to: "true", of: server.name, at: server.path)
            try await scene.noted(disturbed)
            try await scene.set(inhibited, to: "false", of: server.name, at: server.path)
            try await scene.noted()

            let xfconf = (name: "org.xfce.Xfconf", path: "/org/xfce/Xfconf")
            try await scene.imitate(xfconf.name, at: xfconf.path)
            for (value, note) in [("True", disturbed), ("False", DesktopStage.note)] {
                let answer = "ret = dbus.Boolean((args[0], args[1]) == ('xfce4-notifyd', '/do-not-disturb') and \(value))"
                try await scene.mock(
                    xfconf.name, at: xfconf.path, "AddMethod", "'\(xfconf.name)'", "'GetProperty'", "'ss'", "'v'", "\"\(answer)\"")
                try await scene.mock(
                    xfconf.name, at: xfconf.path, "EmitSignal", "'\(xfconf.name)'", "'PropertyChanged'", "'ssv'",
                    "[<'xfce4-notifyd'>, <'/do-not-disturb'>, <<\(value.lowercased())>>]")
                try await scene.noted(note)
            }

            for orca in ["org.gnome.Orca.Service", "org.gnome.Orca1.Service"] {
                try await scene.imitate(orca, at: "/" + orca.replacing(".", with: "/"))
                try await scene.noted(silent + "a screen reader runs")
                scene.kill(orca)
                try await scene.noted()
            }
        }

        @Test func `W3: Each screen locker is believed, and one that ends locks nothing`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            let locked = DesktopStage.note + ", only by the names of their apps while the screen is locked"
            for desktop in ["freedesktop", "gnome", "cinnamon", "mate", "xfce"] {
                let saver = "org.\(desktop).ScreenSaver"
                let path = "/org/\(desktop)/ScreenSaver"
                try await scene.imitate(saver, at: path)
                try await scene.mock(saver, at: path, "EmitSignal", "'\(saver)'", "'ActiveChanged'", "'b'", "[<true>]")
                try await scene.noted(locked)
                scene.kill(saver)
                try await scene.noted()
            }
        }

        @Test func `W3: A recipe tells the login manager of a locker that announces nothing`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            let locked = DesktopStage.note + ", only by the names of their apps while the screen is locked"
            let session = DesktopStage.Property(interface: "org.freedesktop.login1.Session", name: "LockedHint", value: "false")
            let manager = (name: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto")
            try await scene.imitate(manager.name, at: manager.path, with: session, on: "system")
            try await scene.mock(
                manager.name, at: manager.path, "AddMethod", "'\(session.interface)'", "'SetLockedHint'", "'b'", "''",
                "\"self.UpdateProperties('\(session.interface)', {'LockedHint': args[0]})\"", on: "system")
            let recipe = try RecipeTests.block(of: "The desktop's notifications, heard", 2).replacing("swaylock", with: "cat")
            let lock = try scene.start("sh", "-c", recipe)
            try await scene.noted(locked)
            lock.closeInput()
            #expect(try await lock.exit() == .code(0))
            try await scene.noted()
            // One that crashes may leave the screen locked.
            let crash = try scene.start("sh", "-c", recipe.replacing("cat", with: "false"))
            #expect(try await crash.exit() == .code(1))
            try await scene.noted(locked)
        }

        @Test func `W3: Neither the daemon's log nor the watcher's errors contain a text`() async throws {
            let scene = try await DesktopStage(readsErrors: true)
            try await scene.noted()
            for urgency in ["low", "normal", "critical"] {
                try await scene.notify("--urgency", urgency, "Zanzibar \(urgency)", "quince <b>", app: "Okapi")
                #expect(try await scene.next("finished").reason == "spoken")
            }
            let number = try await scene.notify("Zanzibar", app: "Okapi")
            try await scene.script("server.CloseNotification(\(number))")
            _ = try scene.stage.daemon.folder.write("watch.notifications = 'off'\n", to: "config.toml")
            scene.watcher.signal(SIGHUP)
            try await scene.noted("notices microphones in use")
            scene.watcher.signal(SIGTERM)
            _ = try await scene.watcher.exit()
            try await scene.stage.daemon.end()
            for (program, process) in [("daemon", scene.stage.daemon.process), ("watcher", scene.watcher)] {
                let lines = try await process.error.remainingLines()
                #expect(program == "watcher" || !lines.isEmpty)
                #expect(!lines.contains { $0.contains("Zanzibar") || $0.contains("quince") }, "\(program): \(lines)")
            }
        }

        @Test func `W3: Waiting notifications are taken back when a reload turns them off`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            let recorder = try await scene.stage.client()
            try recorder.send(#"{"type":"mediaSession","id":"s","op":"begin","session":"s","mode":"record","lease":300}"#)
            try await recorder.reply("s")
            try await scene.notify("--urgency=critical", "Alpha")
            try await scene.next("posted")
            _ = try scene.stage.daemon.folder.write("watch.notifications = 'off'\n", to: "config.toml")
            scene.watcher.signal(SIGHUP)
            let finished = try await scene.next("finished")
            #expect(finished.text == "Mail: Alpha" && finished.reason == "stopped")
        }
    }
}
