import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// announced-watch, and programs on its buses that are late, unusual or hostile.
    @Suite(.enabled(if: DesktopStage.canRun, "dunst, libnotify-bin, Xvfb or gdbus is not installed"))
    struct DesktopFaultTests {
        let locked = DesktopStage.note + ", only by the names of their apps while the screen is locked"

        @Test(.enabled(if: DesktopStage.hasBroker, "this machine: dbus-broker needs root, and a /usr/bin of its own"))
        func `W1: dbus-broker, too, has only what is sent to the notification server read out`() async throws {
            let scene = try await DesktopStage(broker: true)
            try await scene.noted()
            let shell = "org.gnome.Shell"
            try await scene.imitate(shell, at: "/org/freedesktop/Notifications")
            for number in 1...2 {
                // GNOME's server passes each on to another program.
                try await scene.run(
                    "gdbus", "call", "--session", "--dest", shell, "--object-path", "/org/freedesktop/Notifications", "--method",
                    "org.freedesktop.Notifications.Notify", "Mail", "0", "", "passed on", "", "[]", "{}", "1")
                try await scene.notify("Alpha \(number)")
                #expect(try await scene.next("finished").text == "Mail: Alpha \(number)")
                // To the connection that owns the name.
                try await scene.script("server.Notify('Mail', 0, '', 'Bravo \(number)', '', [], {}, -1)")
                #expect(try await scene.next("finished").text == "Mail: Bravo \(number)")
                // Another connection owns it now.
                try await scene.startServer()
            }
        }

        @Test func `W3: Nothing is said before the login manager has answered; its late answer counts, also after the bus has restarted`()
            async throws
        {
            let scene = try await DesktopStage()
            try await scene.noted()
            scene.kill("session")
            scene.kill("system")
            var started: ChildProcess?
            try await scene.startBus("system") { address in
                let lines = """
                    bus = dbus.bus.BusConnection('\(address)')
                    class Session(dbus.service.Object):
                        @dbus.service.method('org.freedesktop.DBus.Properties', 'ss', 'v', async_callbacks=('answer', 'fail'))
                        def Get(self, interface, name, answer, fail):
                            print('asked', flush=True)
                            sys.stdin.readline()
                            answer(True)
                    name = dbus.service.BusName('org.freedesktop.login1', bus)
                    session = Session(bus, '/org/freedesktop/login1/session/auto')
                    main()
                    """
                started = try await scene.serve(lines)
            }
            let manager = try #require(started)
            try await scene.startBus("session")
            try await scene.startServer()
            #expect(try await manager.output.nextLine(within: .seconds(60)) == "asked")
            try await scene.notify("Alpha")
            try manager.write("\n")
            for _ in 0..<2 {
                try await scene.noted(locked)
                try await scene.notify("Bravo")
                #expect(try await scene.next("finished").text == "Mail")
                scene.kill("session")
                try await scene.noted("notices microphones in use; \(DesktopStage.noBus)")
                try await scene.startBus("session")
                try await scene.startServer()
            }
            #expect(try await !scene.hasPosted("Mail: Alpha"))
        }

        @Test func `W3: A login manager that does not answer in time counts as locked, and is asked again`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            scene.kill("system")
            var started: ChildProcess?
            try await scene.startBus("system") { address in
                started = try await scene.serve(
                    """
                    bus = dbus.bus.BusConnection('\(address)')
                    class Session(dbus.service.Object):
                        asked = 0
                        @dbus.service.method('org.freedesktop.DBus.Properties', 'ss', 'v', async_callbacks=('answer', 'fail'))
                        def Get(self, interface, name, answer, fail):
                            self.asked += 1
                            if self.asked > 1: answer(False)
                    name = dbus.service.BusName('org.freedesktop.login1', bus)
                    session = Session(bus, '/org/freedesktop/login1/session/auto')
                    main()
                    """)
            }
            try await scene.noted(locked)
            try await scene.noted()
            withExtendedLifetime(started) {}
        }

        @Test func `W3: Notifications that wait on a locked screen are spoken as their apps' names, each once`() async throws {
            let scene = try await DesktopStage()
            let saver = (name: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver")
            try await scene.imitate(saver.name, at: saver.path)
            try await scene.noted()
            try await scene.mock(saver.name, at: saver.path, "EmitSignal", "'\(saver.name)'", "'ActiveChanged'", "'b'", "[<true>]")
            try await scene.noted(locked)
            let client = try await scene.stage.client()
            let start = SuspendingClock.now
            let high = "Alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa."
            try client.announce("h", high, #""priority":"high""#)
            try await client.reply("h")
            for title in ["one", "two", "three"] { try await scene.notify(title) }
            try await scene.notify("four", app: "Slack")
            #expect(try await client.finish("h").reason == "spoken")
            let finished = try await scene.next("finished") { $0.text == "Slack" }
            #expect(finished.reason == "spoken")
            let heard = try await scene.stage.capture.all(since: start)
            let (mail, slack) = (try await heard.place(of: reference("Mail")), try await heard.place(of: reference("Slack")))
            #expect(mail < slack && slack - mail < 1.5)
        }

        @Test func `W1: Whatever programs send, the watcher reads on`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            let script = """
                import dbus.lowlevel, os
                def send(signature, *arguments, to='org.freedesktop.Notifications', member='Notify'):
                    call = dbus.lowlevel.MethodCallMessage(to, '/' + to.replace('.', '/'), to, member)
                    call.set_no_reply(True)
                    call.append(*arguments, signature=signature)
                    bus.send_message(call)
                def notify(app, title, body, **hints):
                    send('susssasa{sv}i', app, 0, '', title, body, [], dbus.Dictionary(hints, signature='sv'), -1)
                for signature in ('', 'i', 'su', 'as', 'ssssssss', 'susi'):
                    send(signature, *[{'s': 'x', 'u': 1, 'i': 1, 'a': ['x']}[each] for each in signature.replace('as', 'a')])
                send('s', 'x', to='org.gtk.Notifications', member='AddNotification')
                send('', to='org.gtk.Notifications', member='RemoveNotification')
                send('s', 'x', member='CloseNotification')
                deep = dbus.Int32(1, variant_level=60)
                notify('A', 'one', '<b>' * 1500, urgency=deep, value='x', transient=deep)
                notify('B', 'two', '', urgency=dbus.Byte(255), value=dbus.Int64(-2**63), **{'x-canonical-private-synchronous': 1})
                notify('C\\x1b[2J\\n', '\\x07three', '\\x1b]0;x')
                notify('D', 'four', '', file=dbus.types.UnixFd(os.open('/dev/null', os.O_RDONLY)))
                notify('E' * 1000, 'five', 'x' * 10000)
                # Until the bus has read it all: it may drop what a program that has ended has sent.
                bus.get_name_owner('org.freedesktop.Notifications')
                """
            try await scene.script(script)
            let texts = ["A: one", "B: two, 0%", "C [2J: three. ]0;x", "D: four", String(repeating: "E", count: 64) + "…: five"]
            for text in texts {
                let posted = try await scene.next("posted").text ?? ""
                #expect(posted.hasPrefix(text), "\(posted)")
            }
            try await scene.notify("--urgency", "critical", "last")
            try await scene.next("posted") { $0.text == "Mail: last" }
        }

        @Test func `W3: A notification server that hangs delays what is said, but does not silence it`() async throws {
            let scene = try await DesktopStage()
            try await scene.noted()
            // dunst, which is asked whether it is paused.
            scene.server.signal(SIGSTOP)
            try await scene.run(
                "dbus-send", "--session", "--type=method_call", "--dest=org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications.Notify", "string:Mail", "uint32:0", "string:", "string:Alpha", "string:", "array:string:",
                "dict:string:string:a,b", "int32:-1")
            let finished = try await scene.next("finished")
            #expect(finished.text == "Mail: Alpha" && finished.reason == "spoken")
            scene.server.signal(SIGCONT)
        }

        @Test func `W4: A player with two names plays once, and is followed when it gives up one of them`() async throws {
            let scene = try await DesktopStage(configuration: "watch.players = 'hold-low'\n")
            let player = try await scene.serve(
                """
                bus = dbus.SessionBus()
                class Player(dbus.service.Object):
                    status = 'Playing'
                    @dbus.service.method('org.freedesktop.DBus.Properties', 'ss', 'v')
                    def Get(self, interface, name):
                        return {'Identity': 'VLC media player', 'DesktopEntry': 'vlc', 'PlaybackStatus': self.status}[name]
                    @dbus.service.signal('org.freedesktop.DBus.Properties', 'sa{sv}as')
                    def PropertiesChanged(self, interface, changed, invalidated): pass
                player = Player(bus, '/org/mpris/MediaPlayer2')
                names = [dbus.service.BusName('org.mpris.MediaPlayer2.' + name, bus) for name in ('vlc', 'vlc.instance7')]
                def obey(*_):
                    sys.stdin.readline()
                    bus.release_name(names[0].get_name())
                    player.status = 'Paused'
                    player.PropertiesChanged('org.mpris.MediaPlayer2.Player', {'PlaybackStatus': 'Paused'}, [])
                    return False
                GLib.io_add_watch(0, GLib.IO_IN, obey)
                main()
                """)
            try await scene.noted("notices microphones in use; VLC media player plays")
            try await scene.awaitSessions(["VLC media player plays"])
            try player.write("\n")
            try await scene.awaitSessions([])
            try await scene.noted("notices microphones in use")
        }

        @Test func `W4: A program with hundreds of players that don't play hides none that does`() async throws {
            let scene = try await DesktopStage(configuration: "")
            let paused = try await scene.serve(
                """
                bus = dbus.SessionBus()
                class Player(dbus.service.Object):
                    @dbus.service.method('org.freedesktop.DBus.Properties', 'ss', 'v')
                    def Get(self, interface, name): return {'Identity': 'Tab', 'DesktopEntry': 'tab', 'PlaybackStatus': 'Paused'}[name]
                player = Player(bus, '/org/mpris/MediaPlayer2')
                names = [dbus.service.BusName('org.mpris.MediaPlayer2.tab%d' % number, bus) for number in range(300)]
                main()
                """)
            let status = DesktopStage.Property(interface: "org.mpris.MediaPlayer2.Player", name: "PlaybackStatus", value: "'Playing'")
            try await scene.imitate("org.mpris.MediaPlayer2.vlc", at: "/org/mpris/MediaPlayer2", with: status)
            try await scene.set(status, to: "'Playing'", of: "org.mpris.MediaPlayer2.vlc", at: "/org/mpris/MediaPlayer2")
            try await scene.noted("notices microphones in use; vlc plays")
            withExtendedLifetime(paused) {}
        }

        @Test func `W4: A player that says all the time that it has changed, and does not answer, is asked once`() async throws {
            let scene = try await DesktopStage(configuration: "")
            let flood = try await scene.serve(
                """
                bus = dbus.SessionBus()
                class Player(dbus.service.Object):
                    asked = 0
                    @dbus.service.method('org.freedesktop.DBus.Properties', 'ss', 'v', async_callbacks=('answer', 'fail'))
                    def Get(self, interface, name, answer, fail): self.asked += 1
                    @dbus.service.signal('org.freedesktop.DBus.Properties', 'sa{sv}as')
                    def PropertiesChanged(self, interface, changed, invalidated): pass
                player = Player(bus, '/org/mpris/MediaPlayer2')
                name = dbus.service.BusName('org.mpris.MediaPlayer2.flood', bus)
                def obey(*_):
                    if sys.stdin.readline() == 'flood\\n':
                        for number in range(5000):
                            player.PropertiesChanged('org.mpris.MediaPlayer2.Player', {'PlaybackStatus': 'Playing'}, [])
                        bus.flush()
                    print(player.asked, flush=True)
                    return True
                GLib.io_add_watch(0, GLib.IO_IN, obey)
                main()
                """)
            try flood.write("flood\n")
            _ = try await flood.output.nextLine(within: .seconds(60))
            // A later notification has to wait for its turn.
            let status = DesktopStage.Property(interface: "org.mpris.MediaPlayer2.Player", name: "PlaybackStatus", value: "'Playing'")
            try await scene.imitate("org.mpris.MediaPlayer2.vlc", at: "/org/mpris/MediaPlayer2", with: status)
            try await scene.set(status, to: "'Playing'", of: "org.mpris.MediaPlayer2.vlc", at: "/org/mpris/MediaPlayer2")
            try await scene.noted("notices microphones in use; vlc plays")
            try flood.write("count\n")
            let asked = try await flood.output.nextLine(within: .seconds(60)).flatMap { Int($0) } ?? 0
            // Each time for three properties, and again once it has not answered for 5 s.
            #expect(asked > 0 && asked < 100, "\(asked)")
        }

        @Test func `W2: During a flood of notifications a high is the next that is spoken`() async throws {
            let scene = try await DesktopStage(flooded: true)
            try await scene.noted()
            let flood = try await scene.serve(
                """
                bus = dbus.SessionBus()
                server = dbus.Interface(bus.get_object('org.freedesktop.Notifications', '/org/freedesktop/Notifications'),
                                        'org.freedesktop.Notifications')
                def notify():
                    server.Notify('Page', 0, '', 'spam', '', [], {}, -1, ignore_reply=True)
                    return True
                GLib.timeout_add(5, notify)
                main()
                """)
            try await scene.next("posted") { $0.text?.contains("more") == true }
            let events = try await scene.stage.client()
            try events.send(#"{"type":"subscribe","id":"subscribe","events":["posted","started"]}"#)
            try await events.reply("subscribe")
            for number in 0..<5 {
                let text = "High \(number)."
                try events.announce("\(number)", text, #""priority":"high""#)
                var isPosted = false
                while let event = try await events.next() {
                    isPosted = isPosted || event.event == "posted" && event.text == text
                    guard isPosted, event.event == "started" else { continue }
                    #expect(event.text == text)
                    break
                }
                #expect(try await events.finish("\(number)").reason == "spoken")
            }
            withExtendedLifetime(flood) {}
        }
    }
}
