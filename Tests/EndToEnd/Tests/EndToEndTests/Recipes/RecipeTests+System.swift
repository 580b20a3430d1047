import Glibc
import TestSupport
import Testing

extension EndToEnd.RecipeTests {
    @Test(.enabled(if: mayChangeEtc, "this machine: cron needs root, and an /etc of its own"))
    func `From cron`() async throws {
        let lines = try recipe("From cron").split(separator: "\n")
        #expect(lines.count == 2)
        // Cron runs @reboot's jobs when it starts.
        for (line, text) in zip(lines, ["It is ", "The backup failed, exit 127"]) {
            let job = line.replacing(/^@[a-z]+/, with: "@reboot")
            let start = SuspendingClock.now
            let cron = try await server(
                """
                printf '%s\\n' "PATH=$PATH" "HOME=$d" '\(job)' >$d/crontab
                mkdir -p $d/etc/pam.d && cp $servers/etc/pam.d/cron $d/etc/pam.d
                exec unshare --mount sh -c '
                    mount -t overlay none -o lowerdir=$d/etc:/etc /etc
                    mount -t tmpfs none /run && mount -t tmpfs none /var/spool && mkdir -p /var/spool/cron/crontabs
                    mkdir -p /run/user/0/announced && ln -s $ANNOUNCED_SOCKET /run/user/0/announced/socket
                    unset ANNOUNCED_SOCKET
                    install -m 600 $d/crontab /var/spool/cron/crontabs/root
                    exec $servers/usr/sbin/cron -f'
                """)
            let finished = try await watcher.message(within: .seconds(60)) { $0.event == "finished" }
            let spoken = try #require(finished.text)
            #expect(spoken.hasPrefix(text) && finished.reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            try await _ = heard.place(of: reference(spoken))
            cron.close()
        }
    }

    @Test(.enabled(if: has("gdbus", "dbus-run-session"), "gdbus or dbus-run-session is not installed"))
    func `The battery`() async throws {
        // A UPower whose properties the test changes, on a bus of its own.
        let power = try await server(
            """
            exec dbus-run-session -- bash -c '
                export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS
                /usr/bin/python3 -m dbusmock --template upower --system >/dev/null &
                gdbus wait --system --timeout 60 org.freedesktop.UPower && echo "$DBUS_SYSTEM_BUS_ADDRESS"
                while read -r properties; do
                    gdbus call --system --dest org.freedesktop.UPower --object-path /org/freedesktop/UPower/devices/DisplayDevice \\
                        --method org.freedesktop.DBus.Mock.UpdateProperties org.freedesktop.UPower.Device "$properties" >/dev/null
                done'
            """)
        let bus = try #require(await power.output.nextLine(within: .seconds(60)), "python3-dbusmock is not installed")
        // Prints a line once it listens.
        let setting = """
            export DBUS_SYSTEM_BUS_ADDRESS='\(bus)'
            gdbus() { command gdbus "$@" | tee >(grep --line-buffered 'is owned by' >$d/listening); }
            mkfifo listening; cat listening &

            """
        let start = SuspendingClock.now
        let listening = try run(recipe("The battery"), setting: setting)
        #expect(try await listening.output.nextLine(within: .seconds(60))?.contains("is owned by") == true)
        for properties in ["'WarningLevel': <uint32 1>, 'Percentage': <11.0>", "'WarningLevel': <uint32 3>", "'WarningLevel': <uint32 4>"] {
            try power.write("{\(properties)}\n")
        }
        try await expectHeard("Battery low", "Battery critical", since: start)
    }

    @Test(
        .enabled(
            if: mayChangeEtc && has("gdbus", "dbus-run-session"),
            "this machine: the dispatcher needs root, and an /etc and a bus of its own"))
    func `The network`() async throws {
        try folder.write(recipe("The network"), to: "50-announce")
        let dispatcher = try await server(
            """
            install -D -m 755 $d/50-announce $d/etc/NetworkManager/dispatcher.d/50-announce
            exec unshare --mount dbus-run-session -- bash -c '
                mount -t overlay none -o lowerdir=$d/etc:/etc /etc
                mount -t tmpfs none /run && mkdir -p /run/user/1000/announced && ln -s $ANNOUNCED_SOCKET /run/user/1000/announced/socket
                export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS
                $servers/usr/lib/NetworkManager/nm-dispatcher --debug --persist &
                name=org.freedesktop.nm_dispatcher
                gdbus wait --system --timeout 60 $name
                connection="{\\"connection\\": {\\"id\\": <\\"Cafe\\">, \\"uuid\\": <\\"u\\">, \\"type\\": <\\"802-3-ethernet\\">}}"
                device="{\\"interface\\": <\\"wlan0\\">, \\"type\\": <uint32 1>, \\"state\\": <uint32 100>, \\"path\\": <objectpath \\"/d\\">}"
                while read -r action; do
                    gdbus call --system --dest $name --object-path /org/freedesktop/nm_dispatcher --method $name.Action "$action" \\
                        "$connection" "{\\"path\\": <objectpath \\"/c\\">}" "$device" {} {} {} {} {} FULL "" {} {} {} false
                done'
            """)
        for (action, text) in [("dhcp4-change\nup\n", "Cafe up"), ("down\n", "Cafe down")] {
            let start = SuspendingClock.now
            try dispatcher.write(action)
            try await expectHeard(text, since: start)
        }
    }

    /// Whether a process may have an `/etc` of its own.
    private static let mayChangeEtc =
        unsafe getuid() == 0 && system("unshare --mount mount -t overlay none -o lowerdir=/usr:/etc /etc 2>/dev/null") == 0
}
