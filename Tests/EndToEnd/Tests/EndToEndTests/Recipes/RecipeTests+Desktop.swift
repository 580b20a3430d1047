import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd.RecipeTests {
    private static let selection = "The selection, by a key"

    @Test(.enabled(if: has("Xvfb", "xclip"), "Xvfb or xclip is not installed"))
    func `The selection in X11`() async throws {
        let display = try run("exec Xvfb -displayfd 1 -screen 0 64x64x24")
        let number = try #require(await display.output.nextLine(within: .seconds(60)))
        let setting = """
            export DISPLAY=:\(number)
            printf 'Hello from X' | xclip -in -selection primary
            until xclip -out -selection primary >/dev/null 2>&1; do :; done

            """
        let start = SuspendingClock.now
        let script = try run(recipe(Self.selection), setting: setting)
        try await expectHeard("Hello from X", since: start)
        #expect(try await script.exit() == .code(0))
        withExtendedLifetime(display) {}
    }

    @Test(.enabled(if: has("sway", "wl-copy", "wtype"), "sway, wl-clipboard or wtype is not installed"))
    func `The selection by a key in sway, and the other key silences it`() async throws {
        try folder.write(recipe(Self.selection), to: "speak-selection")
        // sway prints the display's name when it is ready. It refuses to be root.
        // On a busy machine a key is held for longer than the time after which it repeats.
        let own = "input * repeat_delay 60000\nexec echo $WAYLAND_DISPLAY\n"
        try folder.write(recipe(Self.selection, 1) + own, to: "sway.conf")
        let setting = """
            install -D -m 755 speak-selection .local/bin/speak-selection
            mkdir -m 700 run
            export XDG_RUNTIME_DIR=$d/run WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
            user=; [ "$(id -u)" != 0 ] || user="unshare --user --map-user=1000 --map-group=1000"

            """
        let desktop = try run("exec $user sway --config sway.conf 2>sway.log", setting: setting)
        let display = try #require(await desktop.output.nextLine(within: .seconds(60)))
        func select(_ text: String) -> String {
            """
            export XDG_RUNTIME_DIR=$d/run WAYLAND_DISPLAY=\(display)
            printf '\(text)' | wl-copy --primary
            until [ "$(wl-paste --primary --no-newline)" = '\(text)' ]; do :; done

            """
        }
        let start = SuspendingClock.now
        let first = try run("wtype -M logo -k s -m logo", setting: select("Hello from Wayland"))
        try await expectHeard("Hello from Wayland", since: start)
        // A busy machine may take a while to press the other key.
        let long = Array(repeating: "A selection that goes on for longer than anyone would like to hear", count: 8).joined(separator: ", ")
        let second = try run("wtype -M logo -k s -m logo", setting: select(long))
        _ = try await watcher.message(within: .seconds(60)) { $0.event == "started" && $0.text == long }
        let stop = try run(
            "wtype -M logo -M shift -k s -m shift -m logo", setting: "export XDG_RUNTIME_DIR=$d/run WAYLAND_DISPLAY=\(display)\n")
        let finished = try await watcher.message(within: .seconds(60)) { $0.event == "finished" }
        #expect(finished.text == long && finished.reason == "stopped")
        for (key, rate) in [("minus", ["220"]), ("plus", ["240"])] {
            let press = try run("wtype -M logo -k \(key) -m logo", setting: "export XDG_RUNTIME_DIR=$d/run WAYLAND_DISPLAY=\(display)\n")
            #expect(try await press.exit() == .code(0))
            try await look(for: "the rate \(rate)") { try await run("announce settings rate").output.remainingLines() == rate }
        }
        withExtendedLifetime((desktop, first, second, stop)) {}
    }

    @Test(.enabled(if: has("gsettings", "glib-compile-schemas"), "gsettings is not installed"))
    func `GNOME's settings take the key`() async throws {
        let setting = """
            mkdir schemas; cp $servers/usr/share/glib-2.0/schemas/* schemas; glib-compile-schemas schemas
            export GSETTINGS_SCHEMA_DIR=$d/schemas GSETTINGS_BACKEND=keyfile

            """
        let script = try await server(
            "cd $d\n" + setting + recipe(Self.selection, 2) + """
                gsettings get $keys custom-keybindings
                for key in name command binding; do gsettings get $keys.custom-keybinding:$path $key; done
                """)
        let path = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/speak-selection/"
        #expect(
            try await script.output.remainingLines(within: .seconds(60))
                == ["['\(path)']", "'Speak the selection'", "'\(folder.path)/.local/bin/speak-selection'", "'<Super>s'"])
    }
}
